package dev.tensorc.runtime;

/**
 * A factor of a product of matrices, in an array or in native memory, and its panels: a line of it
 * is a row of the left factor, a column of the right one. Or its elements are computed for the
 * product alone: then they are a block's, which the caller writes before it is laid out.
 */
public abstract sealed class Factor permits FloatFactor, DoubleFactor {

  /** So many elements of a line at a time: what the lines of a panel share stays in the cache. */
  private static final int PIECE = 16;

  private long offset;
  private long line;
  private long element;
  private boolean computed;

  /**
   * Of a computed factor: whether a line's elements are written side by side, and not the lines.
   */
  private boolean byLines;

  // the block
  private int firstLine;
  private int lines;
  private int level;
  private int depth;
  private boolean another;
  private boolean begun;

  /**
   * @param lineStride how far lines lie apart, in elements
   * @param elementStride how far the elements of a line do
   */
  final void place(long first, long lineStride, long elementStride) {
    offset = first;
    line = lineStride;
    element = elementStride;
    computed = false;
    begun = false;
  }

  /**
   * Its elements are computed block by block.
   *
   * @param sideBySide whether those of a line are written side by side, and not the lines
   */
  final void computeBy(boolean sideBySide) {
    place(0, 0, 0);
    byLines = sideBySide;
    computed = true;
  }

  /**
   * Goes to a block.
   *
   * @param first line
   * @param count lines
   * @param from the first element of each line
   * @param elements of each line
   */
  final void to(int first, int count, int from, int elements) {
    another = !begun || first != firstLine || from != level;
    begun = true;
    firstLine = first;
    lines = count;
    level = from;
    depth = elements;
    if (computed) {
      line = byLines ? depth : 1;
      element = byLines ? 1 : lines;
    }
  }

  final boolean isComputed() {
    return computed;
  }

  /** Whether the block is another than the one before. */
  final boolean isAnother() {
    return another;
  }

  /** Whether the block's elements have to be computed. */
  public final boolean isLacking() {
    return computed && another;
  }

  /** The block's first line. */
  public final int firstLine() {
    return firstLine;
  }

  /** The block's lines. */
  public final int lines() {
    return lines;
  }

  final long line() {
    return line;
  }

  final long element() {
    return element;
  }

  /** Where the block begins. */
  final long place() {
    return computed ? 0 : offset + firstLine * line + level * element;
  }

  /** Whether it is in an array, each element of a line beside the next. */
  final boolean isLinesOfArray() {
    return isArray() && (computed ? byLines : element == 1);
  }

  /**
   * Whether its lines lie side by side in an array that goes on for so many of them.
   *
   * @param width how many are read, those that are missing among them
   * @param elements of each line
   */
  final boolean hasRowsInArray(int width, int elements) {
    if (computed) {
      return isArray() && !byLines; // with room behind it
    }
    long last = offset + Math.max(0, (elements - 1) * element);
    return isArray() && line == 1 && last + width <= length();
  }

  abstract boolean isArray();

  /** Of the array. */
  abstract int length();

  /** Nobody's memory is kept from being collected. */
  abstract void forget();

  /** Room for the panels of so many elements. */
  abstract void reserve(int elements);

  /** Room for a block of so many elements that are computed. */
  abstract void reserveBlock(int elements);

  /** Zeros in the panels. */
  abstract void clear(int from, int to);

  /** Copies elements that lie side by side to the panels. */
  abstract void copy(long from, int count, int at);

  /** Copies elements of a line to places {@code step} apart. */
  abstract void copyLine(long from, int count, int at, int step);

  /** Copies the same elements of two lines: they lie next to each other in the panel. */
  abstract void copyTwo(long from, int count, int at, int step);

  /**
   * Lays out the block in panels of so many lines, each as its lines' first elements, their second
   * ones and so on. The lines that the last panel lacks are zeros.
   */
  final void layOut(int width) {
    for (int i = 0; i < lines; i += width) {
      int present = Math.min(width, lines - i);
      int panel = i * depth;
      if (present < width) {
        clear(panel, panel + width * depth);
      }
      long from = place() + i * line;
      if (line == 1) {
        for (int q = 0; q < depth; q++) {
          copy(from + q * element, present, panel + q * width);
        }
      } else {
        copyLines(from, present, panel, width);
      }
    }
  }

  private void copyLines(long from, int present, int panel, int width) {
    for (int q = 0; q < depth; q += PIECE) {
      int count = Math.min(PIECE, depth - q);
      int r = 0;
      for (; r + 1 < present; r += 2) {
        copyTwo(from + r * line + q * element, count, panel + q * width + r, width);
      }
      if (r < present) {
        copyLine(from + r * line + q * element, count, panel + q * width + r, width);
      }
    }
  }
}
