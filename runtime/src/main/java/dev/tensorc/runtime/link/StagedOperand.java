package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.link.math.SizeMath;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A native tensor of a {@link StagedCall}, and the array that a block of it is copied to, in
 * row-major order. Nothing is allocated for a call of no more axes than the calls before.
 */
final class StagedOperand {

  private static final Object NO_ARRAY = new float[0];

  private ElementType type = ElementType.F32;
  private MemorySegment segment = MemorySegment.NULL;
  private Object array = NO_ARRAY;
  private long offset;
  private boolean output;
  private int rank;
  private boolean[] follows = {};
  private long[] strides = {};

  // of the block that was measured last

  private long[] sizes = {};
  private long[] steps = {};

  /** From this axis on, elements lie {@link #apart} one after the other, {@link #run} of them. */
  private int inner;

  private long apart;
  private long run;
  private long count;

  void set(ElementType type, MemorySegment segment, long offset, boolean output, int rank) {
    this.type = type;
    this.segment = segment;
    this.offset = offset;
    this.output = output;
    this.rank = rank;
    if (strides.length < rank) {
      follows = new boolean[rank];
      strides = new long[rank];
      sizes = new long[rank];
      steps = new long[rank];
    }
    Arrays.fill(follows, false);
    Arrays.fill(strides, 0);
  }

  /** Forgets objects that a caller may want to be collected. */
  void forget() {
    segment = MemorySegment.NULL;
    array = NO_ARRAY;
  }

  void follow(int axis, long stride) {
    follows[axis] = true;
    strides[axis] = stride;
  }

  boolean isOutput() {
    return output;
  }

  Object array() {
    return array;
  }

  /** How the block follows an axis in the array. */
  int step(int axis) {
    return strides[axis] == 0 ? 0 : (int) steps[axis];
  }

  /** Finds out how a block lies, and gives how many distinct elements it has. */
  long measure(long[] block) {
    count = 1;
    apart = 1;
    run = 1;
    inner = rank;
    for (int axis = rank - 1; axis >= 0; axis--) {
      long size = distinct(axis, block[axis]);
      sizes[axis] = size;
      steps[axis] = Math.max(count, 1); // as if it were not empty
      if (inner == axis + 1 && (size == 1 || strides[axis] == run)) {
        inner = axis;
        run *= size;
      }
      count = SizeMath.product(count, size);
    }
    if (inner == rank && rank > 0) {
      inner = rank - 1;
      apart = strides[inner];
      run = sizes[inner];
    }
    return count;
  }

  private long distinct(int axis, long size) {
    return strides[axis] != 0 ? size : follows[axis] ? Math.min(size, 1) : 1;
  }

  /** Measures a block, and gives how many bytes its copy has. */
  long bytes(long[] block) {
    return SizeMath.product(measure(block), type.byteWidth());
  }

  /**
   * Takes an array for a block.
   *
   * @throws TensorException if it has more elements than an array holds
   */
  void take(Buffers buffers, long[] block) {
    long elements = measure(block);
    if (elements > Integer.MAX_VALUE) {
      throw Staging.tooLarge("an operand of one loop", elements);
    }
    array = buffers.array(type, elements);
  }

  /** Copies the block to the array. */
  void load(long first) {
    copy(true, 0, start(first), 0);
  }

  /** Copies the block from the array. */
  void store(long first) {
    copy(false, 0, start(first), 0);
  }

  private long start(long first) {
    return rank == 0 ? offset : offset + first * strides[0];
  }

  private void copy(boolean in, int axis, long there, long here) {
    if (count == 0) {
      return;
    }
    if (axis < inner) {
      for (long i = 0; i < sizes[axis]; i++) {
        copy(in, axis + 1, there + i * strides[axis], here + i * steps[axis]);
      }
    } else if (in) {
      Access.copyRow(type, segment, there, apart, array, here, 1, run);
    } else {
      Access.copyRow(type, array, here, 1, segment, there, apart, run);
    }
  }
}
