// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A tensor of bool elements (truth values) in a {@code boolean[]} or in native memory. */
public final class BooleanTensor extends StridedTensor<BooleanTensor> implements Tensor {
  private final boolean[] data;

  private BooleanTensor(boolean[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private BooleanTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new boolean[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static BooleanTensor of(boolean[] data, long... shape) {
    return new BooleanTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static BooleanTensor wrap(boolean[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static BooleanTensor copyOf(boolean[][] rows) {
    return (BooleanTensor) NestedArrays.copy(ElementType.BOOL, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static BooleanTensor view(boolean[] data, long offset, long[] shape, long[] strides) {
    return new BooleanTensor(data, Layout.strided(data.length, offset, shape, strides));
  }

  /**
   * Wraps native memory, which is not copied: the elements in row-major order, one byte each, 0 is
   * {@code false}.
   *
   * @param segment all of it; read-only memory can be an argument of a program, not an output
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the segment's
   * @throws TensorException if the segment is on the heap, is not aligned for its elements, or has
   *     been freed
   */
  public static BooleanTensor wrap(MemorySegment segment, long... shape) {
    return new BooleanTensor(segment, NativeMemory.rowMajor(ElementType.BOOL, segment, shape));
  }

  /**
   * A strided view of native memory, which is not copied.
   *
   * @param offset the position of the first element, counted in elements
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the segment
   * @throws TensorException as {@link #wrap} does
   */
  public static BooleanTensor view(
      MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new BooleanTensor(
        segment, NativeMemory.strided(ElementType.BOOL, segment, offset, shape, strides));
  }

  /**
   * A new tensor of {@code false} in native memory, which begins at a multiple of 64 bytes and
   * lives as long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static BooleanTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.BOOL, shape), shape);
  }

  /**
   * A new tensor of {@code false}.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static BooleanTensor zeros(long... shape) {
    return of(new boolean[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.BOOL;
  }

  @Override
  public boolean[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public boolean[] toArray() {
    return copyInto(new boolean[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public boolean[][] toRows() {
    return (boolean[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public boolean get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(boolean value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_BYTE, at, (byte) (value ? 1 : 0));
    } else {
      data[(int) at] = value;
    }
  }

  private boolean element(long at) {
    return isNative() ? (memory().getAtIndex(ValueLayout.JAVA_BYTE, at) != 0) : data[(int) at];
  }

  @Override
  BooleanTensor over(Layout layout) {
    return isNative() ? new BooleanTensor(memory(), layout) : new BooleanTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at) ? 1 : 0;
  }

  @Override
  String literal(long at) {
    return element(at) ? "True" : "False";
  }
}
