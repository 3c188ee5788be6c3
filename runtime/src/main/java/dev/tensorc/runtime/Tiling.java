package dev.tensorc.runtime;

/**
 * A product of two matrices, block by block: each block's factors are laid out as tiles read them,
 * and what lies in the caches is used again and again.
 *
 * <p>A tile is {@value #ROWS} rows of two vectors. Its sums and what they are made of fit in
 * sixteen registers, and are enough of them to keep the units for {@code fma} busy. The right
 * factor of a block is laid out in panels of two vectors' columns, the left one in panels of
 * {@value #ROWS} rows, unless its rows are in an array: then they are read where they are. A panel
 * has its elements in the order in which a tile needs them; missing rows and columns are zeros,
 * whose sums nobody reads.
 *
 * <p>A sum that goes through several blocks goes on where it was: its products are added in order,
 * whatever the sizes of the blocks. Of these a block of the left factor stays in the second cache
 * and one of the right in the third.
 */
public abstract sealed class Tiling permits FloatTiling, DoubleTiling {

  /** Rows of a tile. */
  public static final int ROWS = 6;

  /** Fewer products are added sooner than laid out. */
  private static final long FEW = 4096;

  private static final int BLOCK_ROWS = 32 * ROWS;
  private static final int BLOCK_COLUMNS = 512;
  private static final int DEPTH_BYTES = 4096;

  /** Rows, in bytes of a column, whose sums are kept while they go through several blocks. */
  private static final int STRIP_BYTES = 20 * BLOCK_ROWS;

  private final int elementBytes;
  private int m;
  private int n;
  private int k;
  private int width;
  private int mostRows;
  private int mostColumns;
  private int mostDepth;

  /** The first row of the strip whose sums are kept, and how many there may be. */
  private int strip;

  private int mostStrip;
  private boolean begun;

  // the block
  private int row;
  private int column;
  private int level;
  private int rows;
  private int columns;
  private int depth;

  Tiling(int elementBytes) {
    this.elementBytes = elementBytes;
  }

  /**
   * Whether a product is worth laying out its factors.
   *
   * @param m rows
   * @param n columns
   * @param k products of each sum
   */
  public static boolean pays(int m, int n, int k) {
    return m > 1 && n > 1 && (long) m * n * k >= FEW;
  }

  /** The columns of a panel for plain code: those of a block. */
  public static int plainColumns(int n) {
    return Math.min(n, BLOCK_COLUMNS);
  }

  final void begin(int rowCount, int columnCount, int products, int tileColumns) {
    m = rowCount;
    n = columnCount;
    k = products;
    width = tileColumns;
    mostDepth = even(k, DEPTH_BYTES / elementBytes, 1);
    mostColumns = even(n, BLOCK_COLUMNS, width);
    mostRows = even(m, BLOCK_ROWS, ROWS);
    mostStrip = mostDepth >= k ? mostRows : even(m, STRIP_BYTES / elementBytes, mostRows);
    strip = 0;
    row = 0;
    column = 0;
    level = 0;
    begun = false;
    reserve(
        up(mostRows, ROWS) * mostDepth,
        up(mostColumns, width) * mostDepth,
        up(mostStrip, ROWS) * up(mostColumns, width));
  }

  /** Parts as even as may be, none above {@code most}, all but the last multiples of a step. */
  private static int even(int extent, int most, int step) {
    int parts = Math.max(1, (extent - 1) / most + 1);
    return Math.min(extent, up((extent - 1) / parts + 1, step));
  }

  private static int up(int extent, int step) {
    return (extent + step - 1) / step * step;
  }

  /** Room for so many elements. */
  abstract void reserve(int left, int right, int sums);

  /** Lays out the left factor of the block. */
  abstract void layOutLeft();

  /** Lays out the right factor of the block. */
  abstract void layOutRight();

  /** Forgets the factors. */
  abstract void end();

  /** Goes to the next block, if there is one. */
  public final boolean next() {
    boolean right = true;
    if (begun) {
      row += rows;
      right = row >= stripEnd();
      if (right) {
        nextStrip();
      }
      if (column >= n) {
        end();
        return false;
      }
    }
    begun = true;
    rows = Math.min(mostRows, stripEnd() - row);
    columns = Math.min(mostColumns, n - column);
    depth = Math.min(mostDepth, k - level);
    if (right) {
      layOutRight();
    }
    if (!inPlace()) {
      layOutLeft();
    }
    return true;
  }

  private int stripEnd() {
    return mostDepth >= k ? m : Math.min(m, strip + mostStrip);
  }

  /** Goes to the next level, strip or columns. */
  private void nextStrip() {
    level += depth;
    if (level >= k) {
      level = 0;
      strip = stripEnd();
      if (strip >= m) {
        strip = 0;
        column += columns;
      }
    }
    row = strip;
  }

  /** Whether the block's sums are complete. */
  public final boolean isComplete() {
    return level + depth >= k;
  }

  /** Whether the block's sums go on. */
  public final boolean goesOn() {
    return level > 0;
  }

  /** Whether the left factor is read where it is: its rows are in an array, not in panels. */
  public abstract boolean inPlace();

  /** Where the block begins. */
  public final int row() {
    return row;
  }

  /** Where the block begins. */
  public final int column() {
    return column;
  }

  public final int rows() {
    return rows;
  }

  public final int columns() {
    return columns;
  }

  /** Products that the block adds to each sum. */
  public final int depth() {
    return depth;
  }

  /** Where the block's sums begin. */
  public final int offset() {
    return mostDepth >= k ? 0 : (row - strip) * pitch();
  }

  /** How far its rows of sums lie apart: room for whole tiles. */
  public final int pitch() {
    return up(columns, width);
  }

  final int width() {
    return width;
  }

  final int level() {
    return level;
  }
}
