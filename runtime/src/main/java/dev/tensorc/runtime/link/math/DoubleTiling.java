// Made from link/math/XTiling.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.math;

import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A product of two matrices of f64, block by block: see {@link Tiling}. One for each thread. */
public final class DoubleTiling extends Tiling {

  private static final PerThread<DoubleTiling> MINE = new PerThread<>(DoubleTiling::new);

  private static final double[] NONE = {};

  private final DoubleFactor left;
  private final DoubleFactor right;
  private double[] sums = {};
  private double[] results = NONE;
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
   * Begins a product. The thread's product before it must have ended. The caller next tells the
   * factors where they lie.
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

  /** As {@link #begin}, for plain code. */
  public static DoubleTiling beginPlain(int m, int n, int k) {
    DoubleTiling mine = MINE.get();
    mine.plainSize(m, n, k);
    return mine;
  }

  /**
   * The results are the sums, and in rows of an array: they may be written without a copy.
   *
   * @param offset of the first one
   * @param pitch how far rows lie apart
   */
  public void into(double[] array, int offset, int pitch) {
    results = array;
    results(offset, pitch);
  }

  /** The left factor, which the caller tells where its elements lie. */
  public DoubleFactor leftFactor() {
    return left;
  }

  /** The right factor, which the caller tells where its elements lie. */
  public DoubleFactor rightFactor() {
    return right;
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
    return isDirect() ? results : sums;
  }

  @Override
  void forgetResults() {
    results = NONE;
  }

  /** The block's sums in native memory, from {@link #offset} on. */
  public MemorySegment nativeSums() {
    int count = rows() * pitch();
    long bytes = (long) (offset() + count) * Double.BYTES;
    if (nativeSums.byteSize() < bytes) {
      nativeSums = AlignedMemory.allocate(bytes);
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
