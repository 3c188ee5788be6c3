// Made from link/math/XTiling.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.math;

import dev.tensorc.runtime.reuse.AlignedMemory;
import dev.tensorc.runtime.reuse.PerThread;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A product of two matrices of f32, block by block: see {@link Tiling}. One for each thread. */
public final class FloatTiling extends Tiling {

  private static final PerThread<FloatTiling> MINE = new PerThread<>(FloatTiling::new);

  private static final float[] NONE = {};

  private final FloatFactor left;
  private final FloatFactor right;
  private float[] sums = {};
  private float[] results = NONE;
  private MemorySegment nativeSums = MemorySegment.NULL;

  private FloatTiling() {
    this(new FloatFactor(), new FloatFactor());
  }

  private FloatTiling(FloatFactor left, FloatFactor right) {
    super(Float.BYTES, left, right);
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
  public static FloatTiling begin(int m, int n, int k, int width) {
    FloatTiling mine = MINE.get();
    mine.size(m, n, k, width);
    return mine;
  }

  /** As {@link #begin}, for plain code. */
  public static FloatTiling beginPlain(int m, int n, int k) {
    FloatTiling mine = MINE.get();
    mine.plainSize(m, n, k);
    return mine;
  }

  /**
   * The results are the sums, and in rows of an array: they may be written without a copy.
   *
   * @param offset of the first one
   * @param pitch how far rows lie apart
   */
  public void into(float[] array, int offset, int pitch) {
    results = array;
    results(offset, pitch);
  }

  /** The left factor, which the caller tells where its elements lie. */
  public FloatFactor leftFactor() {
    return left;
  }

  /** The right factor, which the caller tells where its elements lie. */
  public FloatFactor rightFactor() {
    return right;
  }

  /** The block's left factor, in panels of {@value #ROWS} rows, or in its own rows. */
  public float[] left() {
    return leftInPlace() ? left.array() : left.panels();
  }

  /** The block's right factor, in panels of a tile's columns, or in its own rows. */
  public float[] right() {
    return rightInPlace() ? right.array() : right.panels();
  }

  /** Where the sums are kept. */
  public float[] sums() {
    return isDirect() ? results : sums;
  }

  @Override
  void forgetResults() {
    results = NONE;
  }

  /** The block's sums in native memory, from {@link #offset} on. */
  public MemorySegment nativeSums() {
    int count = rows() * pitch();
    long bytes = (long) (offset() + count) * Float.BYTES;
    if (nativeSums.byteSize() < bytes) {
      nativeSums = AlignedMemory.allocate(bytes);
    }
    MemorySegment.copy(
        sums, offset(), nativeSums, ValueLayout.JAVA_FLOAT, (long) offset() * Float.BYTES, count);
    return nativeSums;
  }

  @Override
  void reserveSums(int elements) {
    sums = sums.length < elements ? new float[elements] : sums;
  }

  @Override
  void clearSums(int from, int count) {
    Arrays.fill(sums, from, from + count, 0);
  }

  @Override
  void addFour(int at, int step, int row, int sum) {
    float[] a = left();
    float[] b = right();
    float[] s = sums;
    float a0 = a[at];
    float a1 = a[at + step];
    float a2 = a[at + 2 * step];
    float a3 = a[at + 3 * step];
    int pitch = rightPitch();
    int row1 = row + pitch;
    int row2 = row1 + pitch;
    int row3 = row2 + pitch;
    for (int j = 0; j < columns(); j++) {
      float x = Math.fma(a0, b[row + j], s[sum + j]);
      x = Math.fma(a1, b[row1 + j], x);
      x = Math.fma(a2, b[row2 + j], x);
      s[sum + j] = Math.fma(a3, b[row3 + j], x);
    }
  }

  @Override
  void addOne(int at, int row, int sum) {
    float a = left()[at];
    float[] b = right();
    float[] s = sums;
    for (int j = 0; j < columns(); j++) {
      s[sum + j] = Math.fma(a, b[row + j], s[sum + j]);
    }
  }
}
