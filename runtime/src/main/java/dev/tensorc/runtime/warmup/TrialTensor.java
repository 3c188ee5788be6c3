package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.reuse.AlignedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/**
 * A tensor of a {@link Trial}: some elements of the caller's, repeated in memory of its own, under
 * strides that relate to the sizes as the caller's do; or the caller's tensor itself.
 */
abstract sealed class TrialTensor {

  /** So many elements are copied in the caller's thread. */
  private static final int SAMPLE = 1 << 12;

  /** Longer strides differ in nothing that a kernel looks at. */
  private static final long LONGEST = 1031;

  final ElementType type;
  final long[] given;
  private final boolean[] follows;
  final long[] strides;
  long offset;
  long length;

  private TrialTensor(ElementType type, int axes) {
    this.type = type;
    this.given = new long[axes];
    this.follows = new boolean[axes];
    this.strides = new long[axes];
  }

  final void stride(int axis, long stride) {
    given[axis] = stride;
    follows[axis] = true;
  }

  /**
   * Finds strides for smaller sizes: axes that are one loop stay so.
   *
   * @return the bytes it takes
   */
  long layOut(long[] extents, long[] now) {
    long below = 0;
    long above = 0;
    for (int axis = given.length - 1; axis >= 0; axis--) {
      int inner = axis + 1;
      boolean continues =
          inner < given.length
              && follows[axis]
              && follows[inner]
              && given[axis] == given[inner] * extents[inner];
      strides[axis] =
          continues ? strides[inner] * now[inner] : Math.clamp(given[axis], -LONGEST, LONGEST);
      long reach = strides[axis] * (now[axis] - 1);
      below += Math.min(0, reach);
      above += Math.max(0, reach);
    }
    offset = -below;
    length = above - below + 1;
    return length * type.byteWidth();
  }

  /** Makes memory for what {@link #layOut} has found. */
  abstract void allocate();

  abstract Object base();

  final long offset() {
    return offset;
  }

  final long stride(int axis) {
    return strides[axis];
  }

  /** Where the sample begins: at the first element, or before the end. */
  private static long first(long offset, long length) {
    return Math.max(0, Math.min(offset, length - SAMPLE));
  }

  /** The caller's tensor, read at places that its call computed. */
  static final class Table extends TrialTensor {
    private final Object base;

    Table(ElementType type, Object base, long offset, int axes) {
      super(type, axes);
      this.base = base;
      this.offset = offset;
    }

    @Override
    long layOut(long[] extents, long[] now) {
      System.arraycopy(given, 0, strides, 0, given.length);
      return 0;
    }

    @Override
    void allocate() {}

    @Override
    Object base() {
      return base;
    }
  }

  /** Over a Java array. */
  static final class OverArray extends TrialTensor {
    private final Object sample;
    private Object array;

    OverArray(ElementType type, Object given, long offset, int axes) {
      super(type, axes);
      int length = Array.getLength(given);
      int count = Math.min(SAMPLE, length);
      this.sample = type.newArray(count);
      this.array = sample;
      System.arraycopy(given, (int) first(offset, length), sample, 0, count);
    }

    @Override
    void allocate() {
      int wanted = Math.toIntExact(length);
      int count = Math.min(wanted, Array.getLength(sample));
      array = type.newArray(wanted);
      System.arraycopy(sample, 0, array, 0, count);
      for (int done = count; count > 0 && done < wanted; ) {
        int more = Math.min(done, wanted - done);
        System.arraycopy(array, 0, array, done, more);
        done += more;
      }
    }

    @Override
    Object base() {
      return array;
    }
  }

  /** Over native memory. */
  static final class OverSegment extends TrialTensor {
    private final MemorySegment sample;
    private MemorySegment segment;

    OverSegment(ElementType type, MemorySegment given, long offset, int axes) {
      super(type, axes);
      long length = given.byteSize() / type.byteWidth();
      long count = Math.min(SAMPLE, length);
      this.sample = memory(count);
      this.segment = sample;
      sample.copyFrom(
          given.asSlice(first(offset, length) * type.byteWidth(), count * type.byteWidth()));
    }

    private MemorySegment memory(long elements) {
      return AlignedMemory.allocate(elements * type.byteWidth());
    }

    @Override
    void allocate() {
      segment = memory(length);
      for (long done = 0; sample.byteSize() > 0 && done < segment.byteSize(); ) {
        long more = Math.min(sample.byteSize(), segment.byteSize() - done);
        MemorySegment.copy(sample, 0, segment, done, more);
        done += more;
      }
    }

    @Override
    Object base() {
      return segment;
    }
  }
}
