package dev.tensorc.runtime.link.math;

import dev.tensorc.runtime.link.math.Fixed192.Sum;
import java.math.BigInteger;

/**
 * {@code log(e^x + e^y)} where that is far smaller than the arguments: {@code e^x} and {@code e^y}
 * are nearly 1 together, and doubles near the place where they are 1 give results of some 2^-53 of
 * the arguments, or some 2^-109 at the worst pair there is. The powers are known to some 2^-170.
 *
 * <p>With {@code x} the larger one, {@code E = e^-x - 1} and {@code d = y - x} it is {@code log((1
 * + e^d) / (1 + E)) = 2 atanh((e^d - E) / (2 + E + e^d))}.
 */
final class LogAddExp {

  private static final Fixed192 LN2 =
      new Fixed192(0xb17217f7d1cf79abL, 0xc9e3b39803f2f6afL, 0x40f343267298b62dL);

  private static final double LOG2E = 0x1.71547652b82fep0;

  private static final Fixed192 QUARTER = new Fixed192(1L << 62, 0, 0);

  /** A power is computed of an argument halved so often, and squared. */
  private static final int HALVINGS = 8;

  /** Below {@code 2^-HALVINGS}, 1 over the factorials of 2 to 17 make up the power. */
  private static final Fixed192[] SERIES = new Fixed192[16];

  static {
    BigInteger factorial = BigInteger.ONE;
    for (int i = 0; i < SERIES.length; i++) {
      factorial = factorial.multiply(BigInteger.valueOf(i + 2));
      SERIES[i] = Fixed192.inverse(factorial);
    }
  }

  private LogAddExp() {}

  /** The value where it is less than a sixteenth of the larger argument. */
  static double ofCancelling(double x, double y) {
    double size = -Math.max(x, y);
    double least = -Math.min(x, y);
    int n = 1 + (int) (0x1p-20 + (least - size) * LOG2E); // e^d = 2^-n e^r, r > 0
    Fixed192 r = LN2.times(n).plus(Fixed192.of(size)).minus(Fixed192.of(least));
    Fixed192 power = QUARTER.plus(expm1(r).over(1));

    // Both are 2^-exponent E and 2^-exponent e^d.
    boolean tiny = size < 0x1p-8;
    int exponent = tiny ? Math.getExponent(size) + 3 : 2;
    Fixed192 t = Fixed192.of(size);
    Fixed192 expected = tiny ? Fixed192.of(Math.scalb(size, -exponent)) : expm1(t).over(1);
    if (tiny) {
      expected = expected.plus(expected.times(t.times(series(t))));
    }
    Fixed192 actual = power.over(n + exponent - 2);

    Fixed192 difference = actual.minus(expected);
    boolean negative = difference.isNegative();
    Fixed192 above = negative ? difference.negated() : difference;
    double result = twiceAtanh(above.toSum(), actual.plus(expected).toSum(), exponent);
    return negative ? -result : result;
  }

  /** {@code 2 atanh(2^exponent above / (2 + 2^exponent both))}. */
  private static double twiceAtanh(Sum above, Sum both, int exponent) {
    double sum = Math.scalb(both.high(), exponent);
    double below = 2 + sum;
    double belowLow = sum - (below - 2) + Math.scalb(both.low(), exponent);
    double z = above.high() / below;
    double rest = Math.fma(-z, below, above.high()) + (above.low() - z * belowLow);
    double s = Math.scalb(z, exponent) * Math.scalb(z, exponent);
    double beyond = s * (1.0 / 3 + s * (1.0 / 5 + s * (1.0 / 7 + s * (1.0 / 9 + s / 11))));
    return Math.scalb(z + (rest / below + z * beyond), exponent + 1);
  }

  /** Half of {@code e^t - 1}, for {@code t < 0.8}. */
  private static Fixed192 expm1(Fixed192 t) {
    Fixed192 part = t.over(HALVINGS);
    Fixed192 sum = part.plus(part.times(part.times(series(part))));
    for (int i = 1; i < HALVINGS; i++) {
      sum = sum.plus(sum).plus(sum.times(sum));
    }
    return sum.plus(sum.times(sum).over(1));
  }

  /** {@code (e^t - 1 - t) / t^2}. */
  private static Fixed192 series(Fixed192 t) {
    Fixed192 sum = SERIES[SERIES.length - 1];
    for (int i = SERIES.length - 2; i >= 0; i--) {
      sum = sum.times(t).plus(SERIES[i]);
    }
    return sum;
  }
}
