package dev.tensorc.runtime.link.math;

/** Operations of u32 (the bits of an int) and u64 (the bits of a long) beyond the JDK's own. */
public final class Unsigned {

  private Unsigned() {}

  public static int max(int a, int b) {
    return Integer.compareUnsigned(a, b) < 0 ? b : a;
  }

  public static long max(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? b : a;
  }

  public static int min(int a, int b) {
    return Integer.compareUnsigned(a, b) < 0 ? a : b;
  }

  public static long min(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }

  /**
   * {@code a // b}.
   *
   * @param message for the {@link ArithmeticException} where {@code b} is 0
   */
  public static long floorDivide(long a, long b, String message) {
    requireNonZero(b, message);
    return Long.divideUnsigned(a, b);
  }

  /** {@code a % b}; otherwise as {@link #floorDivide}. */
  public static long remainder(long a, long b, String message) {
    requireNonZero(b, message);
    return Long.remainderUnsigned(a, b);
  }

  /** {@code base ** exponent}, wrapping; the message is for signed exponents. */
  public static int power(int base, int exponent, String message) {
    return (int) IntegerMath.power(base, Integer.toUnsignedLong(exponent), message);
  }

  /** As {@link #power(int, int, String)}. */
  public static long power(long base, long exponent, String message) {
    long half = IntegerMath.power(base, exponent >>> 1, message);
    return half * half * ((exponent & 1) == 0 ? 1 : base);
  }

  /** {@code x << count}; 0 from the width on; the message is for signed counts. */
  public static int shiftLeft(int x, int count, String message) {
    return Integer.compareUnsigned(count, Integer.SIZE) < 0 ? x << count : 0;
  }

  /** As {@link #shiftLeft(int, int, String)}. */
  public static long shiftLeft(long x, long count, String message) {
    return Long.compareUnsigned(count, Long.SIZE) < 0 ? x << count : 0;
  }

  /** {@code x >> count}; otherwise as {@link #shiftLeft(int, int, String)}. */
  public static int shiftRight(int x, int count, String message) {
    return Integer.compareUnsigned(count, Integer.SIZE) < 0 ? x >>> count : 0;
  }

  /** As {@link #shiftRight(int, int, String)}. */
  public static long shiftRight(long x, long count, String message) {
    return Long.compareUnsigned(count, Long.SIZE) < 0 ? x >>> count : 0;
  }

  private static void requireNonZero(long b, String message) {
    if (b == 0) {
      throw new ArithmeticException(message);
    }
  }

  /** The nearest float, ties to even. */
  public static float toFloat(long bits) {
    return bits >= 0 ? bits : (float) halved(bits) * 2;
  }

  /** The nearest double, ties to even. */
  public static double toDouble(long bits) {
    return bits >= 0 ? bits : (double) halved(bits) * 2;
  }

  /** Half the value; the bit that falls out stays in the lowest, so that it rounds the same way. */
  private static long halved(long bits) {
    return bits >>> 1 | bits & 1;
  }

  /** Towards zero; saturates at u32's range; NaN gives 0. */
  public static int toInt(double x) {
    return (int) Math.clamp((long) x, 0L, 0xffff_ffffL);
  }

  /** Towards zero; saturates at u64's range; NaN gives 0. */
  public static long toLong(double x) {
    if (x < 0x1p63) {
      return Math.max((long) x, 0);
    }
    return x < 0x1p64 ? (long) (x - 0x1p63) | Long.MIN_VALUE : Double.isNaN(x) ? 0 : -1;
  }
}
