package dev.tensorc.math;

/**
 * Inverse hyperbolic functions: logarithms of {@code x + sqrt(x^2 + 1)}, {@code x + sqrt(x^2 - 1)}
 * and {@code (1 + x) / (1 - x)}, whose rounding errors {@link Log#ofSum} takes into account, so
 * that nothing is lost near 1.
 */
public enum InverseHyperbolic {
  F32(FloatFormat.F32, 0x1p15),
  F64(FloatFormat.F64, 0x1p30);

  /** Units in the last place off: 1.000 in f32, 1.000 in f64. */
  public static final MathSequence ASINH = MathSequence.of(F32::asinh, F64::asinh);

  /** Units in the last place off: 0.771 in f32, 0.816 in f64. */
  public static final MathSequence ACOSH = MathSequence.of(F32::acosh, F64::acosh);

  /** Units in the last place off: 1.000 in f32, 1.000 in f64. */
  public static final MathSequence ATANH = MathSequence.of(F32::atanh, F64::atanh);

  private final FloatFormat format;
  private final double large;

  /**
   * @param large from here on 1 does not count beside the square
   */
  InverseHyperbolic(FloatFormat format, double large) {
    this.format = format;
    this.large = large;
  }

  <F, I, M> F asinh(MathOps<F, I, M> o, F x) {
    F m = o.abs(x);
    F square = o.mul(m, m);
    F y = logOfRoot(o, m, Sum.ofAny(o, o.constant(1), square), squareError(o, m, square));
    y = o.select(o.lt(m, o.constant(Double.POSITIVE_INFINITY)), y, m);
    return format.withSignOf(o, x, y);
  }

  <F, I, M> F acosh(MathOps<F, I, M> o, F x) {
    F square = o.mul(x, x);
    F y = logOfRoot(o, x, Sum.of(o, square, o.constant(-1)), squareError(o, x, square));
    y = o.select(o.lt(x, o.constant(Double.POSITIVE_INFINITY)), y, x);
    return o.select(o.lt(x, o.constant(1)), o.constant(Double.NaN), y);
  }

  private static <F, I, M> F squareError(MathOps<F, I, M> o, F x, F square) {
    return o.fma(x, x, o.sub(o.constant(0), square));
  }

  /** {@code log(x + sqrt(square + more))}, of large {@code x} simply {@code log 2x}. */
  private <F, I, M> F logOfRoot(MathOps<F, I, M> o, F x, Sum<F> square, F more) {
    F zero = o.constant(0);
    F one = o.constant(1);
    F root = o.sqrt(square.high());
    F left = o.fma(o.sub(zero, root), root, square.high());
    left = o.add(left, o.add(square.low(), more));
    F twice = o.select(o.eq(root, zero), one, o.add(root, root));
    Sum<F> sum = Sum.ofAny(o, x, root);
    F low = o.add(sum.low(), o.div(left, twice));
    M isLarge = o.lt(o.constant(large), x);
    var argument = new Sum<>(o.select(isLarge, x, sum.high()), o.select(isLarge, zero, low));
    return Log.ofSum(o, format, argument, o.select(isLarge, one, zero));
  }

  <F, I, M> F atanh(MathOps<F, I, M> o, F x) {
    F one = o.constant(1);
    F m = o.abs(x);
    Sum<F> above = Sum.of(o, one, m);
    Sum<F> below = Sum.of(o, one, o.sub(o.constant(0), m));
    F quotient = o.div(above.high(), below.high());
    F minus = o.sub(o.constant(0), quotient);
    F left = o.add(o.fma(minus, below.high(), above.high()), above.low());
    F low = o.div(o.fma(minus, below.low(), left), below.high());
    F log = Log.ofSum(o, format, new Sum<>(quotient, low), o.constant(0));
    F atEnd = o.select(o.eq(m, one), o.constant(Double.POSITIVE_INFINITY), o.constant(Double.NaN));
    F y = o.select(o.lt(m, one), o.mul(log, o.constant(0.5)), atEnd);
    return format.withSignOf(o, x, y);
  }
}
