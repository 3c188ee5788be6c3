package dev.tensorc.accuracy;

import static dev.tensorc.accuracy.DoubleDouble.ONE;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The elementary functions, rounded correctly to a double but for arguments nearer than some 2^-35
 * units in the last place to the middle between two doubles: series in {@link DoubleDouble}.
 *
 * <p>Where the result is NaN, infinite or zero it is that of {@link StrictMath}.
 */
final class ExactMath {

  /** Below it {@code x + x^3} is {@code x}. */
  private static final double TINY = 0x1p-28;

  /** The digits of the largest double, and some more. */
  private static final MathContext DIGITS = new MathContext(400);

  private static final BigDecimal HALF_PI = halfPi();
  private static final DoubleDouble HALF_PI_SHORT = DoubleDouble.of(HALF_PI);
  private static final DoubleDouble LN2 =
      DoubleDouble.of(
          new BigDecimal("0.693147180559945309417232121458176568075500134360255254120680009"));

  private ExactMath() {}

  /** Machin: {@code pi/4 = 4 atan 1/5 - atan 1/239}. */
  private static BigDecimal halfPi() {
    BigDecimal four = BigDecimal.valueOf(4);
    return four.multiply(atanOfInverse(5)).subtract(atanOfInverse(239)).multiply(BigDecimal.TWO);
  }

  private static BigDecimal atanOfInverse(int x) {
    int digits = DIGITS.getPrecision();
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(x), digits, RoundingMode.DOWN);
    BigDecimal square = BigDecimal.valueOf((long) x * x);
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 1; power.signum() != 0; n += 2) {
      BigDecimal term = power.divide(BigDecimal.valueOf(n), digits, RoundingMode.DOWN);
      sum = n % 4 == 1 ? sum.add(term) : sum.subtract(term);
      power = power.divide(square, digits, RoundingMode.DOWN);
    }
    return sum;
  }

  // ---------------------------------------------------------------- powers and logarithms

  static double exp(double x) {
    double coarse = StrictMath.exp(x);
    return special(coarse) ? coarse : exp(DoubleDouble.of(x), 1);
  }

  /** {@code sign e^x}. */
  private static double exp(DoubleDouble x, double sign) {
    int n = (int) Math.rint(x.high() / LN2.high());
    return expOfRest(x, n).times(sign).scaled(n);
  }

  private static DoubleDouble exp(DoubleDouble x) {
    int n = (int) Math.rint(x.high() / LN2.high());
    return expOfRest(x, n).times(Math.scalb(1.0, n));
  }

  /** {@code e^(x - n ln 2)}: a series of a sixteenth, then {@code e^2r - 1 = s (2 + s)}. */
  private static DoubleDouble expOfRest(DoubleDouble x, int n) {
    DoubleDouble r = x.minus(LN2.times(n)).times(0x1p-4);
    DoubleDouble term = r;
    DoubleDouble sum = r;
    for (int k = 2; k <= 16; k++) {
      term = term.times(r).over(k);
      sum = sum.plus(term);
    }
    for (int i = 0; i < 4; i++) {
      sum = sum.times(sum.plus(DoubleDouble.of(2)));
    }
    return sum.plus(ONE);
  }

  static double log(double x) {
    double coarse = StrictMath.log(x);
    return special(coarse) ? coarse : logOf(x).high();
  }

  private static DoubleDouble logOf(double x) {
    int e = x < Double.MIN_NORMAL ? Math.getExponent(x * 0x1p54) - 54 : Math.getExponent(x);
    double m = e < -1000 ? x * 0x1p54 * Math.scalb(1.0, -e - 54) : Math.scalb(x, -e);
    if (m > 1.4) {
      m /= 2;
      e++;
    }
    return LN2.times(e).plus(logAroundOne(m));
  }

  /** Of {@code 1 + f} by the series of {@code 2 atanh(f / (2 + f))}, or by a step from a guess. */
  private static DoubleDouble logAroundOne(double m) {
    double f = m - 1;
    if (Math.abs(f) > 0x1p-8) {
      double guess = StrictMath.log(m);
      DoubleDouble d = exp(DoubleDouble.of(-guess)).times(m).minus(ONE);
      return DoubleDouble.of(guess).plus(d.minus(d.times(d).times(0.5)));
    }
    DoubleDouble s = DoubleDouble.of(f).over(DoubleDouble.sum(2, f));
    DoubleDouble z = s.times(s);
    DoubleDouble term = s;
    DoubleDouble sum = s;
    for (int k = 3; k <= 15; k += 2) {
      term = term.times(z);
      sum = sum.plus(term.over(k));
    }
    return sum.times(2);
  }

  /** As C has it: every power of 1 is 1, and so are the infinite ones of -1. */
  static double pow(double x, double y) {
    if (x == 1 || (x == -1 && Double.isInfinite(y))) {
      return 1;
    }
    double coarse = StrictMath.pow(x, y);
    if (special(coarse) || y == 0) {
      return coarse;
    }
    return exp(logOf(Math.abs(x)).times(y), Math.signum(coarse));
  }

  // ---------------------------------------------------------------- angles

  /** Sine and cosine of {@code r}, {@code |r| <= pi/4}, and the quadrant. */
  private record Angle(DoubleDouble sin, DoubleDouble cos, int quadrant) {

    static Angle of(double x) {
      if (Math.abs(x) < 0.78) {
        return new Angle(sine(DoubleDouble.of(x)), cosine(DoubleDouble.of(x)), 0);
      }
      var exact = new BigDecimal(x);
      BigInteger n = exact.divide(HALF_PI, 0, RoundingMode.HALF_EVEN).toBigInteger();
      DoubleDouble r = DoubleDouble.of(exact.subtract(HALF_PI.multiply(new BigDecimal(n))));
      return new Angle(sine(r), cosine(r), n.intValue() & 3);
    }

    DoubleDouble sinOfAll() {
      DoubleDouble y = quadrant % 2 == 0 ? sin : cos;
      return quadrant < 2 ? y : y.negated();
    }

    DoubleDouble cosOfAll() {
      return new Angle(sin, cos, (quadrant + 1) & 3).sinOfAll();
    }
  }

  private static DoubleDouble sine(DoubleDouble r) {
    return series(r, r, 3);
  }

  private static DoubleDouble cosine(DoubleDouble r) {
    return series(ONE, r, 2);
  }

  /** {@code first}, and then each term the one before times {@code -r^2 / (k (k - 1))}. */
  private static DoubleDouble series(DoubleDouble first, DoubleDouble r, int from) {
    DoubleDouble z = r.times(r).negated();
    DoubleDouble term = first;
    DoubleDouble sum = first;
    for (int k = from; k <= 31; k += 2) {
      term = term.times(z).over((double) k * (k - 1));
      sum = sum.plus(term);
    }
    return sum;
  }

  static double sin(double x) {
    return asItIs(x) ? StrictMath.sin(x) : Angle.of(x).sinOfAll().high();
  }

  static double cos(double x) {
    return asItIs(x) ? StrictMath.cos(x) : Angle.of(x).cosOfAll().high();
  }

  static double tan(double x) {
    if (asItIs(x)) {
      return StrictMath.tan(x);
    }
    Angle a = Angle.of(x);
    return a.sinOfAll().over(a.cosOfAll()).high();
  }

  static double asin(double x) {
    if (asItIs(x) || Math.abs(x) >= 1) {
      return StrictMath.asin(x);
    }
    DoubleDouble cosine = DoubleDouble.sum(1, x).times(DoubleDouble.sum(1, -x)).sqrt();
    return angle(DoubleDouble.of(x), cosine).high();
  }

  static double atan(double x) {
    if (asItIs(x)) {
      return StrictMath.atan(x);
    }
    if (Math.abs(x) > 0x1p60) {
      DoubleDouble half = HALF_PI_SHORT.times(Math.signum(x));
      return half.minus(ONE.over(x)).high();
    }
    return angle(DoubleDouble.of(x), ONE).high();
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

  // ---------------------------------------------------------------- the rest

  static double tanh(double x) {
    double size = Math.abs(x);
    if (asItIs(x) || size > 20) {
      return StrictMath.tanh(x);
    }
    DoubleDouble y;
    if (size < 0.5) {
      DoubleDouble sinh = sinh(size);
      y = sinh.over(ONE.plus(sinh.times(sinh)).sqrt());
    } else {
      y = ONE.minus(DoubleDouble.of(2).over(exp(DoubleDouble.of(2 * size)).plus(ONE)));
    }
    return Math.copySign(y.high(), x);
  }

  private static DoubleDouble sinh(double x) {
    DoubleDouble z = DoubleDouble.of(x).times(x);
    DoubleDouble term = DoubleDouble.of(x);
    DoubleDouble sum = term;
    for (int k = 3; k <= 31; k += 2) {
      term = term.times(z).over((double) k * (k - 1));
      sum = sum.plus(term);
    }
    return sum;
  }

  /** {@code 2 / sqrt pi e^(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...)}: nothing cancels. */
  static double erf(double x) {
    double size = Math.abs(x);
    if (!(size > 0)) {
      return x;
    }
    if (size > 6) {
      return Math.signum(x);
    }
    DoubleDouble factor = ONE.over(HALF_PI_SHORT.times(0.5).sqrt()); // 2 / sqrt pi
    if (size < TINY) {
      return factor.times(x * 0x1p100).scaled(-100);
    }
    DoubleDouble square = DoubleDouble.of(x).times(x);
    DoubleDouble term = DoubleDouble.of(size);
    DoubleDouble sum = term;
    for (int k = 3; term.high() > sum.high() * 0x1p-110; k += 2) {
      term = term.times(square).times(2).over(k);
      sum = sum.plus(term);
    }
    DoubleDouble y = sum.times(exp(square.negated())).times(factor);
    return Math.copySign(y.high(), x);
  }

  private static boolean special(double y) {
    return y == 0 || !Double.isFinite(y);
  }

  /** Whether {@link StrictMath} is exact, for odd functions that are about x and for the cosine. */
  private static boolean asItIs(double x) {
    return Math.abs(x) < TINY || !Double.isFinite(x);
  }
}
