package dev.tensorc.math;

/**
 * Powers: {@code |x|^y = e^(y log |x|)}, with the logarithm to more than twelve bits beyond the
 * format, because the exponent multiplies its error by up to 745 (f32: 104).
 *
 * <p>{@code |x| = 2^n m}, {@code m} around 1, {@code log m = 2 atanh s}, {@code s = (m - 1) / (m +
 * 1)}. Values are kept as unevaluated sums of two floats where it matters; products become exact by
 * fma, sums by Dekker's fast two-sum. {@code atanh s = s + s v}, {@code v = z (1/3 + z p(z))},
 * {@code z = s^2}, where {@code p} is minimax, made like that of {@link Exp}: relative error of the
 * logarithm 2^-36.8 for f32 and 2^-73.5 for f64. The high part of {@code ln 2} is short, so that
 * {@code n} times it is exact.
 *
 * <p>Special cases are C's: {@code x^0} and {@code 1^y} are 1, even for NaN; a negative number to a
 * power that is no integer is NaN.
 */
public final class Pow {

  static final Pow F32 =
      new Pow(
          FloatFormat.F32,
          Expm1.F32,
          0x3f3504f3L,
          0x1p40,
          0x1.62e4p-1,
          0x1.7f7d1cp-20,
          0x1.555556p-2,
          -0x1.555556p-27,
          0x1.dfa30ap-4,
          0x1.24527ap-3,
          0x1.999ap-3);

  static final Pow F64 =
      new Pow(
          FloatFormat.F64,
          Expm1.F64,
          0x3fe6a09e667f3bcdL,
          0x1p70,
          0x1.62e42fefa3p-1,
          0x1.3de6af278ece6p-42,
          0x1.5555555555555p-2,
          0x1.5555555555555p-56,
          0x1.ead1a01835e0ap-5,
          0x1.de3c173f073dcp-5,
          0x1.11207715513d2p-4,
          0x1.3b136499c062p-4,
          0x1.745d1829f03b8p-4,
          0x1.c71c71c595947p-4,
          0x1.2492492492f56p-3,
          0x1.9999999999996p-3);

  /** Units in the last place off: 0.749 in f32, 0.966 in f64. */
  public static final MathSequence POW = MathSequence.of(F32::pow, F64::pow);

  private final FloatFormat format;
  private final Expm1 exp;
  private final long lowestBits;
  private final double largestPower;
  private final double ln2High;
  private final double ln2Low;
  private final double thirdHigh;
  private final double thirdLow;
  private final double[] p;

  private Pow(
      FloatFormat format,
      Expm1 exp,
      long lowestBits,
      double largestPower,
      double ln2High,
      double ln2Low,
      double thirdHigh,
      double thirdLow,
      double... p) {
    this.format = format;
    this.exp = exp;
    this.lowestBits = lowestBits;
    this.largestPower = largestPower;
    this.ln2High = ln2High;
    this.ln2Low = ln2Low;
    this.thirdHigh = thirdHigh;
    this.thirdLow = thirdLow;
    this.p = p;
  }

  <F, I, M> F pow(MathOps<F, I, M> o, F x, F y) {
    F base = o.abs(x);
    Sum<F> log = log(o, base);
    F power = clamp(o, y);
    F high = o.mul(power, log.high());
    F low = o.fma(power, log.low(), o.fma(power, log.high(), o.sub(o.constant(0), high)));
    F magnitude = exp.expOfSum(o, high, low);

    M negative = o.ieq(o.ushr(o.bits(x), format.width() - 1), o.intConstant(1));
    F result = o.select(negative, ofNegative(o, base, power, magnitude), magnitude);
    F one = o.constant(1);
    result = o.select(o.eq(x, one), one, result);
    return o.select(o.eq(y, o.constant(0)), one, result);
  }

  /** The logarithm; of zero and infinity the high part alone is right, and the low part finite. */
  <F, I, M> Sum<F> log(MathOps<F, I, M> o, F base) {
    F one = o.constant(1);
    Log.Parts<F> parts = Log.split(o, base, format, lowestBits);
    F n = parts.n();
    F f = parts.f();

    // s = f / (2 + f)
    F m = o.add(f, one);
    F d = o.add(m, one);
    F inverse = o.div(one, d);
    F s = o.mul(f, inverse);
    F minusS = o.sub(o.constant(0), s);
    F left = o.fma(minusS, o.sub(m, o.sub(d, one)), o.fma(minusS, d, f));
    F sLow = o.mul(left, inverse);

    F z = o.mul(s, s);
    F zLow = o.fma(s, o.add(sLow, sLow), o.fma(s, s, o.sub(o.constant(0), z)));
    Sum<F> u =
        Sum.of(
            o, o.constant(thirdHigh), o.fma(z, Polynomial.horner(o, z, p), o.constant(thirdLow)));
    F v = o.mul(z, u.high());
    F vLow = o.fma(z, u.high(), o.sub(o.constant(0), v));
    vLow = o.fma(zLow, u.high(), o.fma(z, u.low(), vLow));
    F w = o.mul(s, v);
    F wLow = o.fma(s, vLow, o.fma(sLow, v, o.fma(s, v, o.sub(o.constant(0), w))));
    Sum<F> half = Sum.of(o, s, w);
    F halfLow = o.add(half.low(), o.add(sLow, wLow));

    Sum<F> log = Sum.of(o, o.mul(n, o.constant(ln2High)), o.add(half.high(), half.high()));
    F low = o.fma(n, o.constant(ln2Low), o.fma(halfLow, o.constant(2), log.low()));
    F high = o.select(o.lt(base, o.constant(Double.POSITIVE_INFINITY)), log.high(), base);
    high = o.select(o.eq(base, o.constant(0)), o.constant(Double.NEGATIVE_INFINITY), high);
    return new Sum<>(high, low);
  }

  /** Beyond the bound every power of a base but one is 0 or infinite, and products stay finite. */
  private <F, I, M> F clamp(MathOps<F, I, M> o, F y) {
    F most = o.constant(largestPower);
    F least = o.constant(-largestPower);
    F below = o.select(o.lt(most, y), most, y);
    return o.select(o.lt(below, least), least, below);
  }

  /** By odd integers the sign stays; a power that is no integer exists of 0 and infinity only. */
  private <F, I, M> F ofNegative(MathOps<F, I, M> o, F base, F power, F magnitude) {
    F size = o.abs(power);
    F half = o.mul(size, o.constant(0.5));
    F negated = o.sub(o.constant(-0.0), magnitude); // of 0 it is -0.0
    F ofInteger = o.select(isWhole(o, half), magnitude, negated);
    F ofOther =
        o.select(
            o.lt(base, o.constant(Double.POSITIVE_INFINITY)), o.constant(Double.NaN), magnitude);
    ofOther = o.select(o.eq(base, o.constant(0)), magnitude, ofOther);
    return o.select(isWhole(o, size), ofInteger, ofOther);
  }

  private <F, I, M> M isWhole(MathOps<F, I, M> o, F x) {
    return o.eq(format.whole(o, x), x);
  }
}
