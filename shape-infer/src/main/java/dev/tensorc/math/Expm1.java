package dev.tensorc.math;

/**
 * {@code e^x - 1}, without the cancellation near zero, and powers to more bits than the format has.
 *
 * <p>Cody and Waite's reduction as in {@link Exp}, with the error of {@code r} kept. Then {@code
 * 2^n e^r - 1 = (2^n - 1) + 2^n r + 2^n t}, where {@code t = r^2 q(r)} and that error are small:
 * the first sum is a fast two-sum (Dekker's), whose error is added to the last term, so nearly all
 * that is left is one rounding.
 *
 * <p>{@code q} is minimax for the relative error of {@code e^r - 1}, {@code |r| <= 0.3467}, with
 * constant term exactly 1/2, made like that of {@link Exp}; the error left is 2^-28.2 for f32 and
 * 2^-60.0 for f64.
 */
public final class Expm1 {

  static final Expm1 F32 =
      new Expm1(
          Exp.F32,
          0x1.3b905ep-13,
          0x1.6d2e4ap-10,
          0x1.1155a6p-7,
          0x1.555502p-5,
          0x1.55552cp-3,
          0.5);

  static final Expm1 F64 =
      new Expm1(
          Exp.F64,
          0x1.1e96f2d1133b1p-29,
          0x1.af5cbf478f752p-26,
          0x1.27e5311857b6p-22,
          0x1.71ddf94c01b5ep-19,
          0x1.a01a01965c747p-16,
          0x1.a01a01af9eba3p-13,
          0x1.6c16c16c161cap-10,
          0x1.111111110f6f6p-7,
          0x1.5555555555559p-5,
          0x1.5555555555559p-3,
          0.5);

  /** Units in the last place off: 0.748 in f32, 0.737 in f64. */
  public static final MathSequence EXP2 = MathSequence.of(F32::exp2, F64::exp2);

  /** Units in the last place off: 1.023 in f32, 0.957 in f64. */
  public static final MathSequence EXPM1 = MathSequence.of(F32::expm1, F64::expm1);

  private final Exp exp;
  private final double[] q;

  private Expm1(Exp exp, double... q) {
    this.exp = exp;
    this.q = q;
  }

  /** For arguments from -40 to 80; anything, but NaN for NaN, for others. */
  <F, I, M> F moderate(MathOps<F, I, M> o, F x) {
    Exp.Exact<F> at = exp.exact(o, x, o.constant(0));
    F scale = exp.powerOfTwo(o, at.shifted());
    Sum<F> sum = Sum.of(o, o.sub(scale, o.constant(1)), o.mul(scale, at.r()));
    return o.add(sum.high(), o.fma(scale, beyondLinear(o, at), sum.low()));
  }

  <F, I, M> F expm1(MathOps<F, I, M> o, F x) {
    F y = o.select(o.lt(o.constant(80), x), exp.exp(o, x), moderate(o, x));
    y = o.select(o.lt(x, o.constant(-40)), o.constant(-1), y);
    return o.select(o.eq(x, o.constant(0)), x, y);
  }

  /** {@code 2^x}; exact where that is a number. */
  <F, I, M> F exp2(MathOps<F, I, M> o, F x) {
    Sum<F> product = exp.timesLn2(o, x);
    return expOfSum(o, product.high(), product.low());
  }

  /** {@code e^(x + low)}, right but for little more than the last rounding. */
  <F, I, M> F expOfSum(MathOps<F, I, M> o, F x, F low) {
    Power<F> power = power(o, x, low);
    return exp.scale(o, x, power.shifted(), o.add(power.sum().high(), power.sum().low()));
  }

  /**
   * A power {@code 2^n sum}.
   *
   * @param shifted its low bits hold {@code n}: {@link Exp#powerOfTwo}
   * @param sum its low part is smaller than the high one, but not below its last place
   */
  record Power<F>(F shifted, Sum<F> sum) {}

  /** {@code e^(x + low)} to more bits than the format has. */
  <F, I, M> Power<F> power(MathOps<F, I, M> o, F x, F low) {
    Exp.Exact<F> at = exp.exact(o, x, low);
    Sum<F> sum = Sum.of(o, o.constant(1), at.r());
    F rest = o.add(sum.low(), beyondLinear(o, at));
    return new Power<>(at.shifted(), new Sum<>(sum.high(), rest));
  }

  /** {@code e^(r + rest) - 1 - r}. */
  private <F, I, M> F beyondLinear(MathOps<F, I, M> o, Exp.Exact<F> at) {
    F r = at.r();
    F rest = o.fma(r, at.rest(), at.rest());
    return o.fma(o.mul(r, r), Polynomial.horner(o, r, q), rest);
  }
}
