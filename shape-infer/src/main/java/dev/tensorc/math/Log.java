package dev.tensorc.math;

import java.util.Optional;

/**
 * The natural logarithm.
 *
 * <p>As in fdlibm, {@code x = 2^n m} with {@code m} about one, {@code f = m - 1} (exact), and
 * {@code log x = n ln 2 + log(1 + f)}. The sum {@code n ln 2 + f} is kept as a rounded sum and its
 * error (Dekker's fast two-sum, with fma), because for {@code x} near one the two cancel partly and
 * a rounding of either would cost a unit in the last place.
 *
 * <ul>
 *   <li>f32, {@code 0.69 <= m < 1.38}: {@code log(1 + f) = f + f^2 q(f)}, {@code q} of degree 8
 *       with constant term -1/2. No division; relative error 2^-27.4.
 *   <li>f64, {@code 0.695 <= m < 1.39}: {@code log(1 + f) = f - s (f - z p(z))}, {@code s = f / (2
 *       + f)}, {@code z = s^2}, {@code p} of degree 6, fdlibm's scheme; relative error 2^-58.3. One
 *       division replaces twelve polynomial steps.
 * </ul>
 *
 * <p>Both polynomials are minimax for the relative error of the logarithm, made like those of
 * {@link Exp}. The ranges of {@code m} are those with the smallest observed error: the worst
 * arguments lie just inside either end.
 */
public final class Log {

  private static final double LN2_32 = 0x1.62e43p-1;
  private static final double LN2_64 = 0x1.62e42fefa39efp-1;
  private static final double LN2_64_LOW = 0x1.abc9e3b39803fp-56;

  private static final double[] Q32 = {
    -0x1.86556p-4,
    0x1.14abd6p-3,
    -0x1.07740ep-3,
    0x1.207a96p-3,
    -0x1.54bdd8p-3,
    0x1.99bb42p-3,
    -0x1.000196p-2,
    0x1.55552cp-2,
    -0.5
  };

  /** The coefficients of {@code -p}. */
  private static final double[] P64 = {
    -0x1.32395e772ba9ap-3,
    -0x1.3950635dd31a8p-3,
    -0x1.7469625c36775p-3,
    -0x1.c71c42e221dcbp-3,
    -0x1.249249544af52p-2,
    -0x1.999999996b9fbp-2,
    -0x1.55555555555cdp-1
  };

  /** Units in the last place off: 0.832 in f32, 0.826 in f64. */
  public static final MathSequence LOG = MathSequence.of(Log::log32, Log::log64);

  /** Units in the last place off: 0.844 in f32, 0.840 in f64. */
  public static final MathSequence LOG1P = MathSequence.of(Log::log1p32, Log::log1p64);

  private Log() {}

  /** {@code x = 2^n (1 + f)}. */
  record Parts<F>(F n, F f) {}

  static <F, I, M> F log32(MathOps<F, I, M> o, F x) {
    return specials(o, x, of32(o, split32(o, x), Optional.empty()));
  }

  static <F, I, M> F log64(MathOps<F, I, M> o, F x) {
    return specials(o, x, of64(o, split64(o, x), Optional.empty()));
  }

  static <F, I, M> F log1p32(MathOps<F, I, M> o, F x) {
    return log1p(o, FloatFormat.F32, x);
  }

  static <F, I, M> F log1p64(MathOps<F, I, M> o, F x) {
    return log1p(o, FloatFormat.F64, x);
  }

  /** {@code log(1 + x)}: the rounding error of {@code 1 + x} is taken into account. */
  static <F, I, M> F log1p(MathOps<F, I, M> o, FloatFormat format, F x) {
    F zero = o.constant(0);
    Sum<F> sum = Sum.ofAny(o, o.constant(1), x);
    F y = specials(o, sum.high(), ofSum(o, format, sum, zero));
    return o.select(o.eq(x, zero), x, y);
  }

  /**
   * {@code doublings ln 2 + log(high + low)} for positive finite sums: {@code low / high} is added
   * where it does not get lost.
   */
  static <F, I, M> F ofSum(MathOps<F, I, M> o, FloatFormat format, Sum<F> x, F doublings) {
    boolean single = format == FloatFormat.F32;
    Parts<F> parts = single ? split32(o, x.high()) : split64(o, x.high());
    Parts<F> doubled = new Parts<>(o.add(parts.n(), doublings), parts.f());
    Optional<F> more = Optional.of(o.div(x.low(), x.high()));
    return single ? of32(o, doubled, more) : of64(o, doubled, more);
  }

  private static <F, I, M> Parts<F> split32(MathOps<F, I, M> o, F x) {
    return split(o, x, FloatFormat.F32, 0x3f30a3d7L);
  }

  private static <F, I, M> Parts<F> split64(MathOps<F, I, M> o, F x) {
    return split(o, x, FloatFormat.F64, 0x3fe63d7000000000L);
  }

  /**
   * @param more is added to the result
   */
  private static <F, I, M> F of32(MathOps<F, I, M> o, Parts<F> parts, Optional<F> more) {
    F n = parts.n();
    F f = parts.f();
    F sum = o.fma(n, o.constant(LN2_32), f);
    // The float nearest to ln 2 happens to be good to 2^-29, so it needs no low part.
    F error = o.sub(f, o.fma(n, o.constant(-LN2_32), sum));
    F rest = more.isPresent() ? o.add(error, more.get()) : error;
    F q = Polynomial.horner(o, f, Q32);
    return o.add(sum, o.fma(o.mul(f, f), q, rest));
  }

  private static <F, I, M> F of64(MathOps<F, I, M> o, Parts<F> parts, Optional<F> more) {
    F n = parts.n();
    F f = parts.f();
    F sum = o.fma(n, o.constant(LN2_64), f);
    F error = o.sub(f, o.fma(n, o.constant(-LN2_64), sum));
    error = o.fma(n, o.constant(LN2_64_LOW), error);
    F rest = more.isPresent() ? o.add(error, more.get()) : error;

    F minusS = o.div(f, o.sub(o.constant(-2), f));
    F z = o.mul(minusS, minusS);
    F inner = o.fma(z, Polynomial.horner(o, z, P64), f);
    return o.add(sum, o.fma(minusS, inner, rest));
  }

  /**
   * Splits a positive finite {@code x}; for any other the parts mean nothing.
   *
   * @param lowestBits the bits of the smallest {@code 1 + f}
   */
  static <F, I, M> Parts<F> split(MathOps<F, I, M> o, F x, FloatFormat format, long lowestBits) {
    int fractionBits = format.fractionBits();
    M tiny = o.lt(x, o.constant(format.minNormal()));
    F normal = o.select(tiny, o.mul(x, o.constant(1L << fractionBits)), x);
    // One bias more, and the exponent is not negative: AVX2 shifts no longs with their sign.
    long lowest = lowestBits - ((long) format.bias() << fractionBits);
    I offset = o.isub(o.bits(normal), o.intConstant(lowest));
    I n = o.ushr(offset, fractionBits);
    I m = o.iadd(o.iand(offset, o.intConstant(format.fractionMask())), o.intConstant(lowestBits));

    double magic = format.magic() + format.bias();
    F shifted = o.fromBits(o.iadd(n, o.intConstant(format.magicBits())));
    F shift = o.select(tiny, o.constant(magic + fractionBits), o.constant(magic));
    return new Parts<>(o.sub(shifted, shift), o.sub(o.fromBits(m), o.constant(1)));
  }

  /** {@code y}, but a logarithm's result for 0, infinity, NaN and negative numbers. */
  static <F, I, M> F specials(MathOps<F, I, M> o, F x, F y) {
    F zero = o.constant(0);
    F infinity = o.constant(Double.POSITIVE_INFINITY);
    F result = o.select(o.lt(x, infinity), y, x); // infinity and NaN
    result = o.select(o.lt(x, zero), o.constant(Double.NaN), result);
    return o.select(o.eq(x, zero), o.constant(Double.NEGATIVE_INFINITY), result);
  }
}
