package dev.tensorc.runtime.link.math;

import java.math.BigInteger;

/**
 * Numbers from 0 to 1, in units of 2^-192. Sums and differences wrap, so that whole parts need not
 * be kept; a product is too small by less than 8 units.
 */
record Fraction(long high, long middle, long low) {

  /** {@code high + low}, unevaluated. */
  record Sum(double high, double low) {}

  private static final Fraction ZERO = new Fraction(0, 0, 0);

  private static final int BITS = 3 * Long.SIZE;

  /** The fraction of a number that is not negative; bits below the last place are left out. */
  static Fraction of(double x) {
    double fraction = x - Math.floor(x);
    if (fraction == 0) {
      return ZERO;
    }
    int exponent = Math.getExponent(fraction);
    long mantissa = (long) Math.scalb(fraction, 62 - exponent); // its first bit is bit 62
    return new Fraction(mantissa, 0, 0).over(-2 - exponent);
  }

  /** {@code 1 / divisor}. */
  static Fraction inverse(BigInteger divisor) {
    BigInteger bits = BigInteger.ONE.shiftLeft(BITS).divide(divisor);
    BigInteger middle = bits.shiftRight(Long.SIZE);
    return new Fraction(
        middle.shiftRight(Long.SIZE).longValue(), middle.longValue(), bits.longValue());
  }

  Fraction plus(Fraction b) {
    long l = low + b.low;
    long carry = carry(l, low);
    long m = middle + b.middle;
    long next = carry(m, middle);
    m += carry;
    return new Fraction(high + b.high + next + carry(m, carry), m, l);
  }

  Fraction negated() {
    Fraction inverted = new Fraction(~high, ~middle, ~low);
    return inverted.plus(new Fraction(0, 0, 1));
  }

  Fraction minus(Fraction b) {
    return plus(b.negated());
  }

  /** Whether it is a half or more, as the difference of two numbers below a half is that wraps. */
  boolean isNegative() {
    return high < 0;
  }

  Fraction times(Fraction b) {
    long most = Math.unsignedMultiplyHigh(high, b.high);
    long left = Math.unsignedMultiplyHigh(high, b.middle);
    long right = Math.unsignedMultiplyHigh(middle, b.high);
    return new Fraction(most, high * b.high, high * b.middle)
        .plus(new Fraction(0, left, middle * b.high))
        .plus(new Fraction(0, right, Math.unsignedMultiplyHigh(middle, b.middle)))
        .plus(new Fraction(0, 0, Math.unsignedMultiplyHigh(high, b.low)))
        .plus(new Fraction(0, 0, Math.unsignedMultiplyHigh(low, b.high)));
  }

  /** {@code n} times it, for {@code n} that is not negative. */
  Fraction times(long n) {
    long ofLow = Math.unsignedMultiplyHigh(low, n);
    long ofMiddle = Math.unsignedMultiplyHigh(middle, n);
    return new Fraction(high * n, middle * n, low * n).plus(new Fraction(ofMiddle, ofLow, 0));
  }

  /** {@code 2^-n} times it, for {@code n > -64}. */
  Fraction over(int n) {
    if (n >= Long.SIZE) {
      return n >= BITS ? ZERO : new Fraction(0, high, middle).over(n - Long.SIZE);
    }
    if (n == 0) {
      return this;
    }
    return n > 0 // shifts are modulo the size
        ? new Fraction(high >>> n, middle >>> n | high << -n, low >>> n | middle << -n)
        : new Fraction(high << -n | middle >>> n, middle << -n | low >>> n, low << -n);
  }

  /** Two doubles: the number is their sum but for its last bits. */
  Sum toSum() {
    Fraction rest = this;
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
