package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.ElementType;
import java.util.stream.IntStream;

/**
 * A tensor of a plan, for operations that go over its whole rows. Its storage is a Java array or
 * native memory; pieces of rows are copied to arrays and back, so that one loop serves both.
 */
public final class Rows {

  private final ElementType type;
  private final Object storage;
  private final long offset;
  private final long[] sizes;
  private final long[] strides;

  private Rows(ElementType type, Object storage, long offset, long[] sizes, long[] strides) {
    this.type = type;
    this.storage = storage;
    this.offset = offset;
    this.sizes = sizes;
    this.strides = strides;
  }

  /**
   * For generated code.
   *
   * @param storage an array of the type, or a native segment
   * @param offset of the first element, in elements
   * @param strides in elements
   */
  public static Rows of(
      ElementType type, Object storage, long offset, long[] sizes, long[] strides) {
    return new Rows(type, storage, offset, sizes, strides);
  }

  ElementType type() {
    return type;
  }

  Object storage() {
    return storage;
  }

  int rank() {
    return sizes.length;
  }

  int size(int axis) {
    return (int) sizes[axis];
  }

  long stride(int axis) {
    return strides[axis];
  }

  long offset() {
    return offset;
  }

  boolean isEmpty() {
    for (long size : sizes) {
      if (size == 0) {
        return true;
      }
    }
    return false;
  }

  /** Copies {@code n} elements, {@code stride} apart, to the start of an array of the type. */
  void load(long at, long stride, Object target, int n) {
    Access.copyRow(type, storage, at, stride, target, 0, 1, n);
  }

  /** Copies the first {@code n} elements of an array of the type to places {@code stride} apart. */
  void store(Object source, long at, long stride, int n) {
    Access.copyRow(type, source, 0, 1, storage, at, stride, n);
  }

  /**
   * Walks two tensors along all axes but some, along which they may differ, as one: {@code do {
   * use(at(0), at(1)) } while (advance())}. No other axis is empty.
   */
  static final class Walk {
    private final Rows one;
    private final Rows other;
    private final int[] axes;
    private final long[] index;
    private long atOne;
    private long atOther;

    /**
     * @param without axes that are not walked; -1 is none
     */
    Walk(Rows one, Rows other, int... without) {
      this.one = one;
      this.other = other;
      this.atOne = one.offset;
      this.atOther = other.offset;
      this.axes =
          IntStream.range(0, one.rank())
              .filter(axis -> one.sizes[axis] != 1)
              .filter(axis -> IntStream.of(without).noneMatch(w -> w == axis))
              .toArray();
      this.index = new long[axes.length];
    }

    long one() {
      return atOne;
    }

    long other() {
      return atOther;
    }

    boolean advance() {
      for (int k = axes.length - 1; k >= 0; k--) {
        int axis = axes[k];
        atOne += one.strides[axis];
        atOther += other.strides[axis];
        if (++index[k] < one.sizes[axis]) {
          return true;
        }
        atOne -= one.strides[axis] * one.sizes[axis];
        atOther -= other.strides[axis] * one.sizes[axis];
        index[k] = 0;
      }
      return false;
    }
  }
}
