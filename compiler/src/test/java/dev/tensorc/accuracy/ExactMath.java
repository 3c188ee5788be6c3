package dev.tensorc.accuracy;

import static dev.tensorc.accuracy.DoubleDouble.ONE;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The elementary functions, rounded correctly to a double but for arguments nearer than some 2^-35
 * units in the last place to the middle between two doubles: series in {@link DoubleDouble}.
 *
 * <p>Where the result is NaN, infinite or zero it is that of {@link StrictMath}.
 */
final class ExactMath {

  /** Below it {@code x + x^2} is {@code x}. */
  private static final double TINY = 0x1p-60;

  /** Beside its square 1 does not count. */
  private static final double HUGE = 0x1p60;

  /** From here on {@code e^-x} does not count beside 1. */
  private static final double FAR = 75;

  /** Below {@code e^-x} of it, a {@link DoubleDouble} would lose its low part. */
  private static final double DEEP = 600;

  /** Hyperbolic sines and cosines beyond it are. */
  private static final double INFINITE = 711;

  private static final DoubleDouble LN2 =
      DoubleDouble.of(
          new BigDecimal("0.693147180559945309417232121458176568075500134360255254120680009"));
  private static final DoubleDouble LN10 =
      DoubleDouble.of(
          new BigDecimal("2.302585092994045684017991454684364207601101488628772976033327901"));

  private static final MathContext MANY = new MathContext(110);

  private ExactMath() {}

  // ---------------------------------------------------------------- powers

  static double exp(double x) {
    double coarse = StrictMath.exp(x);
    return special(coarse) ? coarse : exp(DoubleDouble.of(x), 0);
  }

  /** {@code 2^more e^x}. */
  private static double exp(DoubleDouble x, int more) {
    int n = quotient(x);
    return expm1OfRest(x, n).plus(ONE).scaled(n + more);
  }

  private static DoubleDouble exp(DoubleDouble x) {
    int n = quotient(x);
    return expm1OfRest(x, n).plus(ONE).times(Math.scalb(1.0, n));
  }

  private static int quotient(DoubleDouble x) {
    return (int) Math.rint(x.high() / LN2.high());
  }

  /** {@code e^(x - n ln 2) - 1}: a series of a sixteenth, then {@code e^2r - 1 = s (2 + s)}. */
  private static DoubleDouble expm1OfRest(DoubleDouble x, int n) {
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
    return sum;
  }

  static double exp2(double x) {
    double coarse = StrictMath.pow(2, x);
    if (special(coarse)) {
      return coarse;
    }
    double n = Math.rint(x);
    return expm1OfRest(LN2.times(x - n), 0).plus(ONE).scaled((int) n);
  }

  static double expm1(double x) {
    if (isAlmostLinear(x)) {
      return StrictMath.expm1(x);
    }
    if (x > FAR) {
      return exp(x);
    }
    return x < -FAR ? -1 : expm1(DoubleDouble.of(x)).high();
  }

  private static DoubleDouble expm1(DoubleDouble x) {
    return quotient(x) == 0 ? expm1OfRest(x, 0) : exp(x).minus(ONE);
  }

  static double sigmoid(double x) {
    if (Double.isNaN(x) || x < -FAR) {
      return exp(x);
    }
    DoubleDouble e = x > DEEP ? DoubleDouble.of(0) : exp(DoubleDouble.of(-x));
    return ONE.over(ONE.plus(e)).high();
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
    return Math.copySign(exp(log(DoubleDouble.of(Math.abs(x))).times(y), 0), coarse);
  }

  // ---------------------------------------------------------------- logarithms

  static double log(double x) {
    double coarse = StrictMath.log(x);
    return special(coarse) ? coarse : log(DoubleDouble.of(x)).high();
  }

  static double log2(double x) {
    double coarse = StrictMath.log(x);
    return special(coarse) ? coarse : log(DoubleDouble.of(x)).over(LN2).high();
  }

  static double log10(double x) {
    double coarse = StrictMath.log10(x);
    return special(coarse) ? coarse : log(DoubleDouble.of(x)).over(LN10).high();
  }

  static double log1p(double x) {
    double coarse = StrictMath.log1p(x);
    return special(coarse) || isAlmostLinear(x) ? coarse : log1p(DoubleDouble.of(x)).high();
  }

  /** Of a positive finite number. */
  private static DoubleDouble log(DoubleDouble x) {
    if (x.high() < 0x1p-900) {
      return log(x.times(0x1p200)).minus(LN2.times(200));
    }
    int e = Math.getExponent(x.high());
    if (x.high() > Math.scalb(1.4, e)) {
      e++;
    }
    DoubleDouble m = x.times(Math.scalb(1.0, -e / 2)).times(Math.scalb(1.0, -e + e / 2));
    return LN2.times(e).plus(log1p(m.minus(ONE)));
  }

  /** By the series of {@code 2 atanh(f / (2 + f))}, or by a step from a guess. */
  private static DoubleDouble log1p(DoubleDouble f) {
    DoubleDouble m = ONE.plus(f);
    if (f.high() > 0.5 || f.high() < -0.4) {
      return log(m);
    }
    if (Math.abs(f.high()) > 0x1p-8) {
      double guess = StrictMath.log1p(f.high());
      DoubleDouble d = exp(DoubleDouble.of(-guess)).times(m).minus(ONE);
      return DoubleDouble.of(guess).plus(d.minus(d.times(d).times(0.5)));
    }
    DoubleDouble s = f.over(f.plus(DoubleDouble.of(2)));
    DoubleDouble z = s.times(s);
    DoubleDouble term = s;
    DoubleDouble sum = s;
    for (int k = 3; k <= 15; k += 2) {
      term = term.times(z);
      sum = sum.plus(term.over(k));
    }
    return sum.times(2);
  }

  static double logaddexp(double x, double y) {
    double most = Math.max(x, y);
    double distance = most - Math.min(x, y);
    if (Double.isNaN(most) || Double.isInfinite(most)) {
      return most;
    }
    if (distance > DEEP) {
      boolean cancels = most < 0 && most > -0x1p-800 && distance < 750;
      return cancels ? cancelling(most, Math.min(x, y)) : most + exp(-distance);
    }
    DoubleDouble more = log1p(exp(DoubleDouble.sum(Math.min(x, y), -most)));
    double sum = more.plus(DoubleDouble.of(most)).high();
    return Math.abs(sum) < 0x1p-40 * Math.abs(most) ? cancelling(most, Math.min(x, y)) : sum;
  }

  /** {@code log(1 + s)} of the small {@code s = (e^x - 1) + e^y}, which a double's bits leave. */
  private static double cancelling(double x, double y) {
    BigDecimal power = expm1(new BigDecimal(y).divide(BigDecimal.valueOf(1 << 10)));
    power = power.add(BigDecimal.ONE).pow(1 << 10, MANY);
    DoubleDouble s = DoubleDouble.of(expm1(new BigDecimal(x)).add(power, MANY));
    DoubleDouble square = s.times(s);
    return s.minus(square.times(0.5)).plus(square.times(s).over(3)).high();
  }

  private static BigDecimal expm1(BigDecimal x) {
    BigDecimal term = x.round(MANY);
    BigDecimal sum = term;
    for (int k = 2; term.precision() - term.scale() > sum.precision() - sum.scale() - 100; k++) {
      term = term.multiply(x, MANY).divide(BigDecimal.valueOf(k), MANY);
      sum = sum.add(term, MANY);
    }
    return sum;
  }

  // ---------------------------------------------------------------- hyperbolic functions

  static double sinh(double x) {
    double size = Math.abs(x);
    if (isAlmostLinear(x) || size > INFINITE) {
      return StrictMath.sinh(x);
    }
    double y = size < 1 ? sinhOf(size).high() : exponentials(size, -1);
    return Math.copySign(y, x);
  }

  static double cosh(double x) {
    double size = Math.abs(x);
    return size <= INFINITE ? exponentials(size, 1) : StrictMath.cosh(x);
  }

  /** {@code (e^x + sign e^-x) / 2}. */
  private static double exponentials(double x, int sign) {
    if (x > FAR) {
      return exp(DoubleDouble.of(x), -1);
    }
    DoubleDouble inverse = exp(DoubleDouble.of(-x)).times(sign);
    return exp(DoubleDouble.of(x)).plus(inverse).times(0.5).high();
  }

  private static DoubleDouble sinhOf(double x) {
    DoubleDouble z = DoubleDouble.of(x).times(x);
    DoubleDouble term = DoubleDouble.of(x);
    DoubleDouble sum = term;
    for (int k = 3; k <= 31; k += 2) {
      term = term.times(z).over((double) k * (k - 1));
      sum = sum.plus(term);
    }
    return sum;
  }

  static double tanh(double x) {
    double size = Math.abs(x);
    if (isAlmostLinear(x) || size > 20) {
      return StrictMath.tanh(x);
    }
    DoubleDouble m = expm1(DoubleDouble.of(2 * size));
    return Math.copySign(m.over(m.plus(DoubleDouble.of(2))).high(), x);
  }

  static double asinh(double x) {
    double size = Math.abs(x);
    if (isAlmostLinear(x)) {
      return x;
    }
    return Math.copySign(asinhOf(DoubleDouble.of(size)).high(), x);
  }

  private static DoubleDouble asinhOf(DoubleDouble x) {
    if (x.high() > HUGE) {
      return log(x).plus(LN2);
    }
    DoubleDouble square = x.times(x);
    return log1p(x.plus(square.over(ONE.plus(square.plus(ONE).sqrt()))));
  }

  static double acosh(double x) {
    if (!(x > 1) || x == Double.POSITIVE_INFINITY) {
      return x >= 1 ? Math.log(x) : Double.NaN;
    }
    if (x > HUGE) {
      return log(DoubleDouble.of(x)).plus(LN2).high();
    }
    DoubleDouble t = DoubleDouble.sum(x, -1);
    return log1p(t.plus(t.times(t.plus(DoubleDouble.of(2))).sqrt())).high();
  }

  static double atanh(double x) {
    double size = Math.abs(x);
    if (!(size < 1) || size < TINY) {
      return size == 1 ? x / 0.0 : size < 1 ? x : Double.NaN;
    }
    DoubleDouble y = log1p(DoubleDouble.of(2 * size).over(DoubleDouble.sum(1, -size)));
    return Math.copySign(y.times(0.5).high(), x);
  }

  // ---------------------------------------------------------------- roots

  static double cbrt(double x) {
    if (x == 0 || !Double.isFinite(x)) {
      return x;
    }
    int third = Math.floorDiv(Math.getExponent(x), 3);
    DoubleDouble m = DoubleDouble.of(Math.scalb(Math.scalb(x, -third), -2 * third));
    DoubleDouble guess = DoubleDouble.of(StrictMath.cbrt(m.high()));
    DoubleDouble square = guess.times(guess);
    return guess.plus(m.minus(square.times(guess)).over(square.times(3))).scaled(third);
  }

  static double hypot(double x, double y) {
    double coarse = StrictMath.hypot(x, y);
    if (special(coarse)) {
      return coarse;
    }
    int scale = Math.getExponent(Math.max(Math.abs(x), Math.abs(y)));
    DoubleDouble a = DoubleDouble.of(Math.scalb(x, -scale));
    DoubleDouble b = DoubleDouble.of(Math.scalb(y, -scale));
    return a.times(a).plus(b.times(b)).sqrt().scaled(scale);
  }

  // ---------------------------------------------------------------- the error function

  /** {@code 2 / sqrt pi e^(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...)}: nothing cancels. */
  static double erf(double x) {
    double size = Math.abs(x);
    if (!(size > 0)) {
      return x;
    }
    if (size > 6) {
      return Math.signum(x);
    }
    DoubleDouble factor = ONE.over(ExactAngles.QUARTER.times(0.5).sqrt()); // 2 / sqrt pi
    if (size < TINY) {
      return factor.times(x * 0x1p100).scaled(-100);
    }
    DoubleDouble square = DoubleDouble.of(x).times(x);
    DoubleDouble twice = square.times(2);
    DoubleDouble term = DoubleDouble.of(size);
    DoubleDouble sum = term;
    for (int k = 3; term.high() > sum.high() * 0x1p-110; k += 2) {
      term = term.times(twice).over(k);
      sum = sum.plus(term);
    }
    DoubleDouble y = sum.times(exp(square.negated())).times(factor);
    return Math.copySign(y.high(), x);
  }

  private static boolean special(double y) {
    return y == 0 || !Double.isFinite(y);
  }

  /**
   * Whether {@link StrictMath} is exact, for functions that are about x or about 1: x is so small
   * that a square of it does not count, or not finite.
   */
  static boolean isAlmostLinear(double x) {
    return Math.abs(x) < TINY || !Double.isFinite(x);
  }
}
