package dev.tensorc.math;

/**
 * Hyperbolic sine and cosine: {@code a - b} and {@code a + b} of {@code a = e^|x| / 2}, known to
 * more bits than the format has, and {@code b = e^-|x| / 2 = 1 / 4a}; all halved once more, so that
 * nothing overflows before the result does. Up to 1, {@code sinh x = x + x z p(z)}, {@code z =
 * x^2}, where {@code p} is minimax for the relative error, made like that of {@link Exp}: 2^-31.6
 * for f32, 2^-61.1 for f64.
 */
public final class Hyperbolic {

  static final Hyperbolic F32 =
      new Hyperbolic(
          FloatFormat.F32,
          Exp.F32,
          Expm1.F32,
          89.5,
          0x1.756c42p-19,
          0x1.a022bcp-13,
          0x1.1110ep-7,
          0x1.555556p-3);

  static final Hyperbolic F64 =
      new Hyperbolic(
          FloatFormat.F64,
          Exp.F64,
          Expm1.F64,
          710.5,
          0x1.b5c8cec6f3693p-41,
          0x1.6116f459de1c2p-33,
          0x1.ae646ff5557c4p-26,
          0x1.71de3a3b068dcp-19,
          0x1.a01a01a03726bp-13,
          0x1.111111111101ep-7,
          0x1.5555555555556p-3);

  /** Units in the last place off: 0.659 in f32, 0.688 in f64. */
  public static final MathSequence SINH = MathSequence.of(F32::sinh, F64::sinh);

  /** Units in the last place off: 0.625 in f32, 0.625 in f64. */
  public static final MathSequence COSH = MathSequence.of(F32::cosh, F64::cosh);

  private final FloatFormat format;
  private final Exp exp;
  private final Expm1 expm1;
  private final double top;
  private final double[] p;

  /**
   * @param top beyond it the results are infinite
   */
  private Hyperbolic(FloatFormat format, Exp exp, Expm1 expm1, double top, double... p) {
    this.format = format;
    this.exp = exp;
    this.expm1 = expm1;
    this.top = top;
    this.p = p;
  }

  <F, I, M> F sinh(MathOps<F, I, M> o, F x) {
    F m = o.abs(x);
    F z = o.mul(m, m);
    F small = o.fma(o.mul(m, z), Polynomial.horner(o, z, p), m);
    F y = o.select(o.lt(m, o.constant(1)), small, combined(o, m, -1));
    return format.withSignOf(o, x, y);
  }

  <F, I, M> F cosh(MathOps<F, I, M> o, F x) {
    return combined(o, o.abs(x), 1);
  }

  /** {@code (e^m + sign e^-m) / 2}. */
  private <F, I, M> F combined(MathOps<F, I, M> o, F m, int sign) {
    Expm1.Power<F> power = expm1.power(o, m, o.constant(0));
    F quarter = exp.powerOfTwo(o, power.shifted(), 2);
    Sum<F> normal = Sum.of(o, power.sum().high(), power.sum().low());
    F a = o.mul(quarter, normal.high());
    F b = o.div(o.constant(sign * 0x1p-4), a);
    Sum<F> sum = Sum.of(o, a, b);
    // The error of a changes b, too: by -16 b^2 times as much.
    F factor = o.fma(o.mul(b, b), o.constant(sign * -16), o.constant(1));
    F low = o.fma(o.mul(quarter, normal.low()), factor, sum.low());
    F half = o.add(sum.high(), low);
    F y = o.add(half, half);
    return o.select(o.lt(o.constant(top), m), o.constant(Double.POSITIVE_INFINITY), y);
  }
}
