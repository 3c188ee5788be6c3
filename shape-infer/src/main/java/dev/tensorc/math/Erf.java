package dev.tensorc.math;

/**
 * The error function.
 *
 * <p>Up to 1, {@code erf x = x + x p(x^2)}: the fma makes its rounding the only one that counts.
 * Above, {@code erf x = 1 - e^l(x)}, where {@code l} approximates {@code log erfc}: what is
 * subtracted is at most 0.16, so its errors shrink; and it needs no more accuracy than its own size
 * asks for, which falls quickly. From {@code top} on the result is 1.
 *
 * <p>Both polynomials are minimax, made like those of {@link Exp}: {@code p} for the relative error
 * of the function, 2^-29.4 for f32 and 2^-56.0 for f64; {@code l} for the error of the result,
 * 2^-29.8 and 2^-54.8. As a lane needs one of them, the coefficients are selected and one
 * polynomial is evaluated.
 */
public final class Erf {

  static final Erf F32 =
      new Erf(
          FloatFormat.F32,
          Exp.F32,
          3.9375,
          new double[] {
            0x1.4771fep-14,
            -0x1.a3515ep-11,
            0x1.53f224p-8,
            -0x1.b7f71ap-6,
            0x1.ce2ce6p-4,
            -0x1.81273ep-2,
            0x1.06eba8p-3
          },
          new double[] {
            0x1.86e22cp-13,
            -0x1.825ca8p-9,
            0x1.65cbe6p-6,
            -0x1.a65358p-4,
            -0x1.46baecp-1,
            -0x1.2088eap0,
            -0x1.662158p-12
          });

  static final Erf F64 =
      new Erf(
          FloatFormat.F64,
          Exp.F64,
          5.9375,
          new double[] {
            -0x1.a23e97de6b1a6p-31,
            0x1.d3ddcda42539fp-27,
            -0x1.5b8c7060cd1a6p-23,
            0x1.b96b57d9ea28cp-20,
            -0x1.f4c82f095c3aep-17,
            0x1.f9a296b4bbce2p-14,
            -0x1.c02daeb70543cp-11,
            0x1.565bcceeda3b7p-8,
            -0x1.b82ce311a97d6p-6,
            0x1.ce2f21a03f8b9p-4,
            -0x1.812746b03799dp-2,
            0x1.06eba8214db68p-3
          },
          new double[] {
            0x1.37718f6e36833p-36,
            -0x1.66534224cc7c1p-31,
            0x1.769f588465fbap-27,
            -0x1.d0ca124072eaap-24,
            0x1.7138dc49d01c2p-21,
            -0x1.66c0808299f48p-19,
            0x1.e4a78c4752f36p-19,
            0x1.d5b44514361f2p-16,
            -0x1.e3b020adcc4f5p-13,
            0x1.e24e0ee92a501p-11,
            -0x1.13161938560c6p-9,
            0x1.32329cf2176aap-11,
            0x1.351749dad48f2p-6,
            -0x1.a46765325c527p-4,
            -0x1.45f94abd604b9p-1,
            -0x1.20dcc5a40f58p0,
            -0x1.1d74820b8af4dp-20
          });

  /** Units in the last place off: 1.018 in f32, 1.29 in f64. */
  public static final MathSequence ERF = MathSequence.of(F32::erf, F64::erf);

  /** Coefficients of a polynomial that is worth two chains. */
  private static final int LONG = 8;

  private final FloatFormat format;
  private final Exp exp;
  private final double top;
  private final double[] p;
  private final double[] l;

  private Erf(FloatFormat format, Exp exp, double top, double[] p, double[] l) {
    this.format = format;
    this.exp = exp;
    this.top = top;
    this.p = p;
    this.l = l;
  }

  <F, I, M> F erf(MathOps<F, I, M> o, F x) {
    F one = o.constant(1);
    F magnitude = o.abs(x);
    M near = o.lt(magnitude, one);
    F at = o.select(near, o.mul(x, x), magnitude);
    F value =
        l.length > LONG
            ? Polynomial.eitherInTwo(o, near, at, p, l)
            : Polynomial.either(o, near, at, p, l);
    F small = o.fma(magnitude, value, magnitude);

    F large = o.sub(one, exp.moderate(o, value));
    large = o.select(o.lt(o.constant(top), magnitude), one, large);
    return format.withSignOf(o, x, o.select(near, small, large));
  }
}
