package dev.tensorc.math;

/**
 * The hyperbolic tangent: {@code m / (m + 2)}, where {@code m = e^2|x| - 1}. From {@code top} on
 * the result is 1.
 */
public enum Tanh {
  F32(FloatFormat.F32, Expm1.F32, 10),
  F64(FloatFormat.F64, Expm1.F64, 20);

  /** Units in the last place off: 1.297 in f32, 1.395 in f64. */
  public static final MathSequence TANH = MathSequence.of(F32::tanh, F64::tanh);

  private final FloatFormat format;
  private final Expm1 expm1;
  private final double top;

  Tanh(FloatFormat format, Expm1 expm1, double top) {
    this.format = format;
    this.expm1 = expm1;
    this.top = top;
  }

  <F, I, M> F tanh(MathOps<F, I, M> o, F x) {
    F magnitude = o.abs(x);
    F m = expm1.moderate(o, o.add(magnitude, magnitude));
    F y = Sum.ofAny(o, o.constant(2), m).divides(o, m);
    y = o.select(o.lt(o.constant(top), magnitude), o.constant(1), y);
    return format.withSignOf(o, x, y);
  }
}
