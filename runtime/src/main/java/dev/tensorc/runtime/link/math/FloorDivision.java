package dev.tensorc.runtime.link.math;

/**
 * {@code floor_divide} and {@code remainder} of floats: NumPy's definitions, which are Python's.
 * This class is the specification; {@code %} below is Java's, C's {@code fmod}, which is exact.
 *
 * <pre>{@code
 * remainder(a, b):
 *     m = a % b                                       # NaN where b is 0 or a is infinite
 *     if m == 0:                  m = copysign(0, b)
 *     else if (m < 0) != (b < 0): m = m + b           # a NaN stays NaN
 *     return m
 *
 * floor_divide(a, b):
 *     if b == 0: return a / b                         # an infinity, or NaN for 0 / 0
 *     m = a % b
 *     q = (a - m) / b                                 # almost an integer
 *     if m != 0 and (m < 0) != (b < 0): q = q - 1
 *     f = floor(q)
 *     if q - f > 0.5: f = f + 1
 *     if q == 0:      f = copysign(0, a / b)
 *     return f
 * }</pre>
 *
 * <p>Every operation is one of the dtype: of {@code float} for f32, {@code double} for f64. So
 * {@code -5 // inf} is -1 and {@code -5 % inf} is inf; {@code inf // 1} and {@code 1 % 0} are NaN;
 * {@code 1 // 0} is inf. It differs from {@code floor(a / b)} where the quotient rounds up to an
 * integer: {@code 1 // 0.1} is 9.
 */
public final class FloorDivision {

  private FloorDivision() {}

  /** {@code a % b} with the sign of {@code b}. */
  public static double remainder(double a, double b) {
    double m = a % b;
    if (m == 0) {
      return Math.copySign(0.0, b);
    }
    return (m < 0) != (b < 0) ? m + b : m;
  }

  /** {@code a % b} with the sign of {@code b}. */
  public static float remainder(float a, float b) {
    float m = a % b;
    if (m == 0) {
      return Math.copySign(0.0f, b);
    }
    return (m < 0) != (b < 0) ? m + b : m;
  }

  /** {@code a // b}. */
  public static double floorDivide(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double m = a % b;
    double q = (a - m) / b;
    if (m != 0 && (m < 0) != (b < 0)) {
      q -= 1;
    }
    if (q == 0) {
      return Math.copySign(0.0, a / b);
    }
    double f = Math.floor(q);
    return q - f > 0.5 ? f + 1 : f;
  }

  /** {@code a // b}. */
  public static float floorDivide(float a, float b) {
    if (b == 0) {
      return a / b;
    }
    float m = a % b;
    float q = (a - m) / b;
    if (m != 0 && (m < 0) != (b < 0)) {
      q -= 1;
    }
    if (q == 0) {
      return Math.copySign(0.0f, a / b);
    }
    float f = (float) Math.floor(q);
    return q - f > 0.5f ? f + 1 : f;
  }

  /**
   * {@code a // b} of integers; the lowest value by -1 wraps.
   *
   * @param message for the {@link ArithmeticException} where {@code b} is 0
   */
  public static long floorDivide(long a, long b, String message) {
    return Math.floorDiv(a, nonZero(b, message));
  }

  /** {@code a % b} of integers with the sign of {@code b}. */
  public static long remainder(long a, long b, String message) {
    return Math.floorMod(a, nonZero(b, message));
  }

  /**
   * A divisor.
   *
   * @param message for the {@link ArithmeticException} where it is 0
   */
  public static int nonZero(int b, String message) {
    if (b == 0) {
      throw new ArithmeticException(message);
    }
    return b;
  }

  private static long nonZero(long b, String message) {
    if (b == 0) {
      throw new ArithmeticException(message);
    }
    return b;
  }
}
