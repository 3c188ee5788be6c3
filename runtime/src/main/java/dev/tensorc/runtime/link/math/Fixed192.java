package dev.tensorc.runtime.link.math;

import java.math.BigInteger;

/**
 * Numbers from 0 to 1, in units of 2^-192. Sums and differences wrap, so that whole parts need not
 * be kept; a product is too small by less than 8 units.
 */
record Fixed192(long high, long middle, long low) {

  /** {@code high + low}, unevaluated. */
  record Sum(double high, double low) {}

  private static final Fixed192 ZERO = new Fixed192(0, 0, 0);

  private static final int BITS = 3 * Long.SIZE;

  /** The fraction of a number that is not negative; bits below the last place are left out. */
  static Fixed192 of(double x) {
    double fraction = x - Math.floor(x);
    if (fraction == 0) {
      return ZERO;
    }
    int exponent = Math.getExponent(fraction);
    long mantissa = (long) Math.scalb(fraction, 62 - exponent); // its first bit is bit 62
    return new Fixed192(mantissa, 0, 0).over(-2 - exponent);
  }

  /** {@code 1 / divisor}. */
  static Fixed192 inverse(BigInteger divisor) {
    BigInteger bits = BigInteger.ONE.shiftLeft(BITS).divide(divisor);
    BigInteger middle = bits.shiftRight(Long.SIZE);
    return new Fixed192(
        middle.shiftRight(Long.SIZE).longValue(), middle.longValue(), bits.longValue());
  }

  Fixed192 plus(Fixed192 b) {
    long l = low + b.low;
    long carry = carry(l, low);
    long m = middle + b.middle;
    long next = carry(m, middle);
    m += carry;
    return new Fixed192(high + b.high + next + carry(m, carry), m, l);
  }

  Fixed192 negated() {
    Fixed192 inverted = new Fixed192(~high, ~middle, ~low);
    return inverted.plus(new Fixed192(0, 0, 1));
  }

  Fixed192 minus(Fixed192 b) {
    return plus(b.negated());
  }

  /** Whether it is a half or more, as the difference of two numbers below a half is that wraps. */
  boolean isNegative() {
    return high < 0;
  }

  Fixed192 times(Fixed192 b) {
    long most = Math.unsignedMultiplyHigh(high, b.high);
    long left = Math.unsignedMultiplyHigh(high, b.middle);
    long right = Math.unsignedMultiplyHigh(middle, b.high);
    return new Fixed192(most, high * b.high, high * b.middle)
        .plus(new Fixed192(0, left, middle * b.high))
        .plus(new Fixed192(0, right, Math.unsignedMultiplyHigh(middle, b.middle)))
        .plus(new Fixed192(0, 0, Math.unsignedMultiplyHigh(high, b.low)))
        .plus(new Fixed192(0, 0, Math.unsignedMultiplyHigh(low, b.high)));
  }

  /** {@code n} times it, for {@code n} that is not negative. */
  Fixed192 times(long n) {
    long ofLow = Math.unsignedMultiplyHigh(low, n);
    long ofMiddle = Math.unsignedMultiplyHigh(middle, n);
    return new Fixed192(high * n, middle * n, low * n).plus(new Fixed192(ofMiddle, ofLow, 0));
  }

  /** {@code 2^-n} times it, for {@code n > -64}. */
  Fixed192 over(int n) {
    if (n >= Long.SIZE) {
      return n >= BITS ? ZERO : new Fixed192(0, high, middle).over(n - Long.SIZE);
    }
    if (n == 0) {
      return this;
    }
    return n > 0 // shifts are modulo the size
        ? new Fixed192(high >>> n, middle >>> n | high << -n, low >>> n | middle << -n)
        : new Fixed192(high << -n | middle >>> n, middle << -n | low >>> n, low << -n);
  }

  /** Two doubles: the number is their sum but for its last bits. */
  Sum toSum() {
    Fixed192 rest = this;
    int exponent = 0;
    while (!rest.isNegative() && !rest.equals(ZERO)) {
      int zeros = Math.min(Long.numberOfLeadingZeros(rest.high), Long.SIZE - 1);
      rest = rest.over(-zeros);
      exponent -= zeros;
    }
    long next = rest.high << 53 >>> 11 | rest.middle >>> 22;
    return new Sum(
        Math.scalb((double) (rest.high >>> 11), exponent - 53),
        Math.scalb((double) next, exponent - 106));
  }

  private static long carry(long sum, long part) {
    return Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
  }
}
