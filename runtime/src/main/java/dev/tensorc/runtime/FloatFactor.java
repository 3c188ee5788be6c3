package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A factor of a product of matrices, of f32: a line of it is a row of the left one, a column of the
 * right one.
 */
final class FloatFactor {

  private static final float[] NONE = {};

  /** So many elements of a line at a time: what the lines of a panel share stays in the cache. */
  private static final int PIECE = 16;

  private float[] array = NONE;
  private MemorySegment memory = MemorySegment.NULL;
  private long offset;
  private long line;
  private long element;

  /**
   * The factor's elements are in an array.
   *
   * @param lineStride how far lines lie apart, in elements
   * @param elementStride how far the elements of a line do
   */
  void of(float[] elements, long first, long lineStride, long elementStride) {
    array = elements;
    place(first, lineStride, elementStride);
  }

  /** The factor's elements are in native memory. */
  void of(MemorySegment elements, long first, long lineStride, long elementStride) {
    memory = elements;
    place(first, lineStride, elementStride);
  }

  private void place(long first, long lineStride, long elementStride) {
    offset = first;
    line = lineStride;
    element = elementStride;
  }

  boolean isRowsOfArray() {
    return array != NONE && element == 1;
  }

  float[] array() {
    return array;
  }

  int lineStride() {
    return (int) line;
  }

  /** Where an element is. */
  int place(int lineNumber, int elementNumber) {
    return (int) (offset + lineNumber * line + elementNumber * element);
  }

  /** Nobody's memory is kept from being collected. */
  void forget() {
    array = NONE;
    memory = MemorySegment.NULL;
  }

  /**
   * Lays out panels of so many lines, each as its lines' first elements, their second ones and so
   * on. The lines that the last panel lacks are zeros.
   *
   * @param first line
   * @param lines of all panels
   * @param level the first element of each line
   * @param depth elements of each line
   * @param width lines of a panel
   */
  void layOut(float[] to, int first, int lines, int level, int depth, int width) {
    for (int i = 0; i < lines; i += width) {
      int present = Math.min(width, lines - i);
      int panel = i * depth;
      if (present < width) {
        java.util.Arrays.fill(to, panel, panel + width * depth, 0);
      }
      long from = offset + (first + i) * line + level * element;
      if (line == 1) {
        for (int q = 0; q < depth; q++) {
          copy(from + q * element, present, to, panel + q * width);
        }
      } else {
        for (int q = 0; q < depth; q += PIECE) {
          int count = Math.min(PIECE, depth - q);
          int r = 0;
          for (; r + 1 < present; r += 2) {
            copyTwo(from + r * line + q * element, count, to, panel + q * width + r, width);
          }
          if (r < present) {
            copyLine(from + r * line + q * element, count, to, panel + q * width + r, width);
          }
        }
      }
    }
  }

  private void copy(long from, int count, float[] to, int at) {
    if (array != NONE) {
      System.arraycopy(array, (int) from, to, at, count);
    } else {
      MemorySegment.copy(memory, ValueLayout.JAVA_FLOAT, from * Float.BYTES, to, at, count);
    }
  }

  /** Copies the same elements of two lines: they lie next to each other in the panel. */
  private void copyTwo(long from, int count, float[] to, int at, int step) {
    if (array == NONE || element != 1) {
      copyLine(from, count, to, at, step);
      copyLine(from + line, count, to, at + 1, step);
      return;
    }
    float[] elements = array;
    int first = (int) from;
    int second = (int) (from + line);
    int place = at;
    for (int q = 0; q < count; q++) {
      to[place] = elements[first + q];
      to[place + 1] = elements[second + q];
      place += step;
    }
  }

  private void copyLine(long from, int count, float[] to, int at, int step) {
    if (array != NONE) {
      float[] elements = array;
      int place = (int) from;
      int stride = (int) element;
      for (int q = 0; q < count; q++) {
        to[at + q * step] = elements[place + q * stride];
      }
    } else {
      for (int q = 0; q < count; q++) {
        to[at + q * step] = memory.getAtIndex(ValueLayout.JAVA_FLOAT, from + q * element);
      }
    }
  }
}
