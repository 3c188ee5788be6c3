package dev.tensorc.math;

/**
 * Arc tangents. Both reduce to {@code |t| <= tan(pi/8)}: {@code atan x} is {@code atan t} plus a
 * multiple of {@code pi/4}, {@code t = (x - 1) / (x + 1)} in the middle and {@code -1 / x} beyond
 * it. {@code atan t = t + t z p(z)}, {@code z = t^2}, {@code p} minimax for the relative error,
 * made like that of {@link Exp}: 2^-30.4 for f32, 2^-59.4 for f64.
 *
 * <p>The rounding errors of sums and of the quotient are kept, so that little more than the last
 * rounding is left.
 */
public final class Atan {

  static final Atan F32 =
      new Atan(
          FloatFormat.F32,
          0x1p100,
          0x1p-80,
          0x1.921fb6p-1,
          -0x1.777a5cp-26,
          -0x1.f2c9d8p-5,
          0x1.b21fb8p-4,
          -0x1.23b964p-3,
          0x1.9991ep-3,
          -0x1.55554ap-2);

  static final Atan F64 =
      new Atan(
          FloatFormat.F64,
          0x1p1000,
          0x1p-900,
          0x1.921fb54442d18p-1,
          0x1.1a62633145c07p-55,
          -0x1.24bda043c111p-6,
          0x1.37877600f3053p-5,
          -0x1.9cb43b093add4p-5,
          0x1.df0894843da8p-5,
          -0x1.10eb431dc1703p-4,
          0x1.3b110ee06fabbp-4,
          -0x1.745cf849edab7p-4,
          0x1.c71c70e0f9b82p-4,
          -0x1.24924922a0487p-3,
          0x1.999999999564ap-3,
          -0x1.555555555553cp-2);

  /** {@code tan(pi/8)} and {@code tan(3 pi/8)}: either side of them will do. */
  private static final double LOW = 0.4140625;

  private static final double HIGH = 2.4140625;

  /** From here on the angle is {@code pi/2}. */
  private static final double STEEP = 0x1p60;

  /** Units in the last place off: 0.765 in f32, 0.872 in f64. */
  public static final MathSequence ATAN = MathSequence.of(F32::atan, F64::atan);

  /** Units in the last place off: 0.818 in f32, 0.738 in f64. */
  public static final MathSequence ATAN2 = MathSequence.of(F32::atan2, F64::atan2);

  private final FloatFormat format;
  private final double huge;
  private final double tiny;
  private final double quarterHigh;
  private final double quarterLow;
  private final double[] p;

  /**
   * @param huge beyond it coordinates are made smaller
   * @param tiny below it they are made larger
   * @param quarterHigh {@code pi/4}, rounded; {@code quarterLow} is the rest
   */
  private Atan(
      FloatFormat format,
      double huge,
      double tiny,
      double quarterHigh,
      double quarterLow,
      double... p) {
    this.format = format;
    this.huge = huge;
    this.tiny = tiny;
    this.quarterHigh = quarterHigh;
    this.quarterLow = quarterLow;
    this.p = p;
  }

  <F, I, M> F atan(MathOps<F, I, M> o, F x) {
    F one = o.constant(1);
    F size = o.abs(x);
    F m = o.select(o.lt(o.constant(STEEP), size), o.constant(STEEP), size);
    M high = o.lt(o.constant(HIGH), m);
    M middle = o.lt(o.constant(LOW), m);
    Sum<F> minusOne = Sum.of(o, o.constant(-1), m); // right also where m is larger, up to HIGH
    Sum<F> plusOne = Sum.of(o, one, m);
    F none = o.constant(0);
    F above = o.select(middle, o.select(high, o.constant(-1), minusOne.high()), m);
    F aboveLow = o.select(middle, o.select(high, none, minusOne.low()), none);
    F below = o.select(middle, o.select(high, m, plusOne.high()), one);
    F belowLow = o.select(middle, o.select(high, none, plusOne.low()), none);
    F inverse = o.div(one, below);
    F t = o.mul(above, inverse);
    F minusT = o.sub(none, t);
    F left = o.fma(minusT, belowLow, o.add(o.fma(minusT, below, above), aboveLow));

    F quarters = o.select(middle, o.select(high, o.constant(2), one), none);
    F baseLow = o.fma(left, inverse, o.mul(quarters, o.constant(quarterLow)));
    Sum<F> angle = Sum.of(o, o.mul(quarters, o.constant(quarterHigh)), t);
    F y = o.add(angle.high(), o.add(angle.low(), beyondLinear(o, t, baseLow)));
    return format.withSignOf(o, x, y);
  }

  /** The angle of the point (x, y), from {@code -pi} to {@code pi}. */
  <F, I, M> F atan2(MathOps<F, I, M> o, F y, F x) {
    F zero = o.constant(0);
    F one = o.constant(1);
    F sizeX = o.abs(x);
    F sizeY = o.abs(y);
    M steep = o.lt(sizeX, sizeY);
    F b = o.select(steep, sizeY, sizeX);
    F a = o.select(steep, sizeX, sizeY);
    // Of infinite coordinates only the directions count.
    F infinity = o.constant(Double.POSITIVE_INFINITY);
    M far = o.eq(b, infinity);
    a = o.select(far, o.select(o.eq(a, infinity), one, o.mul(a, zero)), a);
    b = o.select(far, one, o.select(o.eq(b, zero), one, b));
    F up = o.select(o.lt(b, o.constant(tiny)), o.constant(0x1p60), one);
    F scale = o.select(o.lt(o.constant(huge), b), o.constant(0x1p-4), up);
    a = o.mul(a, scale);
    b = o.mul(b, scale);

    M middle = o.lt(o.mul(b, o.constant(LOW)), a);
    Sum<F> difference = Sum.of(o, b, o.sub(zero, a));
    Sum<F> sum = Sum.of(o, b, a);
    F above = o.select(middle, o.sub(zero, difference.high()), a);
    F aboveLow = o.select(middle, o.sub(zero, difference.low()), zero);
    F below = o.select(middle, sum.high(), b);
    F belowLow = o.select(middle, sum.low(), zero);
    F t = o.div(above, below);
    F minusT = o.sub(zero, t);
    F left = o.fma(minusT, belowLow, o.add(o.fma(minusT, below, above), aboveLow));
    F rest = beyondLinear(o, t, o.div(left, below));

    // The angle is that many quarters of pi, and t or -t.
    M negative = o.ieq(o.ushr(o.bits(x), format.width() - 1), o.intConstant(1));
    F quarters = o.select(middle, one, zero);
    F sign = o.select(steep, o.constant(-1), one);
    quarters = o.select(steep, o.sub(o.constant(2), quarters), quarters);
    quarters = o.select(negative, o.sub(o.constant(4), quarters), quarters);
    sign = o.select(negative, o.sub(zero, sign), sign);
    F base = o.mul(quarters, o.constant(quarterHigh));
    F baseLow = o.fma(quarters, o.constant(quarterHigh), o.sub(zero, base));
    baseLow = o.fma(quarters, o.constant(quarterLow), baseLow);
    Sum<F> angle = Sum.of(o, base, o.mul(sign, t));
    F low = o.add(angle.low(), o.fma(sign, rest, baseLow));
    return format.withSignOf(o, y, o.add(angle.high(), low));
  }

  /** {@code atan t - t + more}. */
  private <F, I, M> F beyondLinear(MathOps<F, I, M> o, F t, F more) {
    F z = o.mul(t, t);
    return o.fma(o.mul(t, z), Polynomial.horner(o, z, p), more);
  }
}
