package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A product of two matrices of f64, block by block: see {@link Tiling}. One for each thread. */
public final class DoubleTiling extends Tiling {

  private static final PerThread<DoubleTiling> MINE = new PerThread<>(DoubleTiling::new);

  private final DoubleFactor left;
  private final DoubleFactor right;
  private double[] sums = {};
  private MemorySegment nativeSums = MemorySegment.NULL;

  private DoubleTiling() {
    this(new DoubleFactor(), new DoubleFactor());
  }

  private DoubleTiling(DoubleFactor left, DoubleFactor right) {
    super(Double.BYTES, left, right);
    this.left = left;
    this.right = right;
  }

  /**
   * Begins a product; the thread's one before must have come to its end. Its factors are named
   * next.
   *
   * @param m rows
   * @param n columns
   * @param k products of each sum
   * @param width columns of a tile
   */
  public static DoubleTiling begin(int m, int n, int k, int width) {
    DoubleTiling mine = MINE.get();
    mine.size(m, n, k, width);
    return mine;
  }

  /** The left factor: array, first element, how far rows lie apart, and the elements of a row. */
  public void setLeft(double[] array, int first, int row, int element) {
    left.of(array, first, row, element);
  }

  /** The same in native memory. */
  public void setLeft(MemorySegment memory, long first, long row, long element) {
    left.of(memory, first, row, element);
  }

  /**
   * The right factor: array, first element, how far the elements of a column lie apart, columns.
   */
  public void setRight(double[] array, int first, int element, int column) {
    right.of(array, first, column, element);
  }

  /** The same in native memory. */
  public void setRight(MemorySegment memory, long first, long element, long column) {
    right.of(memory, first, column, element);
  }

  /**
   * The left factor is computed block by block: see {@link #lacksLeft}.
   *
   * @param rows whether the elements of a row are written side by side, and not those of a column
   * @param natively whether into native memory
   */
  public void computeLeft(boolean rows, boolean natively) {
    left.compute(rows, natively);
  }

  /**
   * The right factor is computed block by block.
   *
   * @param columns whether the elements of a column are written side by side, and not those of a
   *     row
   */
  public void computeRight(boolean columns, boolean natively) {
    right.compute(columns, natively);
  }

  /** Where the elements of the block's left factor are written. */
  public double[] leftBlock() {
    return left.block();
  }

  /** The same in native memory. */
  public MemorySegment nativeLeftBlock() {
    return left.nativeBlock();
  }

  /** Where the elements of the block's right factor are written. */
  public double[] rightBlock() {
    return right.block();
  }

  /** The same in native memory. */
  public MemorySegment nativeRightBlock() {
    return right.nativeBlock();
  }

  /** The block's left factor, in panels of {@value #ROWS} rows, or in its own rows. */
  public double[] left() {
    return leftInPlace() ? left.array() : left.panels();
  }

  /** The block's right factor, in panels of a tile's columns, or in its own rows. */
  public double[] right() {
    return rightInPlace() ? right.array() : right.panels();
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

  @Override
  void reserveSums(int elements) {
    sums = sums.length < elements ? new double[elements] : sums;
  }

  @Override
  void clearSums(int from, int count) {
    Arrays.fill(sums, from, from + count, 0);
  }

  @Override
  void addFour(int at, int step, int row, int sum) {
    double[] a = left();
    double[] b = right();
    double[] s = sums;
    double a0 = a[at];
    double a1 = a[at + step];
    double a2 = a[at + 2 * step];
    double a3 = a[at + 3 * step];
    int pitch = rightPitch();
    int row1 = row + pitch;
    int row2 = row1 + pitch;
    int row3 = row2 + pitch;
    for (int j = 0; j < columns(); j++) {
      double x = Math.fma(a0, b[row + j], s[sum + j]);
      x = Math.fma(a1, b[row1 + j], x);
      x = Math.fma(a2, b[row2 + j], x);
      s[sum + j] = Math.fma(a3, b[row3 + j], x);
    }
  }

  @Override
  void addOne(int at, int row, int sum) {
    double a = left()[at];
    double[] b = right();
    double[] s = sums;
    for (int j = 0; j < columns(); j++) {
      s[sum + j] = Math.fma(a, b[row + j], s[sum + j]);
    }
  }
}
