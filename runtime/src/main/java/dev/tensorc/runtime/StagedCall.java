package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;

/**
 * One call of a kernel over native tensors that has no loop for them, or none for their strides: it
 * runs on arrays, block by block along the first axis. Stretched axes are copied once.
 *
 * <p>Use: make it, {@link #extent}, {@link #tensor} and {@link #stride} for all of it, then {@code
 * while (next()) kernel(...)}, which copies a block in before and its outputs out after. The arrays
 * are the thread's {@link Buffers}, until there is no next block.
 */
public final class StagedCall {

  /** Elements of all tensors that one block has about: they stay in the cache. */
  private static final long BLOCK = 1 << 16;

  private static final class Operand {
    private final ElementType type;
    private final MemorySegment segment;
    private final long offset;
    private final boolean output;
    private final long[] strides;
    private final boolean[] follows;
    private Object array;
    private Layout inArray;

    Operand(ElementType type, MemorySegment segment, long offset, boolean output, int rank) {
      this.type = type;
      this.segment = segment;
      this.offset = offset;
      this.output = output;
      this.strides = new long[rank];
      this.follows = new boolean[rank];
      this.array = type.newArray(0);
      this.inArray = Layout.rowMajor(0, 0);
    }

    /** The distinct elements of a part of the space. */
    long[] shape(long[] space) {
      long[] shape = space.clone();
      for (int axis = 0; axis < shape.length; axis++) {
        if (strides[axis] == 0) {
          shape[axis] = follows[axis] ? Math.min(shape[axis], 1) : 1;
        }
      }
      return shape;
    }

    Layout layout(long first, long[] space) {
      long start = offset + (space.length == 0 ? 0 : first * strides[0]);
      long length = segment.byteSize() / type.byteWidth();
      return Layout.strided(length, start, shape(space), strides);
    }
  }

  private final Operand[] operands;
  private final long[] extents;
  private final long[] block;
  private final boolean divisible;
  private final Buffers buffers = Buffers.openStaged();
  private long first = -1;

  /**
   * @param divisible whether the kernel may be called for a part of the first axis
   */
  public StagedCall(int operands, int rank, boolean divisible) {
    this.operands = new Operand[operands];
    this.extents = new long[rank];
    this.block = new long[rank];
    this.divisible = divisible;
  }

  /** Says how long an axis is. */
  public void extent(int axis, int extent) {
    extents[axis] = extent;
  }

  /** Says where a tensor begins, before its strides; axes that it does not follow have none. */
  public void tensor(
      int number, ElementType type, MemorySegment segment, long offset, boolean output) {
    operands[number] = new Operand(type, segment, offset, output, extents.length);
  }

  /** Says how a tensor follows an axis. */
  public void stride(int number, int axis, long stride) {
    operands[number].strides[axis] = stride;
    operands[number].follows[axis] = true;
  }

  /**
   * Brings the last block's outputs home, and the next block into arrays; false where there is
   * none.
   *
   * @throws TensorException if a block has more elements than an array holds
   */
  public boolean next() {
    if (first < 0) {
      first = 0;
      start();
      if (divisible && extents[0] == 0) {
        buffers.close();
        return false;
      }
    } else {
      home();
      first += divisible ? block[0] : 1;
      if (!divisible || first >= extents[0]) {
        buffers.close();
        return false;
      }
      block[0] = Math.min(block[0], extents[0] - first);
    }
    load();
    return true;
  }

  private void start() {
    System.arraycopy(extents, 0, block, 0, extents.length);
    if (divisible && extents[0] > 0) {
      block[0] = 1;
      long each = 0;
      for (Operand o : operands) {
        each += Layout.count(o.shape(block));
      }
      block[0] = Math.clamp(BLOCK / Math.max(each, 1), 1, extents[0]);
    }
    for (Operand o : operands) {
      long count = Layout.count(o.shape(block));
      if (count > Integer.MAX_VALUE) {
        throw Staging.tooLarge("an operand of one loop", count);
      }
      o.array = buffers.array(o.type, count);
    }
  }

  private void load() {
    for (Operand o : operands) {
      long[] shape = o.shape(block);
      o.inArray = Layout.rowMajor(Layout.count(shape), shape);
      if (!o.output && o.inArray.count() > 0) {
        StridedCopy.copy(o.type, o.layout(first, block), o.segment, o.inArray, o.array);
      }
    }
  }

  private void home() {
    for (Operand o : operands) {
      if (o.output && o.inArray.count() > 0) {
        StridedCopy.copy(o.type, o.inArray, o.array, o.layout(first, block), o.segment);
      }
    }
  }

  /** The array that has a tensor's block, from its start on. */
  public Object array(int number) {
    return operands[number].array;
  }

  /** How a tensor's block follows an axis in its array. */
  public int stride(int number, int axis) {
    Operand o = operands[number];
    return o.strides[axis] == 0 ? 0 : (int) o.inArray.stride(axis);
  }

  /** How much of an axis the block has. */
  public int extent(int axis) {
    return (int) block[axis];
  }
}
