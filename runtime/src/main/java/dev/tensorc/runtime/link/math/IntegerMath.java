package dev.tensorc.runtime.link.math;

/** Operations on integers that the JVM has no instruction for; results wrap. */
public final class IntegerMath {

  private IntegerMath() {}

  /**
   * {@code base ** exponent} by repeated multiplication; anything to the power of 0 is 1.
   *
   * @param message for the {@link ArithmeticException} where the exponent is negative
   */
  public static long power(long base, long exponent, String message) {
    if (exponent < 0) {
      throw new ArithmeticException(message);
    }
    long product = 1;
    long square = base;
    for (long rest = exponent; rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        product *= square;
      }
      square *= square;
    }
    return product;
  }

  /** As {@link #power(long, long, String)}: the low bits of a product need only low bits. */
  public static int power(int base, int exponent, String message) {
    return (int) power((long) base, (long) exponent, message);
  }

  /**
   * {@code x << count}; 0 from the width on.
   *
   * @param message for the {@link ArithmeticException} where the count is negative
   */
  public static int shiftLeft(int x, int count, String message) {
    return notNegative(count, message) < Integer.SIZE ? x << count : 0;
  }

  /** As {@link #shiftLeft(int, int, String)}. */
  public static long shiftLeft(long x, long count, String message) {
    return notNegative(count, message) < Long.SIZE ? x << count : 0;
  }

  /**
   * {@code x >> count}; nothing but the sign is left from the width on.
   *
   * @param message for the {@link ArithmeticException} where the count is negative
   */
  public static int shiftRight(int x, int count, String message) {
    return x >> (int) Math.min(notNegative(count, message), Integer.SIZE - 1);
  }

  /** As {@link #shiftRight(int, int, String)}. */
  public static long shiftRight(long x, long count, String message) {
    return x >> Math.min(notNegative(count, message), Long.SIZE - 1);
  }

  /**
   * A count.
   *
   * @param message for the {@link ArithmeticException} where it is negative
   */
  public static long notNegative(long count, String message) {
    if (count < 0) {
      throw new ArithmeticException(message);
    }
    return count;
  }
}
