package dev.tensorc.runtime;

import dev.tensorc.runtime.link.math.SizeMath;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many bytes one array of a program may take: a larger one is refused, with its shape, before
 * anything is allocated. Broadcasting makes such arrays by accident: {@code x - y} of {@code (n,
 * 1)} with {@code (1, m)} has {@code n * m} elements.
 *
 * <p>The limit is half of the largest heap that the JVM may have, unless the system property {@code
 * tensorc.allocationLimit} (such as {@code 512M} or {@code 2G}) or {@link #set} says something
 * else. It holds for the results and the intermediate arrays of compiled programs, and for all
 * arrays together that are read from one file (see {@link dev.tensorc.runtime.io.ReadBudget}), not
 * for tensors that Java code makes.
 */
public final class AllocationLimit {

  /** The system property with the limit. */
  public static final String PROPERTY = "tensorc.allocationLimit";

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([KMGT]?)");
  private static final String UNITS = "KMGT";
  private static final ScopedValue<Long> SCOPED = ScopedValue.newInstance();

  private static volatile long limit; // 0: nobody has asked yet

  private AllocationLimit() {}

  /**
   * The limit in bytes.
   *
   * @throws TensorException if the system property cannot be read
   */
  public static long bytes() {
    return SCOPED.isBound() ? SCOPED.get() : global();
  }

  private static long global() {
    long known = limit;
    if (known == 0) {
      known = initial();
      limit = known;
    }
    return known;
  }

  private static long initial() {
    String property = System.getProperty(PROPERTY);
    if (property == null) {
      return Math.max(Runtime.getRuntime().maxMemory() / 2, 1);
    }
    try {
      return parse(property);
    } catch (IllegalArgumentException e) {
      throw new TensorException("system property " + PROPERTY + ": " + e.getMessage(), e);
    }
  }

  /**
   * Sets the limit for the whole JVM.
   *
   * @param bytes at least 1; {@link Long#MAX_VALUE} for none
   * @throws IllegalArgumentException if it is less
   */
  public static void set(long bytes) {
    limit = atLeastOne(bytes);
  }

  /**
   * Runs something under another limit, which holds in this thread until it returns.
   *
   * @param bytes at least 1
   * @throws IllegalArgumentException if it is less
   */
  public static <R, X extends Throwable> R during(
      long bytes, ScopedValue.CallableOp<? extends R, X> body) throws X {
    return ScopedValue.where(SCOPED, atLeastOne(bytes)).<R, X>call(body);
  }

  private static long atLeastOne(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("an allocation limit is at least 1 byte, not " + bytes);
    }
    return bytes;
  }

  /**
   * Reads a number of bytes as {@code -Xmx} does: {@code 4096}, {@code 512M}, {@code 2g}.
   *
   * @throws IllegalArgumentException if it is not one, or not from 1 to 2^63-1
   */
  public static long parse(String text) {
    Matcher size = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (size.matches()) {
      long number = Long.parseLong(size.group(1));
      int shift = size.group(2).isEmpty() ? 0 : 10 * (UNITS.indexOf(size.group(2)) + 1);
      if (number > 0 && number <= Long.MAX_VALUE >> shift) {
        return number << shift;
      }
    }
    throw new IllegalArgumentException(
        "not an allocation limit: `%s`; write a number of bytes such as 4096, 512M or 2G"
            .formatted(text));
  }

  /**
   * Whether an array of a shape is above the limit, or more than one Java array holds.
   *
   * @param elementBytes the size of one element
   */
  public static boolean refuses(int elementBytes, long[] shape) {
    return refuses(elementBytes, SizeMath.product(shape));
  }

  /**
   * Whether an array is above the limit, or more than one Java array holds.
   *
   * @param elementBytes the size of one element
   * @param count the number of elements, or more than there can be
   */
  public static boolean refuses(int elementBytes, long count) {
    return count > Integer.MAX_VALUE || count * elementBytes > bytes();
  }
}
