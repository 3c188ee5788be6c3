package dev.tensorc.math;

/**
 * The transcendental functions on single values: {@link MathSequences} evaluated in plain Java.
 *
 * <p>The reference interpreter uses them. They box every step, so they are slow.
 */
public final class JavaMath {

  private JavaMath() {}

  public static float exp(float x) {
    return MathSequences.exp32(FloatOps.INSTANCE, x);
  }

  public static double exp(double x) {
    return MathSequences.exp64(DoubleOps.INSTANCE, x);
  }

  public static float log(float x) {
    return MathSequences.log32(FloatOps.INSTANCE, x);
  }

  public static double log(double x) {
    return MathSequences.log64(DoubleOps.INSTANCE, x);
  }

  public static float sin(float x) {
    return MathSequences.sin32(FloatOps.INSTANCE, x);
  }

  public static double sin(double x) {
    return MathSequences.sin64(DoubleOps.INSTANCE, x);
  }

  public static float cos(float x) {
    return MathSequences.cos32(FloatOps.INSTANCE, x);
  }

  public static double cos(double x) {
    return MathSequences.cos64(DoubleOps.INSTANCE, x);
  }
}
