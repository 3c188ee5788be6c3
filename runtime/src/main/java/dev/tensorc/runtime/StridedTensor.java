package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The common superclass of the tensor classes: all of the geometry, views, equality, copying and
 * printing. The subclasses only add the members that name a primitive type, and the array where the
 * elements lie in one.
 *
 * @param <T> the subclass, which its views have too
 */
abstract sealed class StridedTensor<T extends Tensor>
    permits FloatTensor,
        DoubleTensor,
        ByteTensor,
        ShortTensor,
        IntTensor,
        LongTensor,
        UByteTensor,
        UShortTensor,
        UIntTensor,
        ULongTensor,
        Float16Tensor,
        BFloat16Tensor,
        BooleanTensor {

  /** The result of {@link #nativeRow} for tensors that are no row: more than any row has. */
  static final long NO_ROW = Long.MAX_VALUE;

  /** Stands where there is an array: an Optional would be one more step for each call. */
  private static final MemorySegment NO_MEMORY = MemorySegment.ofArray(new byte[0]);

  private final Layout layout;
  private final boolean isNative;
  private final MemorySegment memory;

  // The fact that each call over native memory asks for: one step here, six steps of the segment.

  /** How many elements a row of native memory has, else {@link #NO_ROW}. */
  private final long nativeRow;

  /** Where native memory begins. */
  private final long address;

  /** A tensor over an array. */
  StridedTensor(Layout layout) {
    this.layout = layout;
    this.isNative = false;
    this.memory = NO_MEMORY;
    this.nativeRow = NO_ROW;
    this.address = 0;
  }

  /** A tensor over native memory. */
  StridedTensor(MemorySegment segment, Layout layout) {
    this.layout = layout;
    this.isNative = true;
    this.memory = segment;
    this.nativeRow = layout.isRow() ? layout.count() : NO_ROW;
    this.address = segment.address();
  }

  public abstract ElementType type();

  public abstract Object array();

  /** The bits of the element at a position of the storage. */
  abstract long bits(long at);

  /** The element at a position of the storage as the shortest text that reads back equal. */
  abstract String literal(long at);

  /** The same storage, seen through another layout. */
  abstract T over(Layout view);

  /** Refuses where there is no array. */
  void requireArray() {
    if (isNative()) {
      throw new TensorException(
          "the elements lie in native memory, not in an array: use segment(), or toArray() for a"
              + " copy");
    }
  }

  /** The array, or the segment. */
  Object storage() {
    return isNative() ? memory : array();
  }

  Layout layout() {
    return layout;
  }

  /** The native memory; where the elements lie in an array, none of theirs. */
  MemorySegment memory() {
    return memory;
  }

  /**
   * How many elements this has where it is one row of native memory, from its beginning on, else
   * {@link #NO_ROW}.
   */
  long nativeRow() {
    return nativeRow;
  }

  /** Where the native memory begins. */
  long address() {
    return address;
  }

  // Not final, so that the compiler repeats them in the public subclasses, where reflection may
  // call them.

  public boolean isNative() {
    return isNative;
  }

  public Optional<MemorySegment> segment() {
    return isNative() ? Optional.of(memory) : Optional.empty();
  }

  public int rank() {
    return layout.rank();
  }

  public long size(int axis) {
    return layout.size(axis);
  }

  public long[] shape() {
    return layout.shape();
  }

  public long stride(int axis) {
    return layout.stride(axis);
  }

  public long offset() {
    return layout.offset();
  }

  public long count() {
    return layout.count();
  }

  public boolean isContiguous() {
    return layout.isContiguous();
  }

  public boolean hasOverlap() {
    return layout.hasOverlap();
  }

  /** See {@link Tensor#slice(int, long, long)}. */
  public T slice(int axis, long from, long to) {
    return over(LayoutViews.slice(layout, axis, from, to, 1));
  }

  /** See {@link Tensor#slice(int, long, long, long)}. */
  public T slice(int axis, long from, long to, long step) {
    return over(LayoutViews.slice(layout, axis, from, to, step));
  }

  /** See {@link Tensor#select}. */
  public T select(int axis, long index) {
    return over(LayoutViews.select(layout, axis, index));
  }

  /** See {@link Tensor#permute}. */
  public T permute(int... axes) {
    return over(LayoutViews.permute(layout, axes));
  }

  /** See {@link Tensor#broadcastTo}. */
  public T broadcastTo(long... shape) {
    return over(LayoutViews.broadcast(layout, shape));
  }

  /** The position of an element that is to be written. */
  long writable(long... index) {
    String obstacle = writingObstacle();
    if (!obstacle.isEmpty()) {
      throw new TensorException("cannot write an element: " + obstacle);
    }
    return layout.at(index);
  }

  /** Why elements cannot be written now, by this thread; empty where they can. */
  String writingObstacle() {
    String obstacle = isNative() ? NativeMemory.writingObstacle(memory) : "";
    return obstacle.isEmpty() && hasOverlap() ? layout.overlap() : obstacle;
  }

  /** A value for an unsigned element. */
  long inRange(long value, long most) {
    if (value < 0 || value > most) {
      throw new ShapeException(
          "cannot write %d: an element of %s is from 0 to %d"
              .formatted(value, type().label(), most));
    }
    return value;
  }

  /** Fills a new array with the elements in row-major order. */
  <A> A copyInto(A target) {
    StridedCopy.copy(type(), layout, storage(), layout.packed(), target);
    return target;
  }

  @Override
  public final boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof StridedTensor<?> that)
        || type() != that.type()
        || !layout.sameShape(that.layout)) {
      return false;
    }
    if (count() == 0) {
      return true;
    }
    Layout.Cursor mine = new Layout.Cursor(layout, rank());
    Layout.Cursor theirs = new Layout.Cursor(that.layout, rank());
    do {
      if (bits(mine.at()) != that.bits(theirs.at())) {
        return false;
      }
    } while (mine.advance() && theirs.advance());
    return true;
  }

  @Override
  public final int hashCode() {
    int hash = type().ordinal();
    for (int axis = 0; axis < rank(); axis++) {
      hash = 31 * hash + Long.hashCode(size(axis));
    }
    if (count() != 0) {
      Layout.Cursor cursor = new Layout.Cursor(layout, rank());
      do {
        hash = 31 * hash + Long.hashCode(bits(cursor.at()));
      } while (cursor.advance());
    }
    return hash;
  }

  /**
   * The elements laid out as NumPy prints them, then the type: {@code [1. 2.] : f32[2]}. Above 1000
   * elements each axis is shortened to its first and last three.
   */
  @Override
  public final String toString() {
    return TensorText.of(this, false);
  }
}
