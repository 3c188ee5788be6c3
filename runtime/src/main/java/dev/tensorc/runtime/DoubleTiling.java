package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A product of two matrices of f64, block by block: see {@link Tiling}. One for each thread. */
public final class DoubleTiling extends Tiling {

  private static final PerThread<DoubleTiling> MINE = new PerThread<>(DoubleTiling::new);

  private final DoubleFactor leftFactor = new DoubleFactor();
  private final DoubleFactor rightFactor = new DoubleFactor();
  private double[] left = {};
  private double[] right = {};
  private double[] sums = {};
  private MemorySegment nativeSums = MemorySegment.NULL;

  private DoubleTiling() {
    super(Double.BYTES);
  }

  /**
   * Begins a product; the thread's one before must have come to its end.
   *
   * @param m rows
   * @param n columns
   * @param k products of each sum
   * @param width columns of a tile
   * @param a the left factor, {@code m} by {@code k}: array, first element, the two strides
   * @param b the right factor, {@code k} by {@code n}: the stride along its columns last
   */
  public static DoubleTiling begin(
      int m,
      int n,
      int k,
      int width,
      double[] a,
      int ao,
      int ai,
      int ak,
      double[] b,
      int bo,
      int bk,
      int bj) {
    DoubleTiling mine = MINE.get();
    mine.leftFactor.of(a, ao, ai, ak);
    mine.rightFactor.of(b, bo, bj, bk);
    mine.begin(m, n, k, width);
    return mine;
  }

  /** The same over native memory. */
  public static DoubleTiling begin(
      int m,
      int n,
      int k,
      int width,
      MemorySegment a,
      long ao,
      long ai,
      long ak,
      MemorySegment b,
      long bo,
      long bk,
      long bj) {
    DoubleTiling mine = MINE.get();
    mine.leftFactor.of(a, ao, ai, ak);
    mine.rightFactor.of(b, bo, bj, bk);
    mine.begin(m, n, k, width);
    return mine;
  }

  @Override
  void reserve(int leftRoom, int rightRoom, int sumRoom) {
    left = left.length < leftRoom ? new double[leftRoom] : left;
    right = right.length < rightRoom ? new double[rightRoom] : right;
    sums = sums.length < sumRoom ? new double[sumRoom] : sums;
  }

  @Override
  public boolean inPlace() {
    return leftFactor.isRowsOfArray();
  }

  @Override
  void layOutLeft() {
    leftFactor.layOut(left, row(), rows(), level(), depth(), ROWS);
  }

  @Override
  void layOutRight() {
    rightFactor.layOut(right, column(), columns(), level(), depth(), width());
  }

  @Override
  void end() {
    leftFactor.forget();
    rightFactor.forget();
  }

  /** The block's left factor, in panels of {@value #ROWS} rows, or in its own rows. */
  public double[] left() {
    return inPlace() ? leftFactor.array() : left;
  }

  /** Where the first element of the block is that is {@link #inPlace}. */
  public int leftOffset() {
    return leftFactor.place(row(), level());
  }

  /** How far its rows lie apart. */
  public int leftPitch() {
    return leftFactor.lineStride();
  }

  /** The block's right factor, in panels of a tile's columns. */
  public double[] right() {
    return right;
  }

  /** Where the sums are kept. */
  public double[] sums() {
    return sums;
  }

  /** The block's sums in native memory, from {@link #offset} on. */
  public MemorySegment nativeSums() {
    int count = rows() * pitch();
    long bytes = (long) (offset() + count) * Double.BYTES;
    if (nativeSums.byteSize() < bytes) {
      nativeSums = Arena.ofAuto().allocate(bytes, NativeMemory.ALIGNMENT);
    }
    MemorySegment.copy(
        sums, offset(), nativeSums, ValueLayout.JAVA_DOUBLE, (long) offset() * Double.BYTES, count);
    return nativeSums;
  }
}
