package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;

/** Small checks that generated code calls often. None of them allocates when it succeeds. */
public final class Checks {
  private Checks() {}

  /** What {@link #broadcast} gives for sizes that do not go together. */
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

  /**
   * The place that an index names, counted from the front.
   *
   * @param index negative from the end
   * @param place the axis and where it is indexed, for the message
   * @throws ShapeException if the index is not on an axis of that size
   */
  public static long subscript(long index, long size, String place) {
    if (!isIndex(index, size)) {
      throw ShapeException.index(place, index, size);
    }
    return index < 0 ? index + size : index;
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

  /**
   * A size as an int.
   *
   * @throws ShapeException if it is negative or above 2^31-1
   */
  public static int extent(long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new ShapeException("a size of " + size + " is not between 0 and 2147483647 (2^31-1)");
    }
    return (int) size;
  }

  /**
   * Whether writing to one tensor may change the other: both are views of one array, or both lie in
   * native memory, and the ranges that they span there meet. Interleaved views, such as two columns
   * of a matrix, count as sharing; one file mapped twice does not.
   */
  public static boolean sharesMemory(Tensor a, Tensor b) {
    if (a.isNative()) {
      return b.isNative() && sharesMemory(NativeMemory.of(a), NativeMemory.of(b)) && meet(a, b);
    }
    return !b.isNative()
        && ((StridedTensor<?>) a).array() == ((StridedTensor<?>) b).array()
        && meet(a, b);
  }

  private static boolean sharesMemory(MemorySegment a, MemorySegment b) {
    // no sums: a pointer from C may be given all sizes that there are
    return a.address() - b.address() < b.byteSize() && b.address() - a.address() < a.byteSize();
  }

  /** Whether the ranges that two tensors span in one array, or in native memory, meet. */
  private static boolean meet(Tensor a, Tensor b) {
    if (a.count() == 0 || b.count() == 0) {
      return false;
    }
    Layout x = ((StridedTensor<?>) a).layout();
    Layout y = ((StridedTensor<?>) b).layout();
    return a.isNative()
        ? address(a, x.first()) < address(b, y.last() + 1)
            && address(b, y.first()) < address(a, x.last() + 1)
        : x.first() <= y.last() && y.first() <= x.last();
  }

  private static long address(Tensor t, long position) {
    return NativeMemory.of(t).address() + position * t.type().byteWidth();
  }

  /**
   * Demands that every index of an output leads to a place of its own, which can be written.
   *
   * @param name the output's; empty for the only one
   * @throws ShapeException if {@link Tensor#hasOverlap()}, or the output lies in native memory that
   *     is read-only or cannot be used any more
   */
  public static void requireWritable(Tensor out, String name) {
    String obstacle = writingObstacle(out);
    if (!obstacle.isEmpty()) {
      throw ShapeException.output(name, obstacle);
    }
  }

  /** Why elements cannot be written now, by this thread; empty where they can. */
  static String writingObstacle(Tensor out) {
    String obstacle = out.isNative() ? NativeMemory.writingObstacle(NativeMemory.of(out)) : "";
    return obstacle.isEmpty() && out.hasOverlap() ? overlap(out) : obstacle;
  }

  /**
   * Demands an argument.
   *
   * @throws NullPointerException naming the parameter
   */
  public static void notNull(Object argument, String param) {
    if (argument == null) {
      throw new NullPointerException(param + " is null");
    }
  }

  /**
   * Demands an argument that can be read.
   *
   * @throws NullPointerException naming the parameter
   * @throws TensorException if its memory has been freed, or belongs to another thread
   */
  public static void readable(Tensor argument, String param) {
    notNull(argument, param);
    if (argument.isNative()) {
      String obstacle = NativeMemory.obstacle(NativeMemory.of(argument));
      if (!obstacle.isEmpty()) {
        throw new TensorException("the argument " + param + " cannot be read: " + obstacle);
      }
    }
  }

  /**
   * The exception for an output that has not the shape of the result.
   *
   * @param name the output's; empty for the only one
   */
  public static ShapeException outputShape(Tensor out, long[] expected, String name) {
    return ShapeException.output(
        name,
        "it has shape %s, but the result has shape %s"
            .formatted(
                java.util.Arrays.toString(out.shape()), java.util.Arrays.toString(expected)));
  }

  /**
   * Demands that writing an output changes no argument and no other output.
   *
   * @param what the other is, such as {@code argument x}
   * @param name the output's; empty for the only one
   * @throws ShapeException if {@link #sharesMemory}
   */
  public static void requireApart(Tensor out, Tensor other, String what, String name) {
    if (sharesMemory(out, other)) {
      throw ShapeException.output(
          name, "it shares memory with the " + what + "; give an array of its own");
    }
  }

  private static String overlap(Tensor out) {
    for (int axis = 0; axis < out.rank(); axis++) {
      if (out.stride(axis) == 0 && out.size(axis) > 1) {
        return "it is a broadcast view (axis %d of size %d has stride 0), so one place would hold %d results"
            .formatted(axis, out.size(axis), out.size(axis));
      }
    }
    return "its strides let several elements share one place";
  }
}
