package dev.tensorc.math;

/**
 * {@code log(e^x + e^y)}: the larger one and {@code log(1 + e^-|x - y|)}, so that nothing
 * overflows.
 *
 * <p>The larger one may be negative and cancel the logarithm; so the distance, its power and the
 * logarithm are known to some five bits more than the format has. Where more than that cancels, the
 * error is less than a unit of the larger argument.
 */
public enum LogAddExp {
  F32(Exp.F32, Expm1.F32, Pow.F32),
  F64(Exp.F64, Expm1.F64, Pow.F64);

  public static final MathSequence LOGADDEXP = MathSequence.of(F32::logaddexp, F64::logaddexp);

  /** Below it what a power lacks does not count. */
  private static final double FAR = -40;

  private final Exp exp;
  private final Expm1 expm1;
  private final Pow pow;

  LogAddExp(Exp exp, Expm1 expm1, Pow pow) {
    this.exp = exp;
    this.expm1 = expm1;
    this.pow = pow;
  }

  <F, I, M> F logaddexp(MathOps<F, I, M> o, F x, F y) {
    F zero = o.constant(0);
    F one = o.constant(1);
    M less = o.lt(x, y);
    F most = o.select(less, y, x);
    F least = o.select(less, x, y);
    Sum<F> difference = Sum.ofAny(o, least, o.sub(zero, most));
    M same = o.eq(x, y); // equal infinities have no difference
    F distance = o.select(same, zero, difference.high());
    Expm1.Power<F> power = expm1.power(o, distance, o.select(same, zero, difference.low()));

    Sum<F> sum = Sum.of(o, power.sum().high(), power.sum().low());
    F smaller = exp.scale(o, distance, power.shifted(), sum.high());
    F lacking = o.mul(sum.low(), exp.powerOfTwo(o, power.shifted()));
    lacking = o.select(o.lt(o.constant(FAR), distance), lacking, zero);

    Sum<F> both = Sum.of(o, one, smaller);
    Sum<F> log = pow.log(o, both.high());
    F rest = o.div(o.add(both.low(), lacking), both.high());
    rest = o.fma(o.mul(rest, rest), o.constant(-0.5), rest);
    Sum<F> result = Sum.ofAny(o, most, log.high());
    F finite = o.add(result.high(), o.add(result.low(), o.add(log.low(), rest)));
    F infinite = o.add(most, smaller); // which NaN passes, too
    return o.select(o.lt(o.abs(most), o.constant(Double.POSITIVE_INFINITY)), finite, infinite);
  }
}
