package dev.tensorc.accuracy;

import java.math.BigDecimal;
import java.math.BigInteger;

/** {@code high + low}, about 105 bits; {@code high} is the sum rounded. */
record DoubleDouble(double high, double low) {

  static final DoubleDouble ONE = of(1);

  static DoubleDouble of(double x) {
    return new DoubleDouble(x, 0);
  }

  static DoubleDouble of(BigDecimal x) {
    double high = x.doubleValue();
    return new DoubleDouble(high, x.subtract(new BigDecimal(high)).doubleValue());
  }

  /** {@code x 2^exponent}, its first 106 bits. */
  static DoubleDouble of(BigInteger x, int exponent) {
    int dropped = Math.max(0, x.bitLength() - 106);
    BigInteger kept = x.shiftRight(dropped);
    long low = kept.longValue() & (1L << 53) - 1;
    long high = kept.shiftRight(53).longValue();
    double unit = Math.scalb(1.0, exponent + dropped);
    return fastSum(high * 0x1p53 * unit, low * unit);
  }

  /** Knuth's two-sum. */
  static DoubleDouble sum(double a, double b) {
    double high = a + b;
    double most = high - a;
    return new DoubleDouble(high, (a - (high - most)) + (b - most));
  }

  private static DoubleDouble fastSum(double a, double b) {
    double high = a + b;
    return new DoubleDouble(high, b - (high - a));
  }

  DoubleDouble plus(DoubleDouble b) {
    DoubleDouble highs = sum(high, b.high);
    DoubleDouble lows = sum(low, b.low);
    DoubleDouble first = fastSum(highs.high, highs.low + lows.high);
    return fastSum(first.high, first.low + lows.low);
  }

  DoubleDouble minus(DoubleDouble b) {
    return plus(b.negated());
  }

  DoubleDouble negated() {
    return new DoubleDouble(-high, -low);
  }

  DoubleDouble times(DoubleDouble b) {
    double product = high * b.high;
    double error = Math.fma(high, b.high, -product);
    return fastSum(product, error + (high * b.low + low * b.high));
  }

  DoubleDouble times(double b) {
    return times(of(b));
  }

  DoubleDouble over(DoubleDouble b) {
    double first = high / b.high;
    DoubleDouble rest = minus(b.times(first));
    double second = rest.high / b.high;
    rest = rest.minus(b.times(second));
    return sum(first, second).plus(of(rest.high / b.high));
  }

  DoubleDouble over(double b) {
    return over(of(b));
  }

  DoubleDouble sqrt() {
    double root = Math.sqrt(high);
    return root == 0 ? of(0) : of(root).plus(minus(of(root).times(root)).over(2 * root));
  }

  /** Times {@code 2^n}; may round once where that is subnormal. */
  double scaled(int n) {
    return Math.scalb(high, n);
  }
}
