package dev.tensorc.math;

import java.util.List;

/**
 * {@code log(e^x + e^y)}: the larger one and {@code log(1 + e^-|x - y|)}, so that nothing
 * overflows.
 *
 * <p>The larger one may be negative and cancel the logarithm; so the distance, its power and the
 * logarithm are known to some five bits more than the format has. Where more than four cancel,
 * {@link MathFunction} computes the lane.
 */
public enum LogAddExp {
  F32(Exp.F32, Expm1.F32, Pow.F32, MathFunction.LOGADDEXP32, -87, 0x1p-19),
  F64(Exp.F64, Expm1.F64, Pow.F64, MathFunction.LOGADDEXP64, -708, 0x1p-48);

  public static final MathSequence LOGADDEXP = MathSequence.of(F32::logaddexp, F64::logaddexp);

  /** How much smaller than the larger argument a result is where too many bits cancel. */
  private static final double CANCELLED = 0x1p-4;

  private final Exp exp;
  private final Expm1 expm1;
  private final Pow pow;
  private final MathFunction cancelling;

  /** Beyond this distance a power is subnormal, and lacks nothing that counts. */
  private final double far;

  /** Beside 1, less than it loses bits that the result needs; its logarithm is one of two terms. */
  private final double nothing;

  LogAddExp(Exp exp, Expm1 expm1, Pow pow, MathFunction cancelling, double far, double nothing) {
    this.exp = exp;
    this.expm1 = expm1;
    this.pow = pow;
    this.cancelling = cancelling;
    this.far = far;
    this.nothing = nothing;
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
    lacking = o.select(o.lt(o.constant(far), distance), lacking, zero);

    Sum<F> both = Sum.of(o, one, smaller);
    Sum<F> log = pow.log(o, both.high());
    F rest = o.div(o.add(both.low(), lacking), both.high());
    rest = o.fma(o.mul(rest, rest), o.constant(-0.5), rest);

    M linear = o.lt(smaller, o.constant(nothing));
    F first = o.select(linear, smaller, log.high());
    F square = o.fma(o.mul(smaller, smaller), o.constant(-0.5), lacking);
    Sum<F> result = Sum.ofAny(o, most, first);
    F second = o.select(linear, square, o.add(log.low(), rest));
    F finite = o.add(result.high(), o.add(result.low(), second));
    F infinite = o.add(most, smaller); // which NaN passes, too
    F size = o.abs(most);
    F fast = o.select(o.lt(size, o.constant(Double.POSITIVE_INFINITY)), finite, infinite);
    M slow = o.lt(o.abs(finite), o.mul(size, o.constant(CANCELLED)));
    return o.orElseScalar(slow, fast, cancelling, List.of(x, y));
  }
}
