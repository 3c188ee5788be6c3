package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.Threads;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A loop nest that several threads may share: each piece is the same kernel on a part of one of its
 * parallel axes, so every element is computed as in one piece.
 *
 * <p>Use, by generated code: where {@link Threads#pays} make it, {@link #extent}, {@link #tensor},
 * {@link #stride} and {@link #scalar} for all of it, say which axes may be cut and how, then {@link
 * #run(double, int)}, which calls {@link #piece} for each piece, once for the whole where it does
 * not pay.
 */
public abstract class Split {

  /** Holds nothing. */
  static final Split NOTHING =
      new Split(0, 0, 0, 0) {
        @Override
        protected void piece(int kernel, int from, int to) {}
      };

  /** The innermost axis is cut at multiples of this, where it is long enough: whole vectors. */
  private static final int WHOLE = 64;

  /**
   * A thread that begins late or is slower leaves a piece more to another: of eight pieces two
   * threads would do five and three, 1.6 times as fast as one.
   */
  private static final int PIECES_FOR_EACH_THREAD = 16;

  private final int kernel;
  private final Object[] bases;
  private final long[] offsets;
  private final long[][] strides;
  private final int[] extents;
  private final long[] scalars;

  /** A bit for each axis that may be cut. */
  private int axes;

  private boolean mayThrow;
  private boolean wantsFewPieces;
  private boolean countsExtents;

  /** The axis that is cut. */
  private int axis;

  /** The divisor of the places of cuts. */
  private int multiple = 1;

  /**
   * The arguments of a kernel that several threads share.
   *
   * @param kernel its number in the program
   */
  protected Split(int kernel, int tensors, int rank, int scalars) {
    this.kernel = kernel;
    this.bases = new Object[tensors];
    this.offsets = new long[tensors];
    this.strides = new long[tensors][rank];
    this.extents = new int[rank];
    this.scalars = new long[scalars];
  }

  /** Says how long an axis is. */
  public final void extent(int axis, int extent) {
    extents[axis] = extent;
  }

  /** Says where a tensor begins, before its strides; axes that it does not follow have none. */
  public final void tensor(int number, Object base, long offset) {
    bases[number] = base;
    offsets[number] = offset;
  }

  /** Says how a tensor follows an axis. */
  public final void stride(int number, int axis, long stride) {
    strides[number][axis] = stride;
  }

  /** Sets a scalar, as bits. */
  public final void scalar(int number, long bits) {
    scalars[number] = bits;
  }

  /** A parallel axis may be cut. */
  public final void mayCut(int axis) {
    axes |= 1 << axis;
  }

  /**
   * Only the first long axis is cut: the exception of an earlier element comes before that of a
   * later one.
   */
  public final void mayThrow() {
    mayThrow = true;
  }

  /** There is one piece for each thread: each has something to prepare. */
  public final void wantsFewPieces() {
    wantsFewPieces = true;
  }

  /** No piece has extent 1 where all has more: it would be added in another order. */
  public final void countsExtents() {
    countsExtents = true;
  }

  /** The array or segment of a tensor. */
  public final Object base(int number) {
    return bases[number];
  }

  /** Where a tensor begins in the piece that begins there. */
  public final long offset(int number, int from) {
    return offsets[number] + from * strides[number][axis];
  }

  /** How a tensor follows an axis. */
  public final long stride(int number, int axis) {
    return strides[number][axis];
  }

  /** How long an axis is in a piece. */
  public final int extent(int axis, int from, int to) {
    return axis == this.axis ? to - from : extents[axis];
  }

  /** The bits of a scalar. */
  public final long scalar(int number) {
    return scalars[number];
  }

  /**
   * Calls the kernel for a part of the axis that is cut.
   *
   * @param kernel its number in the program
   */
  protected abstract void piece(int kernel, int from, int to);

  /**
   * Runs the kernel in pieces, where it can be cut.
   *
   * @param nanos about the kernel's time on one thread
   * @param innermost the axis along which vectors lie
   * @throws RuntimeException the kernel's exception: of several pieces, the first one that does
   */
  public final void run(double nanos, int innermost) {
    Threads threads = Access.threadsOf(getClass());
    int pieces = isForAll() ? pieces(threads, nanos, innermost) : 1;
    if (pieces > 1) {
      Fork.run(threads, this, pieces);
    } else {
      run(0, 1);
    }
  }

  /** Native memory may belong to one thread alone. */
  private boolean isForAll() {
    return Arrays.stream(bases)
        .allMatch(b -> !(b instanceof MemorySegment s) || s.isAccessibleBy(Somebody.ELSE));
  }

  private static final class Somebody {
    static final Thread ELSE =
        Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(() -> {});
  }

  /** Chooses the axis, and gives how many pieces to make of it. */
  private int pieces(Threads threads, double nanos, int innermost) {
    int share = wantsFewPieces ? 1 : PIECES_FOR_EACH_THREAD;
    int most = Math.clamp(Access.pieces(threads, nanos), 2, share * threads.count());
    int least = countsExtents ? 2 : 1;
    int units = 1;
    for (int a = 0; a < extents.length && units < most; a++) {
      int found = extents[a] / (a == innermost ? WHOLE : least);
      if (mayBeCut(a) && found > units) {
        units = found;
        axis = a;
        multiple = a == innermost ? WHOLE : 1;
      }
    }
    if (units == 1 && mayBeCut(innermost)) { // few elements that take long each
      units = Math.max(extents[innermost] / least, 1);
      axis = innermost;
    }
    return Math.min(units, most);
  }

  private boolean mayBeCut(int a) {
    return (axes & 1 << a) != 0
        && (!mayThrow || Arrays.stream(extents).limit(a).allMatch(e -> e == 1));
  }

  final void run(int piece, int pieces) {
    piece(kernel, cut(piece, pieces), cut(piece + 1, pieces));
  }

  private int cut(int piece, int pieces) {
    if (piece == pieces) {
      return extents[axis];
    }
    int place = (int) ((long) piece * extents[axis] / pieces);
    return place - place % multiple;
  }
}
