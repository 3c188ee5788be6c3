package dev.tensorc.runtime.link;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.reuse.Spare;
import java.lang.foreign.MemorySegment;
import java.lang.ref.SoftReference;
import java.util.Arrays;

/**
 * One call of a kernel over native tensors that has no loop for them, or none for their strides: it
 * runs on arrays, block by block along the first axis. Stretched axes are copied once.
 *
 * <p>Use: {@link #open} it, {@link #extent}, {@link #tensor} and {@link #stride} for all of it,
 * then {@code while (next()) kernel(...)}, which copies a block in before and its outputs out
 * after. When there is no next block the thread keeps it, with its arrays, for its next call. A
 * kernel that is not divisible asks {@link #staysInPlace} before.
 */
public final class StagedCall {

  /** Elements of all tensors that one block has about: they stay in the cache. */
  private static final long BLOCK = 1 << 16;

  /**
   * Bytes of all tensors that are copied as a whole at most. Of fewer, scalar code over native
   * memory takes longer than the copies in the first calls, until the JIT has compiled it.
   */
  private static final long MOST_COPIED_BYTES = 16 << 20;

  private static final Spare<StagedCall> SPARE = new Spare<>(StagedCall::new, c -> c.softly);

  private final SoftReference<StagedCall> softly = new SoftReference<>(this);
  private final Buffers buffers = new Buffers();
  private StagedOperand[] operands = {};
  private int count;
  private long[] extents = {};
  private long[] block = {};
  private int rank;
  private boolean divisible;
  private long first;

  private StagedCall() {}

  /**
   * Begins a call.
   *
   * @param divisible whether the kernel may be called for a part of the first axis
   */
  public static StagedCall open(int operands, int rank, boolean divisible) {
    StagedCall call = SPARE.take();
    call.begin(operands, rank, divisible);
    return call;
  }

  private void begin(int operands, int rank, boolean divisible) {
    if (this.operands.length < operands) {
      int known = this.operands.length;
      this.operands = Arrays.copyOf(this.operands, operands);
      Arrays.setAll(this.operands, i -> i < known ? this.operands[i] : new StagedOperand());
    }
    if (extents.length < rank) {
      extents = new long[rank];
      block = new long[rank];
    }
    this.count = operands;
    this.rank = rank;
    this.divisible = divisible;
    first = -1;
  }

  private void close() {
    buffers.free();
    for (int i = 0; i < count; i++) {
      operands[i].forget();
    }
    SPARE.giveBack(this);
  }

  /** Says how long an axis is. */
  public void extent(int axis, int extent) {
    extents[axis] = extent;
  }

  /** Says where a tensor begins, before its strides; axes that it does not follow have none. */
  public void tensor(
      int number, ElementType type, MemorySegment segment, long offset, boolean output) {
    operands[number].set(type, segment, offset, output, rank);
  }

  /** Says how a tensor follows an axis. */
  public void stride(int number, int axis, long stride) {
    operands[number].follow(axis, stride);
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
        close();
        return false;
      }
    } else {
      home();
      first += divisible ? block[0] : 1;
      if (!divisible || first >= extents[0]) {
        close();
        return false;
      }
      block[0] = Math.min(block[0], extents[0] - first);
    }
    load();
    return true;
  }

  /**
   * Whether the tensors of a kernel that is not divisible are too large for copies; then the call
   * has ended.
   */
  public boolean staysInPlace() {
    System.arraycopy(extents, 0, block, 0, rank);
    long left = MOST_COPIED_BYTES;
    for (int i = 0; i < count; i++) {
      left -= operands[i].bytes(block);
      if (left < 0) {
        close();
        return true;
      }
    }
    return false;
  }

  private void start() {
    System.arraycopy(extents, 0, block, 0, rank);
    if (divisible && extents[0] > 0) {
      block[0] = 1;
      long each = 0;
      for (int i = 0; i < count; i++) {
        each += operands[i].measure(block);
      }
      block[0] = Math.clamp(BLOCK / Math.max(each, 1), 1, extents[0]);
    }
    for (int i = 0; i < count; i++) {
      operands[i].take(buffers, block);
    }
  }

  private void load() {
    for (int i = 0; i < count; i++) {
      operands[i].measure(block);
      if (!operands[i].isOutput()) {
        operands[i].load(first);
      }
    }
  }

  private void home() {
    for (int i = 0; i < count; i++) {
      if (operands[i].isOutput()) {
        operands[i].store(first);
      }
    }
  }

  /** The array that has a tensor's block, from its start on. */
  public Object array(int number) {
    return operands[number].array();
  }

  /** How a tensor's block follows an axis in its array. */
  public int stride(int number, int axis) {
    return operands[number].step(axis);
  }

  /** How much of an axis the block has. */
  public int extent(int axis) {
    return (int) block[axis];
  }
}
