// Made from link/math/XFactor.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.math;

import dev.tensorc.runtime.reuse.AlignedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A factor of f64. */
public final class DoubleFactor extends Factor {

  private static final double[] NONE = {};

  private double[] array = NONE;
  private MemorySegment memory = MemorySegment.NULL;
  private double[] panels = NONE;
  private double[] room = NONE;
  private double[] block = {};
  private MemorySegment nativeBlock = MemorySegment.NULL;

  DoubleFactor() {}

  /** The elements are in an array, {@code line} and {@code element} apart. */
  public void of(double[] elements, int first, int line, int element) {
    array = elements;
    memory = MemorySegment.NULL;
    place(first, line, element);
  }

  /** The same elements in native memory. */
  public void of(MemorySegment elements, long first, long line, long element) {
    array = NONE;
    memory = elements;
    place(first, line, element);
  }

  /**
   * The elements are computed: those of a block are written, in order, while it {@link #isLacking}.
   *
   * @param sideBySide whether those of a line are side by side, and not the lines
   * @param natively whether to {@link #nativeBlock}, and not to {@link #block}
   */
  public void compute(boolean sideBySide, boolean natively) {
    array = natively ? NONE : block;
    memory = natively ? nativeBlock : MemorySegment.NULL;
    computeBy(sideBySide);
  }

  /** Where the elements of a block are written. */
  public double[] block() {
    return block;
  }

  /** The block in native memory. */
  public MemorySegment nativeBlock() {
    return nativeBlock;
  }

  double[] array() {
    return array;
  }

  @Override
  double[] panels() {
    return panels;
  }

  @Override
  boolean isArray() {
    return array != NONE;
  }

  @Override
  Object storage() {
    return isArray() ? array : memory;
  }

  @Override
  int elementBytes() {
    return Double.BYTES;
  }

  @Override
  int length() {
    return array.length;
  }

  @Override
  void forget() {
    array = NONE;
    memory = MemorySegment.NULL;
    panels = NONE;
  }

  @Override
  void reserve(int elements) {
    room = room.length < elements ? new double[elements] : room;
    panels = room;
  }

  @Override
  void renew(int elements) {
    panels = new double[elements];
  }

  @Override
  void take(Object panelArray) {
    panels = (double[]) panelArray;
  }

  @Override
  void reserveBlock(int elements) {
    if (isArray()) {
      block = block.length < elements ? new double[elements] : block;
      array = block;
    } else {
      long bytes = (long) elements * Double.BYTES;
      if (nativeBlock.byteSize() < bytes) {
        nativeBlock = AlignedMemory.allocate(bytes);
      }
      memory = nativeBlock;
    }
  }

  @Override
  void clear(int from, int to) {
    Arrays.fill(panels, from, to, 0);
  }

  @Override
  void copy(long from, int count, int at) {
    if (isArray()) {
      System.arraycopy(array, (int) from, panels, at, count);
    } else {
      MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE, from * Double.BYTES, panels, at, count);
    }
  }

  @Override
  void copyLine(long from, int count, int at, int step) {
    double[] to = panels;
    if (isArray()) {
      double[] elements = array;
      int place = (int) from;
      int stride = (int) element();
      for (int q = 0; q < count; q++) {
        to[at + q * step] = elements[place + q * stride];
      }
    } else {
      for (int q = 0; q < count; q++) {
        to[at + q * step] = memory.getAtIndex(ValueLayout.JAVA_DOUBLE, from + q * element());
      }
    }
  }

  @Override
  void copyTwo(long from, int count, int at, int step) {
    if (!isLinesOfArray()) {
      copyLine(from, count, at, step);
      copyLine(from + line(), count, at + 1, step);
      return;
    }
    double[] to = panels;
    double[] elements = array;
    int first = (int) from;
    int second = (int) (from + line());
    int place = at;
    for (int q = 0; q < count; q++) {
      to[place] = elements[first + q];
      to[place + 1] = elements[second + q];
      place += step;
    }
  }
}
