package dev.tensorc.runtime;

/**
 * The scalar functions that generated code calls for the rare lanes which its inline sequences of
 * operations leave to it, such as sines of large arguments.
 *
 * <p>{@link StrictMath} promises the results of fdlibm, so they have the same bits on every
 * machine.
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
}
