package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.link.math.SizeMath;
import java.lang.foreign.MemorySegment;

/** Small checks that generated code calls often. None of them allocates when it succeeds. */
public final class Checks {
  private Checks() {}

  /**
   * The place that an index names, counted from the front.
   *
   * @param index negative from the end
   * @param place the axis and where it is indexed, for the message
   * @throws ShapeException if the index is not on an axis of that size
   */
  public static long subscript(long index, long size, String place) {
    if (!SizeMath.isIndex(index, size)) {
      throw ShapeException.index(place, index, size);
    }
    return index < 0 ? index + size : index;
  }

  /**
   * A size as an int.
   *
   * @throws ShapeException if it is negative or above 2^31-1
   */
  public static int extent(long size) {
    return Access.extent(size);
  }

  /**
   * Whether writing to one tensor may change the other: both are views of one array, or both lie in
   * native memory, and the ranges that they span there meet. Interleaved views, such as two columns
   * of a matrix, count as sharing; one file mapped twice does not.
   */
  public static boolean sharesMemory(Tensor a, Tensor b) {
    if (a.isNative()) {
      return b.isNative() && sharesMemory(Access.memory(a), Access.memory(b)) && meet(a, b);
    }
    return !b.isNative() && a.array() == b.array() && meet(a, b);
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
    return a.isNative()
        ? address(a, Access.first(a)) < address(b, Access.last(b) + 1)
            && address(b, Access.first(b)) < address(a, Access.last(a) + 1)
        : Access.first(a) <= Access.last(b) && Access.first(b) <= Access.last(a);
  }

  private static long address(Tensor t, long position) {
    return Access.address(t) + position * t.type().byteWidth();
  }

  /**
   * Demands that every index of an output leads to a place of its own, which can be written.
   *
   * @param name the output's; empty for the only one
   * @throws ShapeException if {@link Tensor#hasOverlap()}, or the output lies in native memory that
   *     is read-only or cannot be used any more
   */
  public static void requireWritable(Tensor out, String name) {
    String obstacle = Access.writingObstacle(out);
    if (!obstacle.isEmpty()) {
      throw ShapeException.output(name, obstacle);
    }
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
      String obstacle = Access.readingObstacle(argument);
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
   * @param what the role of the other, such as {@code argument x}
   * @param name the output's; empty for the only one
   * @throws ShapeException if {@link #sharesMemory}
   */
  public static void requireApart(Tensor out, Tensor other, String what, String name) {
    if (sharesMemory(out, other)) {
      throw ShapeException.output(
          name, "it shares memory with the " + what + "; give an array of its own");
    }
  }
}
