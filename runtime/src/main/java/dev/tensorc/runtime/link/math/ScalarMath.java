package dev.tensorc.runtime.link.math;

/**
 * The scalar functions that generated code calls for the rare lanes which its inline sequences of
 * operations leave to it, such as sines of large arguments.
 *
 * <p>{@link StrictMath} promises the results of fdlibm, so they have the same bits on every
 * machine; other functions are made of operations that are rounded correctly.
 */
public final class ScalarMath {

  private ScalarMath() {}

  public static float sin32Slow(float x) {
    return (float) StrictMath.sin(x);
  }

  public static float cos32Slow(float x) {
    return (float) StrictMath.cos(x);
  }

  public static float tan32Slow(float x) {
    return (float) StrictMath.tan(x);
  }

  public static double tan64Slow(double x) {
    return StrictMath.tan(x);
  }

  public static double sin64Slow(double x) {
    return StrictMath.sin(x);
  }

  public static double cos64Slow(double x) {
    return StrictMath.cos(x);
  }

  /** Where {@code log(e^x + e^y)} is small against both. */
  public static double logaddexp64Slow(double x, double y) {
    return LogAddExp.ofCancelling(x, y);
  }

  /** As {@link #logaddexp64Slow}. */
  public static float logaddexp32Slow(float x, float y) {
    return (float) LogAddExp.ofCancelling(x, y);
  }

  /** Where the quotient has more bits than the format; those of {@link FloorDivision}. */
  public static float floorDivide32Slow(float a, float b) {
    return FloorDivision.floorDivide(a, b);
  }

  /** As {@link #floorDivide32Slow}. */
  public static double floorDivide64Slow(double a, double b) {
    return FloorDivision.floorDivide(a, b);
  }

  /** As {@link #floorDivide32Slow}. */
  public static float remainder32Slow(float a, float b) {
    return FloorDivision.remainder(a, b);
  }

  /** As {@link #floorDivide32Slow}. */
  public static double remainder64Slow(double a, double b) {
    return FloorDivision.remainder(a, b);
  }

  /** C's {@code fmod}, which is exact. */
  public static float fmod32Slow(float a, float b) {
    return a % b;
  }

  /** As {@link #fmod32Slow}. */
  public static double fmod64Slow(double a, double b) {
    return a % b;
  }
}
