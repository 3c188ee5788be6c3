package dev.tensorc.math;

/**
 * Arc sine and arc cosine. Up to 1/2, {@code asin s = s + s z p(z)}, {@code z = s^2}; above, {@code
 * asin x = pi/2 - 2 asin s} with {@code z = (1 - x) / 2}, {@code s = sqrt z}, whose rounding error
 * is kept. {@code p} is minimax for the relative error, made like that of {@link Exp}: 2^-31.7 for
 * f32, 2^-59.9 for f64.
 */
public final class Asin {

  static final Asin F32 =
      new Asin(
          FloatFormat.F32,
          0x5eb759dfL,
          0x1.921fb6p0,
          -0x1.777a5cp-25,
          0x1.34d9ep-5,
          0x1.d4fe08p-7,
          0x1.04d43p-5,
          0x1.6ca746p-5,
          0x1.3338acp-4,
          0x1.55554cp-3);

  static final Asin F64 =
      new Asin(
          FloatFormat.F64,
          0x5fd6eb50c7b537a9L,
          0x1.921fb54442d18p0,
          0x1.1a62633145c07p-54,
          0x1.0b47f10e4f1d2p-5,
          -0x1.580156c7d049p-6,
          0x1.639f2f004f7a6p-6,
          0x1.e5ec7886494e6p-9,
          0x1.613d2728594f8p-7,
          0x1.75856dd2443bbp-7,
          0x1.ca1f90def6d3ep-7,
          0x1.1c49f037e11cep-6,
          0x1.6e8bdee251eb1p-6,
          0x1.f1c71a94e04b5p-6,
          0x1.6db6db721296ap-5,
          0x1.333333332e12ep-4,
          0x1.5555555555577p-3);

  /** Units in the last place off: 0.596 in f32, 0.594 in f64. */
  public static final MathSequence ASIN = MathSequence.of(F32::asin, F64::asin);

  /** Units in the last place off: 0.574 in f32, 0.579 in f64. */
  public static final MathSequence ACOS = MathSequence.of(F32::acos, F64::acos);

  private final FloatFormat format;
  private final long halfInverseRoot;
  private final double halfPiHigh;
  private final double halfPiLow;
  private final double[] p;

  private Asin(
      FloatFormat format, long halfInverseRoot, double halfPiHigh, double halfPiLow, double... p) {
    this.format = format;
    this.halfInverseRoot = halfInverseRoot;
    this.halfPiHigh = halfPiHigh;
    this.halfPiLow = halfPiLow;
    this.p = p;
  }

  /**
   * @param small whether the argument is used as it is
   * @param s the argument of the polynomial; {@code asin s} is {@code s + rest}
   */
  private record Reduced<F, M>(M small, F s, F rest) {}

  private <F, I, M> Reduced<F, M> reduce(MathOps<F, I, M> o, F m) {
    M small = o.lt(m, o.constant(0.5));
    F z = o.select(small, o.mul(m, m), o.fma(m, o.constant(-0.5), o.constant(0.5)));
    F root = o.sqrt(z);
    F s = o.select(small, m, root);
    F error = o.mul(o.fma(o.sub(o.constant(0), root), root, z), halfInverseRoot(o, z));
    F more = o.select(small, o.constant(0), error);
    return new Reduced<>(small, s, o.fma(o.mul(s, z), Polynomial.horner(o, z, p), more));
  }

  /**
   * {@code 1 / (2 sqrt z)} to 4 %, and finite for zero: halving the bits of a number halves its
   * exponent. A rounding error needs no more.
   */
  private <F, I, M> F halfInverseRoot(MathOps<F, I, M> o, F z) {
    return o.fromBits(o.isub(o.intConstant(halfInverseRoot), o.ushr(o.bits(z), 1)));
  }

  <F, I, M> F asin(MathOps<F, I, M> o, F x) {
    Reduced<F, M> at = reduce(o, o.abs(x));
    F minusTwo = o.constant(-2);
    Sum<F> sum = Sum.of(o, o.constant(halfPiHigh), o.mul(at.s(), minusTwo));
    F low = o.add(sum.low(), o.fma(at.rest(), minusTwo, o.constant(halfPiLow)));
    F y = o.select(at.small(), o.add(at.s(), at.rest()), o.add(sum.high(), low));
    return format.withSignOf(o, x, y);
  }

  <F, I, M> F acos(MathOps<F, I, M> o, F x) {
    F zero = o.constant(0);
    Reduced<F, M> at = reduce(o, o.abs(x));
    M negative = o.lt(x, zero);
    // pi/2 - asin x, or 2 asin s, or pi - 2 asin s
    F times = o.select(negative, o.constant(-2), o.constant(2));
    times = o.select(at.small(), o.select(negative, o.constant(1), o.constant(-1)), times);
    F halves = o.select(negative, o.constant(2), zero);
    halves = o.select(at.small(), o.constant(1), halves);
    Sum<F> sum = Sum.of(o, o.mul(halves, o.constant(halfPiHigh)), o.mul(at.s(), times));
    F low = o.fma(at.rest(), times, o.mul(halves, o.constant(halfPiLow)));
    return o.add(sum.high(), o.add(sum.low(), low));
  }
}
