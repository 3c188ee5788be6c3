package dev.tensorc.math;

import java.util.List;

/**
 * Sine, cosine and tangent.
 *
 * <p>Cody and Waite's reduction with fma: {@code n} is {@code x / (pi/2)} rounded to an integer,
 * and {@code x - n pi/2}, with {@code pi/2} in three parts of full precision, becomes a rounded
 * value {@code r} and its error. The first subtraction is exact. The second, {@code r = first +
 * product}, is Dekker's fast two-sum: {@code first} is a multiple of 2^-23 (f32) or 2^-52 (f64), so
 * {@code first - r} is exact even where the two cancel, and the error follows from it by two fmas.
 * Three parts hold so many bits that no argument below the bound comes near enough to a multiple of
 * {@code pi/2} to hurt.
 *
 * <p>On {@code |r| <= 0.788} both functions are polynomials in {@code z = r^2}, minimax for the
 * relative error of the function (Remez exchange in 200-bit arithmetic): {@code sin r = r - r z
 * s(z)}, 2^-27.8 for f32 and 2^-57.8 for f64; {@code cos r = 1 - z c(z)}, 2^-32.9 and 2^-63.8.
 * Which of them a lane needs depends on its quadrant; as they are of one form, the coefficients are
 * selected and one polynomial is evaluated: selecting is cheaper than multiplying. {@code tan r = r
 * + r z t(z)}, 2^-29.4 and 2^-56.2.
 *
 * <p>Beyond the bound {@link MathFunction} computes the lane. Infinity is among those; NaN is not,
 * it passes through the fast sequence.
 */
public final class Trig {

  static final Trig F32 =
      new Trig(
          FloatFormat.F32,
          MathFunction.SIN32,
          MathFunction.COS32,
          MathFunction.TAN32,
          0x1p17,
          0x1.45f306p-1,
          new double[] {0x1.921fb4p0, 0x1.4442d2p-24, -0x1.ee59dap-50},
          new double[] {0x1.991c28p-13, -0x1.1106c6p-7, 0x1.555544p-3},
          new double[] {-0x1.99e616p-16, 0x1.6c0c24p-10, -0x1.55554ap-5, 0.5},
          new double[] {
            0x1.202962p-8,
            0x1.bb2cc2p-15,
            0x1.63d968p-7,
            0x1.5c93fp-6,
            0x1.badd3p-5,
            0x1.110d92p-3,
            0x1.55556p-2
          });

  static final Trig F64 =
      new Trig(
          FloatFormat.F64,
          MathFunction.SIN64,
          MathFunction.COS64,
          MathFunction.TAN64,
          0x1p40,
          0x1.45f306dc9c883p-1,
          new double[] {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110},
          new double[] {
            -0x1.5d8a2f2d9790dp-33,
            0x1.ae5e47e852ffdp-26,
            -0x1.71de3551250cep-19,
            0x1.a01a019be5665p-13,
            -0x1.111111110f71dp-7,
            0x1.5555555555548p-3
          },
          new double[] {
            0x1.8f99cbcd66e39p-37,
            -0x1.1ee9c335f58c2p-29,
            0x1.27e4f7cd32135p-22,
            -0x1.a01a019c5c398p-16,
            0x1.6c16c16c14e00p-10,
            -0x1.555555555554ap-5,
            0.5
          },
          new double[] {
            0x1.5f24362e01a1cp-16,
            -0x1.7ac2fe711b561p-15,
            0x1.7952ee01f1b1ap-14,
            -0x1.c3f2d43c547a6p-16,
            0x1.1f2256f9fb19cp-13,
            0x1.d1f7aac3d64cap-13,
            0x1.3804d53d10ba9p-11,
            0x1.7d5a2285d90f4p-10,
            0x1.d6d94daf5d8dep-9,
            0x1.226e11a11c26dp-7,
            0x1.664f49af0f717p-6,
            0x1.ba1ba1b4478edp-5,
            0x1.11111111185e5p-3,
            0x1.55555555554efp-2
          });

  /** Units in the last place off: 1.088 in f32, 1.120 in f64. */
  public static final MathSequence SIN = MathSequence.of(F32::sin, F64::sin);

  /** Units in the last place off: 1.093 in f32, 1.116 in f64. */
  public static final MathSequence COS = MathSequence.of(F32::cos, F64::cos);

  /** Units in the last place off: 1.075 in f32, 1.104 in f64. */
  public static final MathSequence TAN = MathSequence.of(F32::tan, F64::tan);

  private final FloatFormat format;
  private final MathFunction slowSin;
  private final MathFunction slowCos;
  private final MathFunction slowTan;
  private final double bound;
  private final double twoOverPi;
  private final double[] halfPi;
  private final double[] s;
  private final double[] c;
  private final double[] t;

  private Trig(
      FloatFormat format,
      MathFunction slowSin,
      MathFunction slowCos,
      MathFunction slowTan,
      double bound,
      double twoOverPi,
      double[] halfPi,
      double[] s,
      double[] c,
      double[] t) {
    this.format = format;
    this.slowSin = slowSin;
    this.slowCos = slowCos;
    this.slowTan = slowTan;
    this.bound = bound;
    this.twoOverPi = twoOverPi;
    this.halfPi = halfPi;
    this.s = s;
    this.c = c;
    this.t = t;
  }

  <F, I, M> F sin(MathOps<F, I, M> o, F x) {
    return sinOf(o, x, reduce(o, x, 0), slowSin);
  }

  <F, I, M> F cos(MathOps<F, I, M> o, F x) {
    return sinOf(o, x, reduce(o, x, 1), slowCos); // cos x = sin(x + pi/2)
  }

  /** {@code tan r}, or {@code -1 / tan r} in odd quadrants, where the tangent is kept as a sum. */
  <F, I, M> F tan(MathOps<F, I, M> o, F x) {
    Quadrant<F, I> at = reduce(o, x, 0);
    F r = at.r();
    F z = o.mul(r, r);
    F beyond = o.mul(o.mul(r, z), Polynomial.horner(o, z, t));
    F most = o.add(r, beyond); // nearly the tangent, whose slope is 1 + tan^2
    F error = o.mul(at.minusError(), o.fma(most, most, o.constant(1)));
    Sum<F> tangent = Sum.of(o, r, o.sub(beyond, error));
    F y = o.select(even(o, at), tangent.high(), tangent.divides(o, o.constant(-1)));
    return o.orElseScalar(tooLarge(o, x), y, slowTan, List.of(x));
  }

  /** {@code x = n pi/2 + r - minusError}; {@code index} holds {@code n + offset} modulo 4. */
  private record Quadrant<F, I>(F r, F minusError, I index) {}

  private <F, I, M> Quadrant<F, I> reduce(MathOps<F, I, M> o, F x, int offset) {
    F magic = o.constant(format.magic() + offset);
    F shifted = o.fma(x, o.constant(twoOverPi), magic);
    F n = o.sub(shifted, magic);
    F first = o.fma(n, o.constant(-halfPi[0]), x);
    // Not an fma: with the product rounded, `r - first` is exact.
    F r = o.sub(first, o.mul(n, o.constant(halfPi[1])));
    F minusError = o.fma(n, o.constant(halfPi[1]), o.sub(r, first));
    minusError = o.fma(n, o.constant(halfPi[2]), minusError);
    return new Quadrant<>(r, minusError, o.bits(shifted));
  }

  /** {@code sin(index pi/2 + r - minusError)}, or the scalar function of {@code x}. */
  private <F, I, M> F sinOf(MathOps<F, I, M> o, F x, Quadrant<F, I> at, MathFunction slowPath) {
    M even = even(o, at);
    F r = at.r();
    F z = o.mul(r, r);
    F one = o.constant(1);
    F most = o.select(even, r, one);
    F cosine = o.fma(z, o.constant(-0.5), one); // nearly, and so is minus the sine beside it
    F slope = o.select(even, cosine, o.sub(o.constant(0), r));
    F less =
        o.fma(o.mul(z, most), Polynomial.either(o, even, z, s, c), o.mul(at.minusError(), slope));

    // The quadrants 2 and 3 change the sign.
    I sign = o.iand(o.shl(at.index(), format.width() - 2), o.intConstant(format.signMask()));
    F y = o.fromBits(o.ixor(o.bits(o.sub(most, less)), sign));
    return o.orElseScalar(tooLarge(o, x), y, slowPath, List.of(x));
  }

  private <F, I, M> M even(MathOps<F, I, M> o, Quadrant<F, I> at) {
    return o.ieq(o.iand(at.index(), o.intConstant(1)), o.intConstant(0));
  }

  private <F, I, M> M tooLarge(MathOps<F, I, M> o, F x) {
    return o.lt(o.constant(bound), o.abs(x));
  }
}
