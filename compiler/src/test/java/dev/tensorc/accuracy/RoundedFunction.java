package dev.tensorc.accuracy;

import dev.tensorc.ir.Builtin;
import dev.tensorc.runtime.link.math.FloorDivision;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The element-wise functions of floats: how many units a result may be off the correctly rounded
 * value, the exact value, between which arguments a function is interesting, and about which.
 */
enum RoundedFunction {
  ADD(0, -8, 8, (x, y) -> x + y),
  SUBTRACT(0, -8, 8, (x, y) -> x - y),
  MULTIPLY(0, -8, 8, (x, y) -> x * y),
  DIVIDE(0, -8, 8, (x, y) -> x / y),
  /** As NumPy defines it, in a few roundings: 1 // 0.1 is 9. */
  FLOOR_DIVIDE(2, -50, 50, RoundedFunction::floorOfQuotient),
  REMAINDER(0, -50, 50, (x, y) -> FloorDivision.remainder(x, y)),
  FMOD(0, -50, 50, (x, y) -> x % y),
  NEGATIVE(0, -8, 8, x -> -x),
  POSITIVE(0, -8, 8, x -> x),
  ABS(0, -8, 8, x -> Math.abs(x)),
  MAXIMUM(0, -8, 8, (x, y) -> Math.max(x, y)),
  MINIMUM(0, -8, 8, (x, y) -> Math.min(x, y)),
  FMAX(0, -8, 8, (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y)),
  FMIN(0, -8, 8, (x, y) -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y)),
  RELU(0, -8, 8, x -> Math.max(x, 0.0)),
  CLIP(0, -8, 8, (x, min, max) -> Math.min(Math.max(x, min), max)),
  SQUARE(0, -8, 8, x -> x * x),
  RECIPROCAL(0, -8, 8, x -> 1 / x),
  SQRT(0, 0, 8, x -> Math.sqrt(x)),
  FLOOR(0, -50, 50, x -> Math.floor(x), 0.5, 1, 0x1p23, 0x1p52),
  CEIL(0, -50, 50, x -> Math.ceil(x), 0.5, 1, 0x1p23, 0x1p52),
  TRUNC(0, -50, 50, x -> x < 0 ? Math.ceil(x) : Math.floor(x), 0.5, 1, 0x1p23, 0x1p52),
  ROUND(0, -50, 50, x -> Math.rint(x), 0.5, 1, 1.5, 2.5, 0x1p23, 0x1p52),
  RINT(0, -50, 50, x -> Math.rint(x), 0.5, 1, 1.5, 2.5, 0x1p23, 0x1p52),
  SIGN(0, -8, 8, x -> x == 0 ? 0 : Math.signum(x)),
  COPYSIGN(0, -8, 8, (x, y) -> Math.copySign(x, Double.isNaN(y) ? 1 : y)),
  NEXTAFTER(0, -8, 8, RoundedFunction::next, 0, 1, 2),
  FMA(0, -8, 8, (x, y, z) -> Math.fma(x, y, z)),

  EXP(1, -750, 715, ExactMath::exp, 0, 88.7228, -87.3365, -103.972, 709.7827, -708.396, -745.133),
  EXP2(1, -1080, 1030, ExactMath::exp2, 0, 1, 128, -126, -149.5, 1024, -1022, -1074.5),
  EXPM1(1, -50, 715, ExactMath::expm1, 0, 0.3466, 1.04, 88.7228, -17.33, 709.7827, -37.43),
  SIGMOID(1, -750, 40, ExactMath::sigmoid, 0, -88.7228, -103.972, 17.33, -709.7827, 36.74),
  POW(2, -2, 8, ExactMath::pow, 1, 2, 3, 0.5),
  LOG(1, 0, 4, ExactMath::log, 1, 0.6901, 1.38, 2),
  LOG1P(1, -1, 4, ExactMath::log1p, 0, -1, 0.38, -0.31),
  LOG2(1, 0, 4, ExactMath::log2, 1, 0.7071, 1.4142, 2, 1024),
  LOG10(1, 0, 4, ExactMath::log10, 1, 0.7071, 1.4142, 10, 1000),
  LOGADDEXP(2, -50, 50, ExactMath::logaddexp, 0, -0.6931471805599453, 700, 1),
  SINH(2, -715, 715, ExactMath::sinh, 0, 1, 89.4159, 710.4758),
  COSH(2, -715, 715, ExactMath::cosh, 0, 1, 89.4159, 710.4758),
  TANH(2, -22, 22, ExactMath::tanh, 0, 0.1733, 0.55, 9.01, 19.06),
  ASINH(2, -8, 8, ExactMath::asinh, 0, 1, 0x1p15, 0x1p30),
  ACOSH(2, 1, 8, ExactMath::acosh, 1, 2, 0x1p15, 0x1p30),
  ATANH(2, -1, 1, ExactMath::atanh, 0, 1, 0.5),
  ERF(2, -6.5, 6.5, ExactMath::erf, 0, 0.5, 1.25, 3.9192, 5.8636),

  SIN(1, -50, 50, ExactAngles::sin, 0, 0.7853981633974483),
  COS(1, -50, 50, ExactAngles::cos, 0, 0.7853981633974483),
  TAN(2, -50, 50, ExactAngles::tan, 0, 0.7853981633974483),
  ASIN(1, -1, 1, ExactAngles::asin, 0, 0.5, 1),
  ACOS(1, -1, 1, ExactAngles::acos, 0, 0.5, 1),
  ATAN(1, -8, 8, ExactAngles::atan, 0, 0.4142, 1, 2.4142),
  ATAN2(1, -8, 8, ExactAngles::atan2, 0, 1, 2.4142),

  DEG2RAD(1, -720, 720, ExactAngles::radians, 0, 90, 180),
  RAD2DEG(1, -8, 8, ExactAngles::degrees, 0, 1.5707963267948966, 3.141592653589793),

  CBRT(1, -8, 8, ExactMath::cbrt, 1, 2, 8),
  HYPOT(1, -8, 8, ExactMath::hypot, 0, 1, 0x1p60, 0x1p-40, 0x1p500, 0x1p-400);

  private static final List<RoundedFunction> ANGLES = List.of(SIN, COS, TAN);

  private interface Ternary {
    double of(double x, double y, double z);
  }

  private interface Exact {
    double of(double[] point);
  }

  private final int units;
  private final double low;
  private final double high;
  private final Exact exact;
  private final double[] hard;

  RoundedFunction(int units, double low, double high, DoubleUnaryOperator exact, double... hard) {
    this(units, low, high, hard, p -> exact.applyAsDouble(p[0]));
  }

  RoundedFunction(int units, double low, double high, DoubleBinaryOperator exact, double... hard) {
    this(units, low, high, hard, p -> exact.applyAsDouble(p[0], p[1]));
  }

  RoundedFunction(int units, double low, double high, Ternary exact, double... hard) {
    this(units, low, high, hard, p -> exact.of(p[0], p[1], p[2]));
  }

  RoundedFunction(int units, double low, double high, double[] hard, Exact exact) {
    this.units = units;
    this.low = low;
    this.high = high;
    this.exact = exact;
    this.hard = hard;
  }

  /** The row of the table of builtins. */
  Builtin builtin() {
    return Builtin.valueOf(name());
  }

  /** Whether {@code y} is near enough to the correctly rounded value. */
  boolean isNear(Format format, double exact, double y) {
    return format.distance(exact, y) <= units;
  }

  /** The correctly rounded value. */
  double exact(Format format, double[] point) {
    if (format == Format.F32 && this == FMA) { // to a double first would be rounded twice
      return Math.fma((float) point[0], (float) point[1], (float) point[2]);
    }
    if (format == Format.F32 && this == NEXTAFTER) {
      return next((float) point[0], (float) point[1]);
    }
    return format.rounded(exact.of(point));
  }

  /** An interesting point: each argument by itself, or in a relation to those before it. */
  void draw(SplittableRandom random, double[] point) {
    for (int i = 0; i < point.length; i++) {
      boolean related = i > 0 && random.nextBoolean();
      point[i] = related ? related(random, point, i) : alone(random);
    }
  }

  private double alone(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Math.scalb(random.nextDouble(low, high), -random.nextInt(40));
      case 1 -> {
        if (ANGLES.contains(this)) {
          yield near(random, random.nextInt(1 << 20) * (Math.PI / 2));
        }
        double place = hard.length == 0 ? high : hard[random.nextInt(hard.length)];
        yield place == 0
            ? Math.scalb(random.nextDouble(-1, 1), -random.nextInt(80))
            : near(random, low < 0 && random.nextBoolean() ? -place : place);
      }
      default -> random.nextDouble(low, high);
    };
  }

  private static double near(SplittableRandom random, double place) {
    return place * (1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(54)));
  }

  /** Where powers overflow and vanish, where sums cancel; else of a size like the first. */
  private double related(SplittableRandom random, double[] point, int i) {
    double x = point[0];
    if (this == POW && x != 0) {
      return random.nextDouble(-750, 715) / Math.log(Math.abs(x));
    }
    if (this == LOGADDEXP && x < 0) {
      return near(random, Math.log(-Math.expm1(x)));
    }
    if (this == FMA && i == 2) {
      return near(random, -x * point[1]);
    }
    return Math.scalb(x * random.nextDouble(-1, 1), random.nextInt(-8, 4));
  }

  private static double floorOfQuotient(double a, double b) {
    double coarse = a / b;
    if (coarse == 0 || !Double.isFinite(coarse) || !Double.isFinite(b)) {
      return FloorDivision.floorDivide(a, b);
    }
    double scale = Math.abs(a) > 1 ? 0x1p-60 : 1; // so that no product overflows
    DoubleDouble whole = DoubleDouble.sum(a, -FloorDivision.remainder(a, b));
    return whole.times(scale).over(b).times(1 / scale).high();
  }

  private static double next(double x, double y) {
    return x == y ? y : Math.nextAfter(x, y);
  }

  private static float next(float x, float y) {
    return x == y ? y : Math.nextAfter(x, (double) y);
  }
}
