package dev.tensorc.runtime;

import dev.tensorc.runtime.reuse.AlignedMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Native memory as a tensor's storage: how it is made, and which conditions it has to meet. */
final class NativeMemory {

  private static final String FREED = "its memory has been freed: the arena is closed";

  private NativeMemory() {}

  /** New memory for the elements of a shape, all zero. */
  static MemorySegment allocate(Arena arena, ElementType type, long... shape) {
    return arena.allocate(bytes(type, shape), AlignedMemory.ALIGNMENT);
  }

  /** The whole of a segment, in row-major order. */
  static Layout rowMajor(ElementType type, MemorySegment segment, long... shape) {
    require(type, segment);
    long bytes = bytes(type, shape);
    if (bytes != segment.byteSize()) {
      throw new ShapeException(
          "shape %s of %s takes %d bytes, but the segment has %d"
              .formatted(Arrays.toString(shape), type.label(), bytes, segment.byteSize()));
    }
    return Layout.rowMajor(bytes / type.byteWidth(), shape);
  }

  /** A view of a segment. */
  static Layout strided(
      ElementType type, MemorySegment segment, long offset, long[] shape, long[] strides) {
    require(type, segment);
    return Layout.strided(segment.byteSize() / type.byteWidth(), offset, shape, strides);
  }

  private static long bytes(ElementType type, long... shape) {
    long count = Layout.count(shape);
    if (count > Long.MAX_VALUE / type.byteWidth()) {
      throw new ShapeException(
          "shape %s of %s takes more than 2^63-1 bytes"
              .formatted(Arrays.toString(shape), type.label()));
    }
    return count * type.byteWidth();
  }

  private static void require(ElementType type, MemorySegment segment) {
    if (!segment.isNative()) {
      throw new TensorException(
          "the segment is on the heap, not native memory: give the array itself to "
              + type.tensorClass().getSimpleName()
              + ".of or .view");
    }
    if (!segment.scope().isAlive()) {
      throw new TensorException("the segment cannot be used: " + FREED);
    }
    if (segment.address() % type.byteWidth() != 0) {
      throw new TensorException(
          "the segment begins at address 0x%x, but elements of %s lie at multiples of %d bytes; copy it to aligned memory"
              .formatted(segment.address(), type.label(), type.byteWidth()));
    }
  }

  /** Whether the memory can be read now, by this thread. */
  static boolean isAccessible(MemorySegment segment) {
    return segment.scope().isAlive() && segment.isAccessibleBy(Thread.currentThread());
  }

  /** Why the memory cannot be read now, by this thread; empty where it can. */
  static String obstacle(MemorySegment segment) {
    if (isAccessible(segment)) {
      return "";
    }
    return segment.scope().isAlive()
        ? "its memory belongs to another thread: the arena is confined"
        : FREED;
  }

  /** Why the memory cannot be written now, by this thread; empty where it can. */
  static String writingObstacle(MemorySegment segment) {
    return segment.isReadOnly() ? "its memory is read-only" : obstacle(segment);
  }
}
