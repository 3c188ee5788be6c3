package dev.tensorc.runtime.warmup;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.ProgramLinkError;
import dev.tensorc.runtime.link.math.SizeMath;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A call of a kernel as it was made, to be repeated on memory of its own: with the same types and
 * relations between sizes and strides, of any size up to that of the call.
 *
 * <p>Use: make it, {@link #extent}, {@link #tensor}, {@link #stride} and {@link #scalar} for all of
 * it; the code that runs the kernel then asks for the same in turn.
 */
public final class Trial {

  /**
   * The kernel that was called.
   *
   * @param runs gone with the program
   * @param ready by kernel, the flags that the program reads
   * @param givenUp by kernel, set where the trial ends and it is not ready
   * @param number of the kernel
   * @param refusal set where the program's classes do not belong together
   */
  record Kernel(
      WeakReference<KernelRuns> runs,
      boolean[] ready,
      boolean[] givenUp,
      int number,
      AtomicReference<ProgramLinkError> refusal) {}

  /** No kernel handles more elements of a row together but in loops. */
  private static final int ROW_GROUP = 128;

  /** Nor more rows. */
  private static final int GROUP = 8;

  /**
   * Fewer elements are divided into few rows, which are long enough for a loop of several steps.
   */
  private static final int MIN_POINTS_FOR_ROW_GROUP = 1 << 12;

  private static final int FEW_ROWS = 5;

  private final Kernel kernel;
  private final TrialTensor[] tensors;
  private final List<TrialMemory> memories = new ArrayList<>();
  private final long[] extents;
  private final Object[] scalars;

  /** The extents that {@link #size} has chosen. */
  private final long[] sized;

  /** The extents of the next run. */
  private final long[] now;

  Trial(Kernel kernel, int tensors, int axes, int scalars) {
    this.kernel = kernel;
    this.tensors = new TrialTensor[tensors];
    this.extents = new long[axes];
    this.sized = new long[axes];
    this.now = new long[axes];
    this.scalars = new Object[scalars];
  }

  /** Says how long an axis is. */
  public void extent(int axis, int extent) {
    extents[axis] = extent;
  }

  /**
   * Says where a tensor begins, before its strides; axes that it does not follow have none.
   *
   * @param base an array or a segment; some of its elements are copied
   */
  public void tensor(int number, ElementType type, Object base, long offset) {
    for (TrialMemory memory : memories) {
      if (memory.has(base, offset)) {
        memory.share();
        tensors[number] = new TrialTensor(type, memory, offset, extents.length);
        return;
      }
    }
    add(number, type, TrialMemory.of(type, base, offset), offset);
  }

  /**
   * Says where a tensor begins that is read at computed places. Runs read the elements that the
   * call read: a sample would not have those places. The caller may change elements meanwhile, for
   * no result of a run counts.
   *
   * @param base an array: no kernel over native memory computes places
   */
  public void table(int number, ElementType type, Object base, long offset) {
    add(number, type, new TrialMemory.Table(type, base, offset), offset);
  }

  private void add(int number, ElementType type, TrialMemory memory, long offset) {
    memories.add(memory);
    tensors[number] = new TrialTensor(type, memory, offset, extents.length);
  }

  /** Says how a tensor follows an axis. */
  public void stride(int number, int axis, long stride) {
    tensors[number].stride(axis, stride);
  }

  /** Sets a scalar. */
  public void scalar(int number, boolean value) {
    scalars[number] = value;
  }

  /** Sets a scalar. */
  public void scalar(int number, int value) {
    scalars[number] = value;
  }

  /** Sets a scalar. */
  public void scalar(int number, long value) {
    scalars[number] = value;
  }

  /** Sets a scalar. */
  public void scalar(int number, float value) {
    scalars[number] = value;
  }

  /** Sets a scalar. */
  public void scalar(int number, double value) {
    scalars[number] = value;
  }

  /** All is said: nothing of the caller's is kept but tables. */
  void filled() {
    memories.forEach(TrialMemory::known);
  }

  // ---------------------------------------------------------------- the questions of a run

  /** How long an axis is. */
  public int extent(int axis) {
    return (int) now[axis];
  }

  /** The array or segment that holds a tensor. */
  public Object base(int number) {
    return tensors[number].base();
  }

  /** The index of a tensor's first element. */
  public long offset(int number) {
    return tensors[number].offset();
  }

  /** How a tensor follows an axis. */
  public long stride(int number, int axis) {
    return tensors[number].stride(axis);
  }

  /** A scalar that is one. */
  public boolean booleanScalar(int number) {
    return (boolean) scalars[number];
  }

  /** A scalar that is one. */
  public int intScalar(int number) {
    return (int) scalars[number];
  }

  /** A scalar that is one. */
  public long longScalar(int number) {
    return (long) scalars[number];
  }

  /** A scalar that is one. */
  public float floatScalar(int number) {
    return (float) scalars[number];
  }

  /** A scalar that is one. */
  public double doubleScalar(int number) {
    return (double) scalars[number];
  }

  // ---------------------------------------------------------------- runs

  Kernel kernel() {
    return kernel;
  }

  /** The elements that one run goes over. */
  long points() {
    return SizeMath.product(now);
  }

  /**
   * Makes the call as large as it was, or about as large as said.
   *
   * @param points as many if the widest element has 4 bytes
   * @return false, and nothing is done, where that takes more memory than said
   */
  boolean size(long points, long bytes) {
    shrink(points * 4 / widest());
    layOut();
    if (memories.stream().mapToLong(TrialMemory::bytes).sum() > bytes) {
      return false;
    }
    memories.forEach(TrialMemory::allocate);
    System.arraycopy(now, 0, sized, 0, now.length);
    return true;
  }

  private int widest() {
    return Stream.of(tensors).mapToInt(t -> t.type.byteWidth()).max().orElse(4);
  }

  /** Rows keep their elements after full vectors, and so do groups of rows. */
  private void shrink(long points) {
    int last = extents.length - 1;
    long left = points;
    for (int axis = last; axis >= 0; axis--) {
      int group = axis == last ? ROW_GROUP : GROUP;
      int rows = points < MIN_POINTS_FOR_ROW_GROUP ? FEW_ROWS : GROUP;
      long most = axis == last ? left / Math.min(rows, outside()) : left;
      long size = Math.min(extents[axis], Math.max(most, 2));
      if (size < extents[axis] && size >= 2L * group) {
        size += extents[axis] % group - size % group;
      }
      now[axis] = size;
      left = Math.max(1, left / size);
    }
  }

  /** How many rows there are. */
  private long outside() {
    return SizeMath.product(Arrays.copyOf(extents, extents.length - 1));
  }

  /** Whether the call is as large as it was. */
  boolean isWhole() {
    return Arrays.equals(extents, sized);
  }

  /** Undoes the last run's computations in place. */
  void renew() {
    memories.forEach(TrialMemory::renew);
  }

  /** Makes the next run a little smaller than {@link #size} has; 0 for as large again. */
  void shorten(int by) {
    int last = now.length - 1;
    for (int axis = last; axis >= Math.max(0, last - 1); axis--) {
      now[axis] = Math.max(1, sized[axis] - by % (axis == last ? ROW_GROUP : GROUP));
    }
    layOut();
  }

  private void layOut() {
    memories.forEach(TrialMemory::clear);
    for (TrialTensor t : tensors) {
      t.layOut(extents, now);
    }
  }
}
