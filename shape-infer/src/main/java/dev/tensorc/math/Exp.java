package dev.tensorc.math;

/**
 * The exponential function.
 *
 * <p>Cody and Waite's reduction: {@code n} is {@code x / ln 2} rounded to an integer, {@code r = x
 * - n ln 2} with {@code ln 2} in two parts (the first subtraction is exact, thanks to fma), {@code
 * e^r} a polynomial, the result {@code 2^n e^r}. Two factors of about {@code 2^(n/2)} make up
 * {@code 2^n}: only the last multiplication can round, so subnormal results and overflow come out
 * right.
 *
 * <p>The polynomial is {@code 1 + r + r^2 q(r)} where {@code q} is minimax for the relative error
 * of {@code e^r}, {@code |r| <= 0.3467}: a Remez exchange in 200-bit arithmetic, then the
 * coefficients were rounded to the format one after the other, lowest power first, and the rest
 * fitted again. The error left is 2^-28.2 for f32 and 2^-57.9 for f64.
 */
public final class Exp {

  static final Exp F32 =
      new Exp(
          FloatFormat.F32,
          0x1.715476p0,
          0x1.62e43p-1,
          -0x1.05c61p-29,
          -104,
          89,
          0x1.6ac524p-10,
          0x1.123dccp-7,
          0x1.555858p-5,
          0x1.55548cp-3,
          0x1.fffffcp-2,
          1,
          1);

  static final Exp F64 =
      new Exp(
          FloatFormat.F64,
          0x1.71547652b82fep0,
          0x1.62e42fefa39efp-1,
          0x1.abc9e3b39803fp-56,
          -746,
          710,
          0x1.ad9bff9baefddp-26,
          0x1.28ad751cd9c2dp-22,
          0x1.71df0f40ff522p-19,
          0x1.a01999f8e0df0p-16,
          0x1.a01a0136d5c6fp-13,
          0x1.6c16c1843ea27p-10,
          0x1.1111111124b10p-7,
          0x1.5555555550790p-5,
          0x1.555555555550bp-3,
          0x1.000000000000ap-1,
          1,
          1);

  /** Units in the last place off: 0.892 in f32, 0.893 in f64. */
  public static final MathSequence EXP = MathSequence.of(F32::exp, F64::exp);

  private final FloatFormat format;
  private final double log2e;
  private final double ln2High;
  private final double ln2Low;
  private final double zeroBelow;
  private final double infiniteAbove;
  private final double[] coefficients;

  private Exp(
      FloatFormat format,
      double log2e,
      double ln2High,
      double ln2Low,
      double zeroBelow,
      double infiniteAbove,
      double... coefficients) {
    this.format = format;
    this.log2e = log2e;
    this.ln2High = ln2High;
    this.ln2Low = ln2Low;
    this.zeroBelow = zeroBelow;
    this.infiniteAbove = infiniteAbove;
    this.coefficients = coefficients;
  }

  <F, I, M> F exp(MathOps<F, I, M> o, F x) {
    Reduced<F> at = reduce(o, x);
    F r = o.fma(at.n(), o.constant(-ln2Low), at.r());
    return scale(o, x, at.shifted(), Polynomial.horner(o, r, coefficients));
  }

  /** {@code x ln 2}, its rounding error beside it. */
  <F, I, M> Sum<F> timesLn2(MathOps<F, I, M> o, F x) {
    F high = o.mul(x, o.constant(ln2High));
    F error = o.fma(x, o.constant(ln2High), o.sub(o.constant(0), high));
    return new Sum<>(high, o.fma(x, o.constant(ln2Low), error));
  }

  /** {@code x + low} reduced, where {@code low} is small against {@code x} or zero. */
  <F, I, M> Exact<F> exact(MathOps<F, I, M> o, F x, F low) {
    Reduced<F> at = reduce(o, x);
    F tail = o.fma(at.n(), o.constant(-ln2Low), low);
    F r = o.add(at.r(), tail);
    return new Exact<>(at.shifted(), r, o.sub(tail, o.sub(r, at.r())));
  }

  /**
   * An argument {@code n ln 2 + r + rest}.
   *
   * @param shifted its low bits hold {@code n} plus twice the exponent bias
   * @param rest at most a rounding error of {@code r}
   */
  record Exact<F>(F shifted, F r, F rest) {}

  /** As {@link Exact}, without the part of {@code n ln 2} that the high part lacks. */
  private record Reduced<F>(F shifted, F n, F r) {}

  private <F, I, M> Reduced<F> reduce(MathOps<F, I, M> o, F x) {
    F magic = o.constant(format.magic() + 2 * format.bias());
    F shifted = o.fma(x, o.constant(log2e), magic);
    F n = o.sub(shifted, magic);
    return new Reduced<>(shifted, n, o.fma(n, o.constant(-ln2High), x));
  }

  /** {@code 2^n}, where that is an ordinary number: the low bits less one bias are its exponent. */
  <F, I, M> F powerOfTwo(MathOps<F, I, M> o, F shifted) {
    return powerOfTwo(o, shifted, 0);
  }

  /** {@code 2^(n - less)}, where that is an ordinary number. */
  <F, I, M> F powerOfTwo(MathOps<F, I, M> o, F shifted, int less) {
    I once = o.isub(o.bits(shifted), o.intConstant(format.bias() + less));
    return o.fromBits(o.shl(once, format.fractionBits()));
  }

  /** {@code 2^n power}, which is {@code e^x}. */
  <F, I, M> F scale(MathOps<F, I, M> o, F x, F shifted, F power) {
    // One bias for either factor.
    I biased = o.bits(shifted);
    I half = o.ushr(biased, 1);
    F first = o.fromBits(o.shl(half, format.fractionBits()));
    F second = o.fromBits(o.shl(o.isub(biased, half), format.fractionBits()));
    F y = o.mul(o.mul(power, first), second);

    // Between these bounds the multiplications overflow and underflow by themselves; beyond them n
    // no longer fits. NaN has passed through the polynomial.
    y = o.select(o.lt(o.constant(infiniteAbove), x), o.constant(Double.POSITIVE_INFINITY), y);
    return o.select(o.lt(x, o.constant(zeroBelow)), o.constant(0), y);
  }
}
