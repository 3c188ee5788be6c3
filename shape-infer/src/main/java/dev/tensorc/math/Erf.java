package dev.tensorc.math;

/**
 * The error function.
 *
 * <p>Up to 1.25, {@code erf x = x + x p(x^2)}: the fma makes its rounding the only one that counts.
 * Above, {@code erf x = 1 - q(x)^8}, where {@code q} approximates the eighth root of {@code erfc}.
 * The root is so much smoother than {@code erfc} that a polynomial will do, and three
 * multiplications make its eighth power. The power has eight times the root's relative error, but
 * it is at most 0.08 and falls quickly. From {@code top} on the result is 1.
 *
 * <p>Both polynomials are minimax, made like those of {@link Exp}: {@code p} for the relative error
 * of the function, 2^-29.5 for f32 and 2^-56.3 for f64; {@code q} for the error of the result,
 * 2^-29.8 and 2^-56.9. As a lane needs one of them, the coefficients are selected and one
 * polynomial is evaluated.
 */
public final class Erf {

  static final Erf F32 =
      new Erf(
          FloatFormat.F32,
          3.9375,
          new double[] {
            -0x1.f235e2p-18,
            0x1.b0ba2cp-14,
            -0x1.b46c9ep-11,
            0x1.554754p-8,
            -0x1.b810e8p-6,
            0x1.ce2dbcp-4,
            -0x1.81274p-2,
            0x1.06eba8p-3
          },
          new double[] {
            0x1.b7bdf8p-18,
            0x1.603b52p-14,
            -0x1.22732cp-9,
            0x1.992b02p-7,
            -0x1.6da498p-7,
            -0x1.f4569ep-5,
            -0x1.2a25bcp-3,
            0x1.0043ccp0
          });

  static final Erf F64 =
      new Erf(
          FloatFormat.F64,
          5.9375,
          new double[] {
            -0x1.2bf2ce9369e5cp-38,
            0x1.8a38810d3a913p-34,
            -0x1.53994bad2d2ffp-30,
            0x1.fe7f3e0509ddfp-27,
            -0x1.5fb52e65db235p-23,
            0x1.b9f1d3d29686ap-20,
            -0x1.f4d39211e41d9p-17,
            0x1.f9a33d8a07236p-14,
            -0x1.c02db515b6b2dp-11,
            0x1.565bcd16e6c29p-8,
            -0x1.b82ce312d78d4p-6,
            0x1.ce2f21a0443aep-4,
            -0x1.812746b037a14p-2,
            0x1.06eba8214db69p-3
          },
          new double[] {
            0x1.e5f00eacff231p-41,
            -0x1.5b05fd6f36fbbp-35,
            0x1.ba6a7ad14db6bp-31,
            -0x1.4209a8433cb92p-27,
            0x1.17fe7803b185fp-24,
            -0x1.062ea35c978c9p-22,
            0x1.81178aba1f379p-23,
            0x1.5e741fb6dd926p-19,
            -0x1.328055a0ee160p-16,
            0x1.0434a4c4754c4p-13,
            -0x1.2c5fc72c38dfep-11,
            0x1.0f8a2ebfd2003p-12,
            0x1.abb4e99770a3bp-8,
            -0x1.0cbda19e5626fp-9,
            -0x1.1d458c707a617p-4,
            -0x1.20db5496328b6p-3,
            0x1.ffffeffe011b8p-1
          });

  /** Units in the last place off: 1.70 in f32, 1.60 in f64. */
  public static final MathSequence ERF = MathSequence.of(F32::erf, F64::erf);

  private static final double NEAR = 1.25;

  /** Coefficients up to which a polynomial is one chain of operations: more are worth two. */
  private static final int MAX_COEFFICIENTS_OF_ONE_CHAIN = 8;

  private final FloatFormat format;
  private final double top;
  private final double[] p;
  private final double[] q;

  private Erf(FloatFormat format, double top, double[] p, double[] q) {
    this.format = format;
    this.top = top;
    this.p = p;
    this.q = q;
  }

  <F, I, M> F erf(MathOps<F, I, M> o, F x) {
    F one = o.constant(1);
    F magnitude = o.abs(x);
    M near = o.lt(magnitude, o.constant(NEAR));
    F at = o.select(near, o.mul(x, x), magnitude);
    F value =
        q.length > MAX_COEFFICIENTS_OF_ONE_CHAIN
            ? Polynomial.eitherInTwo(o, near, at, p, q)
            : Polynomial.either(o, near, at, p, q);
    F small = o.fma(magnitude, value, magnitude);

    F square = o.mul(value, value);
    F fourth = o.mul(square, square);
    F large = o.sub(one, o.mul(fourth, fourth));
    large = o.select(o.lt(o.constant(top), magnitude), one, large);
    return format.withSignOf(o, x, o.select(near, small, large));
  }
}
