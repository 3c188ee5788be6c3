package dev.tensorc.runtime.link.math;

/** Arithmetic on sizes, indices and strides, for generated code. Nothing here throws. */
public final class SizeMath {
  private SizeMath() {}

  /** The result of {@link #broadcast} for sizes that do not go together. */
  public static final long CONFLICT = Long.MIN_VALUE;

  /**
   * The size that two sizes broadcast to: equal, or one of them 1; else {@link #CONFLICT}. A size
   * may be negative here, where the check that refuses it is yet to come.
   */
  public static long broadcast(long a, long b) {
    return a == 1 ? b : b == 1 || a == b ? a : CONFLICT;
  }

  /** Whether a size goes with a fixed one: it is that, or 1. */
  public static boolean stretchesTo(long size, long fixed) {
    return size == fixed || size == 1;
  }

  /** Where a slice bound lies on an axis: negative counts from the end, then clamped to 0..size. */
  public static long bound(long size, long index) {
    return Math.clamp(index < 0 ? index + size : index, 0, Math.max(size, 0));
  }

  /** Whether a subscript lies on an axis; a negative one counts from the end. */
  public static boolean isIndex(long index, long size) {
    return index >= -size && index < size;
  }

  /** The product of two sizes, or the largest long where it is beyond that. */
  public static long product(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
  }

  /** The product of all sizes, or the largest long where it is beyond that; 1 of none. */
  public static long product(long[] sizes) {
    long count = 1;
    for (long size : sizes) {
      count = product(count, size);
    }
    return count;
  }

  /** The next index of a loop; past the last long it stays there, which ends the loop. */
  public static long next(long index, long step) {
    long next = index + step;
    boolean passed = step > 0 ? next < index : next > index;
    return passed ? (step > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) : next;
  }

  /** The stride of an operand's axis in a joined space: 0 where its one element stretches. */
  public static int stretch(long size, int stride) {
    return size == 1 ? 0 : stride;
  }

  /** The stride of an operand's axis in a joined space: 0 where its one element stretches. */
  public static long stretch(long size, long stride) {
    return size == 1 ? 0 : stride;
  }
}
