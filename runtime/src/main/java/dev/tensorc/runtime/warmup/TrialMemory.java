package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.reuse.AlignedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/**
 * Memory in which tensors of a {@link Trial} lie: those that share an array, or a segment, in the
 * call share one here, since a kernel may have a form for that.
 */
abstract sealed class TrialMemory {

  /** So many elements are copied in the caller's thread. */
  private static final int SAMPLE = 1 << 12;

  private static final Object NOTHING = new Object();

  final ElementType type;

  private final long first;

  /** The caller's, until all tensors are known. */
  private Object given;

  private boolean shared;
  private long lowest;
  private long highest;

  /**
   * @param first where the first of the tensors begins
   */
  private TrialMemory(ElementType type, Object given, long first) {
    this.type = type;
    this.given = given;
    this.first = first;
  }

  static TrialMemory of(ElementType type, Object given, long first) {
    return given instanceof MemorySegment segment
        ? new OverSegment(type, segment, first)
        : new OverArray(type, given, first);
  }

  /** Whether a tensor lies in it, not far from the first one. */
  boolean has(Object base, long offset) {
    return base == given && Math.abs(offset - first) <= TrialTensor.LONGEST;
  }

  /** One more tensor lies in it. */
  final void share() {
    shared = true;
  }

  /**
   * Copies the caller's elements again where several tensors lie in this memory: else the results
   * that a run writes in place would be the operands of the next run, and after some thousand runs
   * NaN or infinite.
   */
  final void renew() {
    if (shared) {
      fill();
    }
  }

  /** Keeps the caller's memory alive no longer. */
  final void known() {
    given = NOTHING;
  }

  /** Whether the memory is the caller's own, where strides are not changed. */
  boolean isWhole() {
    return false;
  }

  /** How many elements a tensor begins after the first counted position. */
  long after(long offset) {
    return offset - first;
  }

  /** Forgets the positions that it has to have room for. */
  final void clear() {
    lowest = Long.MAX_VALUE;
    highest = Long.MIN_VALUE;
  }

  /** Makes room for elements, counted from the first tensor's. */
  final void include(long from, long to) {
    lowest = Math.min(lowest, from);
    highest = Math.max(highest, to);
  }

  /** Where the memory begins, counted in the same way. */
  long lowest() {
    return lowest;
  }

  final long length() {
    return highest - lowest + 1;
  }

  /** How much it takes. */
  long bytes() {
    return length() * type.byteWidth();
  }

  /** Makes memory for the included positions. */
  abstract void allocate();

  /** Repeats the sample all over the memory. */
  abstract void fill();

  abstract Object base();

  /** Where the sample begins: at the first element, or before the end. */
  private static long sampleFrom(long first, long length) {
    return Math.max(0, Math.min(first, length - SAMPLE));
  }

  /** The caller's array, read at places that its call computed. */
  static final class Table extends TrialMemory {
    private final Object base;

    Table(ElementType type, Object base, long first) {
      super(type, base, first);
      this.base = base;
    }

    @Override
    boolean has(Object other, long offset) {
      return false;
    }

    @Override
    boolean isWhole() {
      return true;
    }

    @Override
    long after(long offset) {
      return offset;
    }

    @Override
    long lowest() {
      return 0;
    }

    @Override
    long bytes() {
      return 0;
    }

    @Override
    void allocate() {}

    @Override
    void fill() {}

    @Override
    Object base() {
      return base;
    }
  }

  /** Over a Java array. */
  private static final class OverArray extends TrialMemory {
    private final Object sample;
    private Object array;

    OverArray(ElementType type, Object given, long first) {
      super(type, given, first);
      int length = Array.getLength(given);
      int count = Math.min(SAMPLE, length);
      this.sample = type.newArray(count);
      this.array = sample;
      System.arraycopy(given, (int) sampleFrom(first, length), sample, 0, count);
    }

    @Override
    void allocate() {
      array = type.newArray(Math.toIntExact(length()));
      fill();
    }

    @Override
    void fill() {
      int wanted = Array.getLength(array);
      int count = Math.min(wanted, Array.getLength(sample));
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
  private static final class OverSegment extends TrialMemory {
    private final MemorySegment sample;
    private MemorySegment segment;

    OverSegment(ElementType type, MemorySegment given, long first) {
      super(type, given, first);
      long length = given.byteSize() / type.byteWidth();
      long count = Math.min(SAMPLE, length);
      this.sample = memory(count);
      this.segment = sample;
      sample.copyFrom(
          given.asSlice(sampleFrom(first, length) * type.byteWidth(), count * type.byteWidth()));
    }

    private MemorySegment memory(long elements) {
      return AlignedMemory.allocate(elements * type.byteWidth());
    }

    @Override
    void allocate() {
      segment = memory(length());
      fill();
    }

    @Override
    void fill() {
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
