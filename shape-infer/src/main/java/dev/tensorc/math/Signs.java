package dev.tensorc.math;

/**
 * Signs. A NaN has none here: which NaN an operation returns is left open, and the bits of one must
 * not decide a result.
 */
public enum Signs {
  F32(FloatFormat.F32),
  F64(FloatFormat.F64);

  public static final MathSequence SIGN = MathSequence.of(Signs::sign, Signs::sign);

  public static final MathSequence COPYSIGN = MathSequence.of(F32::copysign, F64::copysign);

  private final FloatFormat format;

  Signs(FloatFormat format) {
    this.format = format;
  }

  /** 1, -1, 0 of either zero, and NaN. */
  static <F, I, M> F sign(MathOps<F, I, M> o, F x) {
    F zero = o.constant(0);
    F ofOthers = o.select(o.eq(x, zero), zero, x);
    F notPositive = o.select(o.lt(x, zero), o.constant(-1), ofOthers);
    return o.select(o.lt(zero, x), o.constant(1), notPositive);
  }

  /** {@code x} with the sign of {@code y}, NaN counting as positive. */
  <F, I, M> F copysign(MathOps<F, I, M> o, F x, F y) {
    F magnitude = o.abs(x);
    return o.select(o.eq(y, y), format.withSignOf(o, y, magnitude), magnitude);
  }
}
