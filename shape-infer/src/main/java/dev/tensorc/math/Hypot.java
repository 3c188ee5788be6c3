package dev.tensorc.math;

/**
 * {@code sqrt(x^2 + y^2)} without overflow or underflow on the way. The larger and the smaller
 * operand are scaled by a power of two where their squares would leave the ordinary numbers; the
 * root of the rounded sum of squares is then corrected once by Newton's step from the exact
 * remainder (squares split by fma), which leaves little more than the last rounding.
 */
public enum Hypot {
  F32(0x1p60, 0x1p-40, 0x1p-70, 0x1p90),
  F64(0x1p500, 0x1p-400, 0x1p-600, 0x1p700);

  /** Units in the last place off: 0.750 in f32, 0.731 in f64. */
  public static final MathSequence HYPOT = MathSequence.of(F32::hypot, F64::hypot);

  private final double large;
  private final double small;
  private final double down;
  private final double up;

  /**
   * @param large from here on operands are multiplied by {@code down}
   * @param small below, they are multiplied by {@code up}
   */
  Hypot(double large, double small, double down, double up) {
    this.large = large;
    this.small = small;
    this.down = down;
    this.up = up;
  }

  <F, I, M> F hypot(MathOps<F, I, M> o, F x, F y) {
    F zero = o.constant(0);
    F one = o.constant(1);
    F infinity = o.constant(Double.POSITIVE_INFINITY);
    F sizeX = o.abs(x);
    F sizeY = o.abs(y);
    M less = o.lt(sizeX, sizeY);
    F most = o.select(less, sizeY, sizeX);
    F least = o.select(less, sizeX, sizeY);

    M isLarge = o.lt(o.constant(large), most);
    M isSmall = o.lt(most, o.constant(small));
    F scale = o.select(isLarge, o.constant(down), o.select(isSmall, o.constant(up), one));
    F back = o.select(isLarge, o.constant(1 / down), o.select(isSmall, o.constant(1 / up), one));
    F a = o.mul(most, scale);
    F b = o.mul(least, scale);

    F aa = o.mul(a, a);
    F bb = o.mul(b, b);
    Sum<F> squares = Sum.of(o, aa, bb);
    F root = o.sqrt(squares.high());
    F minusRoot = o.sub(zero, root);
    F rest = o.add(o.fma(a, a, o.sub(zero, aa)), o.fma(b, b, o.sub(zero, bb)));
    rest = o.add(o.fma(minusRoot, root, squares.high()), o.add(squares.low(), rest));
    F corrected = o.add(root, o.div(rest, o.add(root, root)));
    F result = o.mul(o.select(o.eq(root, zero), zero, corrected), back);
    // An infinite operand wins, even over NaN.
    F ofFiniteX = o.select(o.eq(sizeY, infinity), infinity, result);
    return o.select(o.eq(sizeX, infinity), infinity, ofFiniteX);
  }
}
