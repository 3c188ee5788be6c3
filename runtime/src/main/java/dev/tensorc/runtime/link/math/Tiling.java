package dev.tensorc.runtime.link.math;

/**
 * A product of two matrices, block by block: each block's factors are laid out as tiles read them,
 * and are used again and again from the caches.
 *
 * <p>A tile is {@value #ROWS} rows of two vectors. Its sums and their factors fit in sixteen
 * registers, and are enough of them to keep the units for {@code fma} busy. The right factor of a
 * block is laid out in panels of two vectors' columns, the left one in panels of {@value #ROWS}
 * rows, unless its rows are in an array: then they are read where they are. So is a small right
 * factor then. A panel has its elements in the order in which a tile needs them; missing rows and
 * columns are zeros, whose sums nobody reads.
 *
 * <p>A factor may be computed for the product alone. Then the caller writes its elements, block by
 * block, before they are laid out.
 *
 * <p>A sum that goes through several blocks goes on where it was: its products are added in order,
 * whatever the sizes of the blocks. Of these a block of the left factor stays in the second cache
 * and one of the right in the third.
 */
public abstract sealed class Tiling permits FloatTiling, DoubleTiling {

  /** Rows of a tile. */
  public static final int ROWS = 6;

  /** Fewer products of {@link #FEW_ROWS} rows or less are not worth laying out their factors. */
  private static final long MIN_PRODUCTS_OF_FEW_ROWS = 4096;

  /** With so few rows the right factor is read too seldom to lay it out for fewer products. */
  private static final int FEW_ROWS = 3;

  /** Fewer products are added sooner than laid out. */
  private static final int MIN_PRODUCTS = 48;

  /** A right factor of so many bytes stays in the first cache wherever its rows lie. */
  private static final int SMALL_BYTES = 16 << 10;

  /** So few columns fill too little of a vector. */
  private static final int FEW_COLUMNS = 4;

  private static final int BLOCK_ROWS = 32 * ROWS;
  private static final int BLOCK_COLUMNS = 512;
  private static final int DEPTH_BYTES = 4096;

  /** Rows, in bytes of a column, whose sums are kept while they go through several blocks. */
  private static final int STRIP_BYTES = 20 * BLOCK_ROWS;

  private final int elementBytes;
  private final Factor left;
  private final Factor right;
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
  private boolean plain;
  private boolean rightInPlace;

  // where the results are, if they are the sums and lie in rows of an array
  private boolean results;
  private boolean direct;
  private int resultOffset;
  private int resultPitch;

  // the block
  private int row;
  private int column;
  private int level;
  private int rows;
  private int columns;
  private int depth;

  Tiling(int elementBytes, Factor left, Factor right) {
    this.elementBytes = elementBytes;
    this.left = left;
    this.right = right;
  }

  /**
   * Whether a product is worth laying out its factors.
   *
   * @param m rows
   * @param n columns
   * @param k products of each sum
   */
  public static boolean pays(int m, int n, int k) {
    long products = (long) m * n * k;
    return m > 1 && n > 1 && products >= (m > FEW_ROWS ? MIN_PRODUCTS : MIN_PRODUCTS_OF_FEW_ROWS);
  }

  /**
   * Whether a product takes plain code less time than vectors, which its columns would not fill.
   *
   * @param m rows
   * @param n columns
   * @param k products of each sum
   */
  public static boolean isTiny(int m, int n, int k) {
    return n <= FEW_COLUMNS && (long) m * n * k < MIN_PRODUCTS;
  }

  final void size(int rowCount, int columnCount, int products, int tileColumns) {
    m = rowCount;
    n = columnCount;
    k = products;
    width = tileColumns;
    plain = false;
    begun = false;
    results = false;
  }

  /** As {@link #size}, for plain code: a panel is a block's columns. */
  final void plainSize(int rowCount, int columnCount, int products) {
    size(rowCount, columnCount, products, Math.min(columnCount, BLOCK_COLUMNS));
    plain = true;
  }

  /** The results are the sums: these may be written there, without a copy. */
  final void results(int offset, int pitch) {
    results = true;
    resultOffset = offset;
    resultPitch = pitch;
  }

  /** Cuts the product into blocks. */
  private void cut() {
    mostDepth = even(k, DEPTH_BYTES / elementBytes, 1);
    mostColumns = even(n, BLOCK_COLUMNS, width);
    mostRows = even(m, BLOCK_ROWS, ROWS);
    mostStrip = mostDepth >= k ? mostRows : even(m, STRIP_BYTES / elementBytes, mostRows);
    strip = 0;
    row = 0;
    column = 0;
    level = 0;
    boolean isSmall = leftInPlace() && (long) n * k * elementBytes <= SMALL_BYTES;
    direct =
        results
            && isSmall
            && n >= width
            && n <= mostColumns
            && k <= mostDepth
            && right.hasRowsInArray(n, k);
    rightInPlace = direct || isSmall && right.hasRowsInArray(up(n, width), k);
    boolean rightWhole = !rightInPlace && !plain && right.takesWhole(n, k, width);
    reserve(left, mostRows, ROWS, leftInPlace());
    reserve(right, mostColumns, width, rightInPlace || rightWhole);
    reserveSums(direct ? 0 : up(mostStrip, ROWS) * up(mostColumns, width));
  }

  private void reserve(Factor factor, int lines, int panel, boolean inPlace) {
    if (factor.isComputed()) {
      factor.reserveBlock(lines * mostDepth + panel);
    }
    if (!inPlace) {
      factor.reserve(up(lines, panel) * mostDepth);
    }
  }

  /** Parts as even as may be, none above {@code most}, all but the last multiples of a step. */
  private static int even(int extent, int most, int step) {
    int parts = Math.max(1, (extent - 1) / most + 1);
    return Math.min(extent, up((extent - 1) / parts + 1, step));
  }

  static int up(int extent, int step) {
    return (extent + step - 1) / step * step;
  }

  /** Nobody's memory is kept from being collected. */
  abstract void forgetResults();

  /** Room for so many sums. */
  abstract void reserveSums(int elements);

  /** Goes to the next block, if there is one. It has to be laid out before it is read. */
  public final boolean next() {
    if (begun) {
      row += rows;
      if (row >= stripEnd()) {
        nextStrip();
      }
      if (column >= n) {
        left.end();
        right.end();
        forgetResults();
        return false;
      }
    } else {
      cut();
      begun = true;
    }
    rows = Math.min(mostRows, stripEnd() - row);
    columns = Math.min(mostColumns, n - column);
    depth = Math.min(mostDepth, k - level);
    left.to(row, rows, level, depth);
    right.to(column, columns, level, depth);
    return true;
  }

  /** Lays out the block's factors. */
  public final void layOut() {
    if (right.isToBeLaidOut() && !rightInPlace) {
      right.layOut(width, rightOffset(), rightDepth());
    }
    if (left.isToBeLaidOut() && !leftInPlace()) {
      left.layOut(ROWS, 0, depth);
    }
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

  /** Whether the block's sums are complete, and the results are still to be computed from them. */
  public final boolean isComplete() {
    return level + depth >= k && !direct;
  }

  /** Whether the sums are written where the results are. */
  final boolean isDirect() {
    return direct;
  }

  /** Whether the block's sums go on. */
  public final boolean goesOn() {
    return level > 0;
  }

  /** Whether the left factor is read where it is: its rows are in an array, not in panels. */
  public final boolean leftInPlace() {
    return left.isLinesOfArray();
  }

  /** Where the first element of the block is that is {@link #leftInPlace}. */
  public final int leftOffset() {
    return (int) left.place();
  }

  /** How far its rows lie apart. */
  public final int leftPitch() {
    return (int) left.line();
  }

  /**
   * Whether the right factor is read where it is, and the left one too. Elements after a row's end
   * are read along with it, up to a whole tile's columns; nobody reads these sums.
   */
  public final boolean rightInPlace() {
    return rightInPlace;
  }

  /** Where the block's right factor begins. */
  public final int rightOffset() {
    if (right.isWhole()) {
      return column * k + level * width;
    }
    return rightInPlace ? (int) right.place() : 0;
  }

  /** The elements of a column in its panel: the block's, or all where panels are the whole's. */
  public final int rightDepth() {
    return right.isWhole() ? k : depth;
  }

  /** How far the rows of a tile's columns lie apart in the right factor. */
  public final int rightPitch() {
    return rightInPlace ? (int) right.element() : width;
  }

  /** Where the block begins. */
  public final int row() {
    return row;
  }

  /** Where the block begins. */
  public final int column() {
    return column;
  }

  /** Where the block begins, in the products of each sum. */
  public final int level() {
    return level;
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
    if (direct) {
      return resultOffset + row * resultPitch;
    }
    return mostDepth >= k ? 0 : (row - strip) * pitch();
  }

  /** How far its rows of sums lie apart: room for whole tiles, unless they are the results. */
  public final int pitch() {
    return direct ? resultPitch : up(columns, width);
  }

  /** Where a tile begins that would begin at column j: results have no room for whole tiles. */
  public final int tileColumn(int j) {
    return direct ? Math.min(j, columns - width) : j;
  }

  // ---------------------------------------------------------------- plain code

  /**
   * Adds the block's products to its sums, in plain code: its right factor is one panel, of all the
   * block's columns, or where it is.
   */
  public final void addProducts() {
    int step = leftInPlace() ? 1 : ROWS;
    int from = rightOffset();
    int pitch = rightPitch();
    for (int i = 0; i < rows; i++) {
      int sum = offset() + i * pitch();
      if (!goesOn()) {
        clearSums(sum, columns);
      }
      int at = leftInPlace() ? leftOffset() + i * leftPitch() : i / ROWS * ROWS * depth + i % ROWS;
      int q = 0;
      for (; q + 3 < depth; q += 4) {
        addFour(at + q * step, step, from + q * pitch, sum);
      }
      for (; q < depth; q++) {
        addOne(at + q * step, from + q * pitch, sum);
      }
    }
  }

  /** So many sums are 0. */
  abstract void clearSums(int from, int count);

  /**
   * Adds the products of four elements of the left factor, {@code step} apart, one after the other.
   *
   * @param row where the first one's row of the right factor begins
   */
  abstract void addFour(int at, int step, int row, int sum);

  /** Adds the products of one element of the left factor. */
  abstract void addOne(int at, int row, int sum);
}
