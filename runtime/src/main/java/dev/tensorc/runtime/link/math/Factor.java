package dev.tensorc.runtime.link.math;

/**
 * A factor of a product of matrices, in an array or in native memory, and its panels: a line of it
 * is a row of the left factor, a column of the right one. Or its elements are computed for the
 * product alone: then they are a block's, which the caller writes before it is laid out.
 */
public abstract sealed class Factor permits FloatFactor, DoubleFactor {

  /**
   * So many elements of a line at a time: the elements that the lines of a panel share stay in the
   * cache.
   */
  private static final int PIECE = 16;

  private long offset;
  private long line;
  private long element;
  private boolean computed;

  /**
   * For a computed factor, whether a line's elements are written side by side, and not the lines.
   */
  private boolean byLines;

  // the block
  private int firstLine;
  private int lines;
  private int level;
  private int depth;
  private boolean another;
  private boolean begun;

  private final FactorSource source = new FactorSource();

  /** Whether the panels are those of the whole factor, and whether they are complete. */
  private boolean whole;

  private boolean complete;
  private long wholeElements;

  Factor() {}

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
    whole = false;
    complete = false;
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
    source.beginOfOthers();
  }

  /**
   * The computation of a right factor, if its operands are nothing but the elements that are {@link
   * #read}.
   *
   * @param how text that only the same computation has
   */
  public final void computation(String how) {
    source.begin(how);
  }

  /**
   * The {@link #computation} reads elements of an array or a segment.
   *
   * @param first the first one
   * @param lineStride how far apart those of neighbouring lines are
   * @param elementStride how far apart those of neighbours in a line are
   */
  public final void read(Object storage, long first, long lineStride, long elementStride) {
    source.read(storage, first, lineStride, elementStride);
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

  /** Whether the block's elements have to be computed. */
  public final boolean isLacking() {
    return computed && another && !complete;
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

  /** Whether the factor is in an array, each element of a line beside the next. */
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

  /** The storage of the elements, unless they are computed. */
  abstract Object storage();

  /** The length of the array. */
  abstract int length();

  abstract int elementBytes();

  /** Nobody's memory is kept from being collected. */
  abstract void forget();

  /** Room for the panels of so many elements. */
  abstract void reserve(int elements);

  /** New panels of so many elements. */
  abstract void renew(int elements);

  /** Takes panels. */
  abstract void take(Object panelArray);

  /** The panels. */
  abstract Object panels();

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
   * Makes the panels those of the whole factor, if its elements never change: they are kept, or are
   * going to be.
   *
   * @param count lines
   * @param elements of each line
   * @param width lines of a panel
   * @return whether it has done so
   */
  final boolean takesWhole(int count, int elements, int width) {
    if (!computed) {
      source.begin("");
      source.read(storage(), offset, line, element);
    }
    source.sizes(count, elements, width);
    KeptPanels kept = source.panels();
    Object found = kept.find(source);
    long size = (long) Tiling.up(count, width) * elements;
    complete = found != KeptPanels.NOTHING;
    if (complete) {
      take(found);
    } else if (size > Integer.MAX_VALUE || !kept.hasRoom(size)) {
      return false;
    } else {
      try {
        renew((int) size);
      } catch (OutOfMemoryError e) {
        return false; // a block at a time takes less
      }
    }
    whole = true;
    wholeElements = size;
    return true;
  }

  /** All blocks have been laid out. */
  final void end() {
    if (whole && !complete) {
      source.panels().keep(source, panels(), wholeElements, elementBytes());
    }
    forget();
  }

  /** Whether the panels are those of the whole factor. */
  final boolean isWhole() {
    return whole;
  }

  /** Whether the block's panels are still to be laid out. */
  final boolean isToBeLaidOut() {
    return another && !complete;
  }

  /**
   * Lays out the block in panels of so many lines, each as its lines' first elements, their second
   * ones and so on. The lines that the last panel lacks are zeros.
   *
   * @param first where the first panel begins
   * @param panelDepth elements of a line in a panel; some may be other blocks'
   */
  final void layOut(int width, int first, int panelDepth) {
    int missing = Tiling.up(lines, width) - lines;
    if (missing > 0) {
      int last = first + (lines + missing - width) * panelDepth;
      clear(last, last + width * depth);
    }
    if (line == 1) {
      for (int q = 0; q < depth; q++) { // all panels together: memory is read in one direction
        long from = place() + q * element;
        for (int i = 0; i < lines; i += width) {
          copy(from + i, Math.min(width, lines - i), first + i * panelDepth + q * width);
        }
      }
    } else {
      for (int i = 0; i < lines; i += width) {
        copyLines(place() + i * line, Math.min(width, lines - i), first + i * panelDepth, width);
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
