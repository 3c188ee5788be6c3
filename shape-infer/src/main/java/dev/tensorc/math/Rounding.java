package dev.tensorc.math;

/**
 * To whole numbers, exactly: {@code |x|} rounded to the nearest one by {@link FloatFormat#whole},
 * and one less or more where that lies on the wrong side. Signs stay, those of zeros too.
 */
public enum Rounding {
  F32(FloatFormat.F32),
  F64(FloatFormat.F64);

  public static final MathSequence FLOOR = MathSequence.of(F32::floor, F64::floor);

  public static final MathSequence CEIL = MathSequence.of(F32::ceil, F64::ceil);

  public static final MathSequence TRUNC = MathSequence.of(F32::trunc, F64::trunc);

  public static final MathSequence ROUND = MathSequence.of(F32::round, F64::round);

  private final FloatFormat format;

  Rounding(FloatFormat format) {
    this.format = format;
  }

  /** The nearest whole number, the even one of two. */
  <F, I, M> F round(MathOps<F, I, M> o, F x) {
    if (o.isWithin(x, 0, Double.POSITIVE_INFINITY)) {
      return format.whole(o, x);
    }
    return format.withSignOf(o, x, format.whole(o, o.abs(x)));
  }

  /** Towards zero. */
  <F, I, M> F trunc(MathOps<F, I, M> o, F x) {
    F magnitude = o.abs(x);
    F near = format.whole(o, magnitude);
    F down = o.select(o.lt(magnitude, near), o.sub(near, o.constant(1)), near);
    return format.withSignOf(o, x, down);
  }

  <F, I, M> F floor(MathOps<F, I, M> o, F x) {
    F near = round(o, x);
    return o.select(o.lt(x, near), o.sub(near, o.constant(1)), near);
  }

  <F, I, M> F ceil(MathOps<F, I, M> o, F x) {
    F near = round(o, x);
    F up = o.select(o.lt(near, x), o.add(near, o.constant(1)), near);
    return format.withSignOf(o, x, o.abs(up)); // of -0.5 it is -0.0
  }
}
