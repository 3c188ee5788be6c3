package dev.tensorc.runtime;

import java.util.Arrays;

/**
 * Where a tensor's elements lie in its storage. Immutable, and valid by construction: sizes are
 * from 0 to {@link Integer#MAX_VALUE}, their product fits a long, and every index that the shape
 * allows lies inside the storage.
 */
final class Layout {
  private final long[] shape;
  private final long[] strides;
  private final long offset;
  private final long count;
  private final boolean contiguous;
  private final boolean overlap;

  /** The strides of all arrays of one axis. */
  private static final long[] NEXT = {1};

  private Layout(long[] shape, long[] strides, long offset, long count) {
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.count = count;
    this.contiguous = count == 0 || isRowMajor(shape, strides);
    this.overlap = !contiguous && overlaps();
  }

  /** An array of one axis, which is made for each call of an overload that takes arrays. */
  private Layout(long length) {
    this.shape = new long[] {length};
    this.strides = NEXT;
    this.offset = 0;
    this.count = length;
    this.contiguous = true;
    this.overlap = false;
  }

  /** A view of the places of another layout, or of some of them. */
  Layout view(long[] sizes, long[] steps, long start) {
    return new Layout(sizes, steps, start, count(sizes));
  }

  /** The whole of a storage of {@code length} elements, in row-major order. */
  static Layout rowMajor(long length, long... shape) {
    if (shape.length == 1 && shape[0] == length && length <= Integer.MAX_VALUE) {
      return new Layout(length);
    }
    long[] sizes = shape.clone();
    long count = count(sizes);
    if (count != length) {
      throw new ShapeException(
          "shape %s has %d elements, but the array has %d"
              .formatted(Arrays.toString(sizes), count, length));
    }
    return new Layout(sizes, rowMajorStrides(sizes), 0, count);
  }

  /** A view of a storage of {@code length} elements. */
  static Layout strided(long length, long offset, long[] shape, long[] strides) {
    long[] sizes = shape.clone();
    long[] steps = strides.clone();
    if (sizes.length != steps.length) {
      throw new ShapeException(
          "%d sizes but %d strides: a view needs one stride for each axis"
              .formatted(sizes.length, steps.length));
    }
    Layout layout = new Layout(sizes, steps, offset, count(sizes));
    layout.requireInside(length);
    return layout;
  }

  /**
   * The element count of a new backing array for a shape.
   *
   * @throws ShapeException if a size is negative or one Java array cannot hold that many elements
   */
  static int allocatable(long... shape) {
    long count = count(shape);
    if (count > Integer.MAX_VALUE) {
      throw new ShapeException(
          "shape %s needs %d elements; one array holds at most 2147483647 (2^31-1)"
              .formatted(Arrays.toString(shape), count));
    }
    return (int) count;
  }

  /**
   * The product of the sizes.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is above 2^63-1
   */
  static long count(long[] shape) {
    boolean empty = false;
    for (int axis = 0; axis < shape.length; axis++) {
      long size = shape[axis];
      if (size < 0 || size > Integer.MAX_VALUE) {
        throw new ShapeException(
            "shape %s: the size of axis %d is %d, which is not between 0 and 2147483647 (2^31-1)"
                .formatted(Arrays.toString(shape), axis, size));
      }
      empty |= size == 0;
    }
    if (empty) {
      return 0;
    }
    long count = 1;
    for (long size : shape) {
      if (Math.multiplyHigh(count, size) != 0 || count * size < 0) {
        throw new ShapeException(
            "shape %s has more than 2^63-1 elements".formatted(Arrays.toString(shape)));
      }
      count *= size;
    }
    return count;
  }

  /**
   * A size as an int.
   *
   * @throws ShapeException if it is negative or above 2^31-1
   */
  static int extent(long size) {
    if (size < 0 || size > Integer.MAX_VALUE) {
      throw new ShapeException("a size of " + size + " is not between 0 and 2147483647 (2^31-1)");
    }
    return (int) size;
  }

  private static long[] rowMajorStrides(long[] shape) {
    long[] strides = new long[shape.length];
    long step = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      strides[axis] = step;
      step *= Math.max(shape[axis], 1); // may wrap where the tensor is empty: nothing is reachable
    }
    return strides;
  }

  private static boolean isRowMajor(long[] shape, long[] strides) {
    long step = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      if (shape[axis] != 1 && strides[axis] != step) {
        return false;
      }
      step *= shape[axis];
    }
    return true;
  }

  private void requireInside(long length) {
    boolean inside;
    try {
      inside = count == 0 ? offset >= 0 && offset <= length : first() >= 0 && last() < length;
    } catch (ArithmeticException e) {
      inside = false;
    }
    if (!inside) {
      throw new ShapeException(
          "a view with offset %d, shape %s and strides %s reaches outside its storage of %d elements"
              .formatted(offset, Arrays.toString(shape), Arrays.toString(strides), length));
    }
  }

  /** The lowest position that an index leads to; meaningless where the tensor is empty. */
  long first() {
    return reach(false);
  }

  /** The highest position that an index leads to; meaningless where the tensor is empty. */
  long last() {
    return reach(true);
  }

  private long reach(boolean up) {
    long at = offset;
    for (int axis = 0; axis < shape.length; axis++) {
      if (strides[axis] > 0 == up) {
        at = Math.addExact(at, Math.multiplyExact(strides[axis], shape[axis] - 1));
      }
    }
    return at;
  }

  int rank() {
    return shape.length;
  }

  long size(int axis) {
    return shape[axis];
  }

  long[] shape() {
    return shape.clone();
  }

  long[] strides() {
    return strides.clone();
  }

  boolean sameShape(Layout other) {
    return Arrays.equals(shape, other.shape);
  }

  long stride(int axis) {
    return strides[axis];
  }

  long offset() {
    return offset;
  }

  long count() {
    return count;
  }

  boolean isContiguous() {
    return contiguous;
  }

  /** Whether there is one axis, whose elements follow each other from the storage's start. */
  boolean isRow() {
    return shape.length == 1 && contiguous && offset == 0;
  }

  /** The same shape in row-major order, from the start of a storage of its own. */
  Layout packed() {
    return new Layout(shape, rowMajorStrides(shape), 0, count);
  }

  /** See {@link Tensor#hasOverlap()}. */
  boolean hasOverlap() {
    return overlap;
  }

  /** Each stride must step over all that the smaller ones span. */
  private boolean overlaps() {
    int[] axes = new int[shape.length];
    int used = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      if (shape[axis] > 1) {
        int at = used++;
        for (; at > 0 && step(axes[at - 1]) > step(axis); at--) {
          axes[at] = axes[at - 1];
        }
        axes[at] = axis;
      }
    }
    long span = 0;
    for (int i = 0; i < used; i++) {
      if (step(axes[i]) <= span) {
        return true;
      }
      span += step(axes[i]) * (shape[axes[i]] - 1);
    }
    return false;
  }

  /** How several indices lead to one place, for messages. */
  String overlap() {
    for (int axis = 0; axis < rank(); axis++) {
      if (stride(axis) == 0 && size(axis) > 1) {
        return "it is a broadcast view (axis %d of size %d has stride 0), so one place would hold %d results"
            .formatted(axis, size(axis), size(axis));
      }
    }
    return "its strides let several elements share one place";
  }

  private long step(int axis) {
    return Math.abs(strides[axis]);
  }

  /** The position of one element, bounds-checked. */
  long at(long[] index) {
    if (index.length != shape.length) {
      throw new ShapeException(
          "%d indices for a tensor of rank %d".formatted(index.length, shape.length));
    }
    long at = offset;
    for (int axis = 0; axis < shape.length; axis++) {
      if (index[axis] < 0 || index[axis] >= shape[axis]) {
        throw new ShapeException(
            "index %s is outside shape %s: axis %d has size %d"
                .formatted(Arrays.toString(index), Arrays.toString(shape), axis, shape[axis]));
      }
      at += index[axis] * strides[axis];
    }
    return at;
  }

  @Override
  public String toString() {
    return Arrays.toString(shape);
  }

  /**
   * Walks the positions of the first {@code axes} axes in row-major order, starting at the first
   * one: {@code do { use(at()) } while (advance())}. The walked axes must not be empty.
   */
  static final class Cursor {
    private final Layout layout;
    private final long[] index;
    private long at;

    Cursor(Layout layout, int axes) {
      this.layout = layout;
      this.index = new long[axes];
      this.at = layout.offset;
    }

    long at() {
      return at;
    }

    boolean advance() {
      for (int axis = index.length - 1; axis >= 0; axis--) {
        at += layout.strides[axis];
        if (++index[axis] < layout.shape[axis]) {
          return true;
        }
        at -= layout.strides[axis] * layout.shape[axis];
        index[axis] = 0;
      }
      return false;
    }
  }
}
