package dev.tensorc.math;

/**
 * The neighbour of a float on the way to another. Floats of one sign are ordered as their bits are,
 * so a step is one more or one less of these; from zero it is to the smallest subnormal number.
 */
public enum NextAfter {
  F32(Float.MIN_VALUE),
  F64(Double.MIN_VALUE);

  public static final MathSequence NEXTAFTER = MathSequence.of(F32::nextafter, F64::nextafter);

  private final double smallest;

  NextAfter(double smallest) {
    this.smallest = smallest;
  }

  /** The second argument where both are equal, NaN where one is. */
  <F, I, M> F nextafter(MathOps<F, I, M> o, F x, F y) {
    F zero = o.constant(0);
    I bits = o.bits(x);
    F away = o.fromBits(o.iadd(bits, o.intConstant(1)));
    F back = o.fromBits(o.isub(bits, o.intConstant(1)));
    M positive = o.lt(zero, x);
    M negative = o.lt(x, zero);
    F up = o.select(positive, away, o.select(negative, back, o.constant(smallest)));
    F down = o.select(negative, away, o.select(positive, back, o.constant(-smallest)));
    F stays = o.select(o.eq(x, y), y, o.add(x, y));
    return o.select(o.lt(x, y), up, o.select(o.lt(y, x), down, stays));
  }
}
