package dev.tensorc.math;

/**
 * The layout of a binary floating-point format.
 *
 * @param width number of bits
 * @param fractionBits stored bits of the significand
 * @param bias the stored exponent of 1.0
 */
record FloatFormat(int width, int fractionBits, int bias) {

  static final FloatFormat F32 = new FloatFormat(32, 23, 127);
  static final FloatFormat F64 = new FloatFormat(64, 52, 1023);

  /**
   * The number {@code 1.5 * 2^fractionBits}, whose last bit is worth one.
   *
   * <p>Adding it to a small {@code v} rounds {@code v} to the nearest integer, which the low bits
   * of the sum then hold in two's complement; subtracting it again gives that integer as a float.
   */
  double magic() {
    return 1.5 * (1L << fractionBits);
  }

  /** The bits of {@link #magic()}. */
  long magicBits() {
    return ((long) (bias + fractionBits) << fractionBits) | (1L << (fractionBits - 1));
  }

  /** The bits of -0.0, as an integer of the width. */
  long signMask() {
    return -1L << (width - 1);
  }

  /** All bits of the fraction. */
  long fractionMask() {
    return (1L << fractionBits) - 1;
  }

  /** The smallest positive number that is not subnormal. */
  double minNormal() {
    return Math.scalb(1.0, 1 - bias);
  }

  /**
   * The whole number nearest to {@code magnitude}, which is not negative, the even one of two.
   * Numbers from {@code 2^fractionBits} on are whole; adding that to smaller ones rounds them.
   */
  <F, I, M> F whole(MathOps<F, I, M> o, F magnitude) {
    F bound = o.constant(1L << fractionBits);
    F rounded = o.sub(o.add(magnitude, bound), bound);
    return o.isWithin(magnitude, 0, 1L << fractionBits)
        ? rounded
        : o.select(o.lt(magnitude, bound), rounded, magnitude);
  }

  /** {@code magnitude}, which is not negative, with the sign of {@code x}. */
  <F, I, M> F withSignOf(MathOps<F, I, M> o, F x, F magnitude) {
    I sign = o.iand(o.bits(x), o.intConstant(signMask()));
    return o.fromBits(o.ixor(o.bits(magnitude), sign));
  }
}
