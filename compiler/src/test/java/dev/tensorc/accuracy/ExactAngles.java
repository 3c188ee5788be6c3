package dev.tensorc.accuracy;

import static dev.tensorc.accuracy.DoubleDouble.ONE;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Functions of angles, as exact as {@link ExactMath}: series of the angle's rest after whole
 * quarters, which as many bits of {@code 2 / pi} give as the largest double needs.
 */
final class ExactAngles {

  /** The decimal digits to which pi is known, and its bits after the point that are used. */
  private static final int DIGITS = 420;

  private static final int BITS = 1340;

  private static final BigDecimal HALF_PI = halfPi();
  private static final BigInteger TWO_OVER_PI =
      new BigDecimal(BigInteger.TWO.pow(BITS)).divide(HALF_PI, 0, RoundingMode.DOWN).toBigInteger();

  /**
   * Bits after the point of an angle in quarters: those of the argument, those that may cancel, and
   * the rest.
   */
  private static final int FRACTION = 53 + 70 + 120;

  private static final BigInteger HALF = BigInteger.TWO.pow(FRACTION - 1);

  /** Higher bits of {@code 2 / pi} give whole turns. */
  private static final BigInteger PART_OF_A_TURN =
      BigInteger.TWO.pow(FRACTION + 2).subtract(BigInteger.ONE);

  static final DoubleDouble QUARTER = DoubleDouble.of(HALF_PI);

  private ExactAngles() {}

  /** Machin: {@code pi/4 = 4 atan 1/5 - atan 1/239}. */
  private static BigDecimal halfPi() {
    BigDecimal four = BigDecimal.valueOf(4);
    return four.multiply(atanOfInverse(5)).subtract(atanOfInverse(239)).multiply(BigDecimal.TWO);
  }

  private static BigDecimal atanOfInverse(int x) {
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(x), DIGITS, RoundingMode.DOWN);
    BigDecimal square = BigDecimal.valueOf((long) x * x);
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 1; power.signum() != 0; n += 2) {
      BigDecimal term = power.divide(BigDecimal.valueOf(n), DIGITS, RoundingMode.DOWN);
      sum = n % 4 == 1 ? sum.add(term) : sum.subtract(term);
      power = power.divide(square, DIGITS, RoundingMode.DOWN);
    }
    return sum;
  }

  /** Degrees in radians. */
  static double radians(double x) {
    return times(x, Math.PI / 180, QUARTER.over(90));
  }

  /** Radians in degrees. */
  static double degrees(double x) {
    return times(x, 180 / Math.PI, DoubleDouble.of(90).over(QUARTER));
  }

  /** The product; by the rounded factor where the error of a product would be subnormal or NaN. */
  private static double times(double x, double rounded, DoubleDouble factor) {
    double coarse = x * rounded;
    boolean middling = Math.abs(coarse) > 0x1p-900 && Math.abs(coarse) < 0x1p1000;
    return middling ? factor.times(x).high() : coarse;
  }

  /** Sine and cosine of {@code r}, {@code |r| <= pi/4}, and how many quarters come before it. */
  private record Angle(DoubleDouble sin, DoubleDouble cos, int quadrant) {

    static Angle of(double x) {
      if (Math.abs(x) < 0.78) {
        return of(DoubleDouble.of(x), 0);
      }
      int exponent = Math.getExponent(x) - 52;
      var mantissa = BigInteger.valueOf((long) Math.scalb(x, -exponent));
      BigInteger turns = TWO_OVER_PI.shiftRight(BITS - exponent - FRACTION).and(PART_OF_A_TURN);
      BigInteger quarters = mantissa.multiply(turns);
      BigInteger whole = quarters.add(HALF).shiftRight(FRACTION);
      BigInteger rest = quarters.subtract(whole.shiftLeft(FRACTION));
      return of(DoubleDouble.of(rest, -FRACTION).times(QUARTER), whole.intValue() & 3);
    }

    private static Angle of(DoubleDouble r, int quadrant) {
      return new Angle(series(r, r, 3), series(ONE, r, 2), quadrant);
    }

    DoubleDouble sinOfAll() {
      DoubleDouble y = quadrant % 2 == 0 ? sin : cos;
      return quadrant < 2 ? y : y.negated();
    }

    DoubleDouble cosOfAll() {
      return new Angle(sin, cos, (quadrant + 1) & 3).sinOfAll();
    }
  }

  /** {@code first}, and then each term the one before times {@code -r^2 / (k (k - 1))}. */
  private static DoubleDouble series(DoubleDouble first, DoubleDouble r, int from) {
    DoubleDouble z = r.times(r).negated();
    DoubleDouble term = first;
    DoubleDouble sum = first;
    for (int k = from; Math.abs(term.high()) > Math.abs(sum.high()) * 0x1p-110; k += 2) {
      term = term.times(z).over((double) k * (k - 1));
      sum = sum.plus(term);
    }
    return sum;
  }

  static double sin(double x) {
    return ExactMath.isAlmostLinear(x) ? StrictMath.sin(x) : Angle.of(x).sinOfAll().high();
  }

  static double cos(double x) {
    return ExactMath.isAlmostLinear(x) ? StrictMath.cos(x) : Angle.of(x).cosOfAll().high();
  }

  static double tan(double x) {
    if (ExactMath.isAlmostLinear(x)) {
      return StrictMath.tan(x);
    }
    Angle a = Angle.of(x);
    return a.sinOfAll().over(a.cosOfAll()).high();
  }

  static double asin(double x) {
    if (ExactMath.isAlmostLinear(x) || Math.abs(x) >= 1) {
      return StrictMath.asin(x);
    }
    return angle(DoubleDouble.of(x), beside(x)).high();
  }

  static double acos(double x) {
    if (Double.isNaN(x) || Math.abs(x) >= 1) {
      return StrictMath.acos(x);
    }
    return angle(beside(x), DoubleDouble.of(x)).high();
  }

  /** {@code sqrt(1 - x^2)}. */
  private static DoubleDouble beside(double x) {
    return DoubleDouble.sum(1, x).times(DoubleDouble.sum(1, -x)).sqrt();
  }

  static double atan(double x) {
    return ExactMath.isAlmostLinear(x) ? StrictMath.atan(x) : atan2(x, 1);
  }

  static double atan2(double y, double x) {
    if (y == 0 || x == 0 || !Double.isFinite(y) || !Double.isFinite(x)) {
      return StrictMath.atan2(y, x);
    }
    int distance = Math.getExponent(y) - Math.getExponent(x);
    if (distance < -70) { // subnormal ones have exponents that are too large, yet far below
      return x > 0 ? y / x : QUARTER.times(Math.copySign(2, y)).plus(DoubleDouble.of(y / x)).high();
    }
    if (distance > 70) {
      return QUARTER.times(Math.signum(y)).minus(DoubleDouble.of(x / y)).high();
    }
    int scale = -Math.getExponent(x);
    return angle(scaled(y, scale), scaled(x, scale)).high();
  }

  /** In two steps, since one power of two may be beyond the range. */
  private static DoubleDouble scaled(double x, int n) {
    return DoubleDouble.of(Math.scalb(Math.scalb(x, n / 2), n - n / 2));
  }

  /** The angle of the point: a guess, and the angle that is left after turning by it. */
  private static DoubleDouble angle(DoubleDouble y, DoubleDouble x) {
    double guess = StrictMath.atan2(y.high(), x.high());
    Angle a = Angle.of(guess);
    DoubleDouble sin = a.sinOfAll();
    DoubleDouble cos = a.cosOfAll();
    DoubleDouble across = y.times(cos).minus(x.times(sin));
    return DoubleDouble.of(guess).plus(across.over(x.times(cos).plus(y.times(sin))));
  }
}
