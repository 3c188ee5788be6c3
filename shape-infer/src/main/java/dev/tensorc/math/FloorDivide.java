package dev.tensorc.math;

import java.util.List;

/**
 * {@code floor_divide} and {@code remainder} of floats, as {@link
 * dev.tensorc.runtime.link.math.FloorDivision} defines them, which computes the rare lanes; and
 * {@code fmod}.
 *
 * <p>All need C's {@code fmod(a, b)}, which is exact. With {@code n} the rounded quotient without
 * its fraction, {@code a - n b} is that, or {@code n} is one too large, since a quotient that is
 * rounded up may become whole; either way it is a number of the format, so that fma gives it
 * exactly. This holds as long as the quotient has fewer bits than the format.
 */
public enum FloorDivide {
  F32(
      FloatFormat.F32,
      Rounding.F32,
      MathFunction.FLOOR_DIVIDE32,
      MathFunction.REMAINDER32,
      MathFunction.FMOD32),
  F64(
      FloatFormat.F64,
      Rounding.F64,
      MathFunction.FLOOR_DIVIDE64,
      MathFunction.REMAINDER64,
      MathFunction.FMOD64);

  public static final MathSequence FLOOR_DIVIDE =
      MathSequence.of(F32::floorDivide, F64::floorDivide);

  public static final MathSequence REMAINDER = MathSequence.of(F32::remainder, F64::remainder);

  /** C's {@code fmod}: the sign, of zeros too, is the dividend's. */
  public static final MathSequence FMOD = MathSequence.of(F32::fmod, F64::fmod);

  private final FloatFormat format;
  private final Rounding rounding;
  private final MathFunction slowFloorDivide;
  private final MathFunction slowRemainder;
  private final MathFunction slowFmod;

  FloorDivide(
      FloatFormat format,
      Rounding rounding,
      MathFunction slowFloorDivide,
      MathFunction slowRemainder,
      MathFunction slowFmod) {
    this.format = format;
    this.rounding = rounding;
    this.slowFloorDivide = slowFloorDivide;
    this.slowRemainder = slowRemainder;
    this.slowFmod = slowFmod;
  }

  <F, I, M> F remainder(MathOps<F, I, M> o, F a, F b) {
    F zero = o.constant(0);
    F quotient = o.div(a, b);
    F m = rest(o, a, b, quotient);
    F result = o.select(differ(o, m, b), o.add(m, b), m);
    result = o.select(o.eq(m, zero), format.withSignOf(o, b, zero), result);
    return o.orElseScalar(isLarge(o, quotient), result, slowRemainder, List.of(a, b));
  }

  <F, I, M> F fmod(MathOps<F, I, M> o, F a, F b) {
    F zero = o.constant(0);
    F quotient = o.div(a, b);
    F m = rest(o, a, b, quotient);
    F result = o.select(o.eq(m, zero), format.withSignOf(o, a, zero), m);
    return o.orElseScalar(isLarge(o, quotient), result, slowFmod, List.of(a, b));
  }

  <F, I, M> F floorDivide(MathOps<F, I, M> o, F a, F b) {
    F zero = o.constant(0);
    F one = o.constant(1);
    F quotient = o.div(a, b);
    F m = rest(o, a, b, quotient);
    F q = o.div(o.sub(a, m), b);
    F less = o.select(differ(o, m, b), o.sub(q, one), q);
    q = o.select(o.eq(m, zero), q, less);
    F floor = rounding.floor(o, q);
    F up = o.add(floor, one);
    F result = o.select(o.lt(o.constant(0.5), o.sub(q, floor)), up, floor);
    result = o.select(o.eq(q, zero), format.withSignOf(o, quotient, zero), result);
    return o.orElseScalar(isLarge(o, quotient), result, slowFloorDivide, List.of(a, b));
  }

  /**
   * {@code a - n b} where {@code n} is the quotient without its fraction; if not 0, of a's sign.
   */
  private <F, I, M> F rest(MathOps<F, I, M> o, F a, F b, F quotient) {
    F n = rounding.trunc(o, quotient);
    F zero = o.constant(0);
    F rest = o.fma(o.sub(zero, n), b, a);
    rest = o.select(o.eq(n, zero), a, rest); // b may be infinite
    F other = o.add(rest, format.withSignOf(o, a, o.abs(b)));
    F more = o.select(differ(o, rest, a), other, rest);
    return o.select(o.eq(rest, zero), rest, more);
  }

  /** Whether the signs differ, of zeros too. */
  private <F, I, M> M differ(MathOps<F, I, M> o, F a, F b) {
    I signs = o.ixor(o.bits(a), o.bits(b));
    return o.ieq(o.ushr(signs, format.width() - 1), o.intConstant(1));
  }

  private <F, I, M> M isLarge(MathOps<F, I, M> o, F quotient) {
    return o.lt(o.constant(1L << format.fractionBits()), o.abs(quotient));
  }
}
