package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A product of two matrices of f32, block by block: see {@link Tiling}. One for each thread. */
public final class FloatTiling extends Tiling {

  private static final PerThread<FloatTiling> MINE = new PerThread<>(FloatTiling::new);

  private final FloatFactor leftFactor = new FloatFactor();
  private final FloatFactor rightFactor = new FloatFactor();
  private float[] left = {};
  private float[] right = {};
  private float[] sums = {};
  private MemorySegment nativeSums = MemorySegment.NULL;

  private FloatTiling() {
    super(Float.BYTES);
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
  public static FloatTiling begin(
      int m,
      int n,
      int k,
      int width,
      float[] a,
      int ao,
      int ai,
      int ak,
      float[] b,
      int bo,
      int bk,
      int bj) {
    FloatTiling mine = MINE.get();
    mine.leftFactor.of(a, ao, ai, ak);
    mine.rightFactor.of(b, bo, bj, bk);
    mine.begin(m, n, k, width);
    return mine;
  }

  /** The same over native memory. */
  public static FloatTiling begin(
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
    FloatTiling mine = MINE.get();
    mine.leftFactor.of(a, ao, ai, ak);
    mine.rightFactor.of(b, bo, bj, bk);
    mine.begin(m, n, k, width);
    return mine;
  }

  @Override
  void reserve(int leftRoom, int rightRoom, int sumRoom) {
    left = left.length < leftRoom ? new float[leftRoom] : left;
    right = right.length < rightRoom ? new float[rightRoom] : right;
    sums = sums.length < sumRoom ? new float[sumRoom] : sums;
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

  /**
   * Adds the block's products to its sums, in plain code: its right factor is one panel, of {@link
   * #plainColumns}.
   */
  public void addProducts() {
    for (int i = 0; i < rows(); i++) {
      int sum = offset() + i * pitch();
      if (!goesOn()) {
        Arrays.fill(sums, sum, sum + columns(), 0);
      }
      float[] factors = left();
      int step = inPlace() ? 1 : ROWS;
      int at = inPlace() ? leftOffset() + i * leftPitch() : i / ROWS * ROWS * depth() + i % ROWS;
      int q = 0;
      for (; q + 3 < depth(); q += 4) {
        addFour(factors, at + q * step, step, q * width(), sum);
      }
      for (; q < depth(); q++) {
        addOne(factors[at + q * step], q * width(), sum);
      }
    }
  }

  /** Adds the products of four elements of a row, one after the other. */
  private void addFour(float[] factors, int at, int step, int row, int sum) {
    float[] b = right;
    float[] s = sums;
    float a0 = factors[at];
    float a1 = factors[at + step];
    float a2 = factors[at + 2 * step];
    float a3 = factors[at + 3 * step];
    int row1 = row + width();
    int row2 = row1 + width();
    int row3 = row2 + width();
    for (int j = 0; j < columns(); j++) {
      float x = Math.fma(a0, b[row + j], s[sum + j]);
      x = Math.fma(a1, b[row1 + j], x);
      x = Math.fma(a2, b[row2 + j], x);
      s[sum + j] = Math.fma(a3, b[row3 + j], x);
    }
  }

  private void addOne(float a, int row, int sum) {
    float[] b = right;
    float[] s = sums;
    for (int j = 0; j < columns(); j++) {
      s[sum + j] = Math.fma(a, b[row + j], s[sum + j]);
    }
  }

  /** The block's left factor, in panels of {@value #ROWS} rows, or in its own rows. */
  public float[] left() {
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
  public float[] right() {
    return right;
  }

  /** Where the sums are kept. */
  public float[] sums() {
    return sums;
  }

  /** The block's sums in native memory, from {@link #offset} on. */
  public MemorySegment nativeSums() {
    int count = rows() * pitch();
    long bytes = (long) (offset() + count) * Float.BYTES;
    if (nativeSums.byteSize() < bytes) {
      nativeSums = Arena.ofAuto().allocate(bytes, NativeMemory.ALIGNMENT);
    }
    MemorySegment.copy(
        sums, offset(), nativeSums, ValueLayout.JAVA_FLOAT, (long) offset() * Float.BYTES, count);
    return nativeSums;
  }
}
