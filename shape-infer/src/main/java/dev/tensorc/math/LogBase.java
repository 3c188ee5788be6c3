package dev.tensorc.math;

/**
 * Logarithms to base 2 and 10: the natural one to more bits than the format has, as {@link Pow}
 * needs it, times {@code 1 / ln base} in two parts. Little more than the last rounding is left, so
 * that logarithms of powers of the base are exact.
 */
public enum LogBase {
  TWO_F32(Pow.F32, 0x1.715476p0, 0x1.4ae0cp-26),
  TWO_F64(Pow.F64, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56),
  TEN_F32(Pow.F32, 0x1.bcb7b2p-2, -0x1.5b235ep-27),
  TEN_F64(Pow.F64, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);

  /** Units in the last place off: 0.501 in f32, 0.501 in f64. */
  public static final MathSequence LOG2 = MathSequence.of(TWO_F32::log, TWO_F64::log);

  /** Units in the last place off: 0.501 in f32, 0.501 in f64. */
  public static final MathSequence LOG10 = MathSequence.of(TEN_F32::log, TEN_F64::log);

  private final Pow pow;
  private final double high;
  private final double low;

  LogBase(Pow pow, double high, double low) {
    this.pow = pow;
    this.high = high;
    this.low = low;
  }

  <F, I, M> F log(MathOps<F, I, M> o, F x) {
    Sum<F> natural = pow.log(o, x);
    F product = o.mul(natural.high(), o.constant(high));
    F rest = o.fma(natural.high(), o.constant(high), o.sub(o.constant(0), product));
    rest = o.fma(natural.high(), o.constant(low), rest);
    rest = o.fma(natural.low(), o.constant(high), rest);
    return Log.specials(o, x, o.add(product, rest));
  }
}
