// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;

/** A tensor of i32 elements (signed 32-bit integers) in a {@code int[]} or in native memory. */
public final class IntTensor extends StridedTensor<IntTensor> implements Tensor {
  private final int[] data;

  private IntTensor(int[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private IntTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new int[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static IntTensor of(int[] data, long... shape) {
    return new IntTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static IntTensor wrap(int[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the elements in row-major
   * order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(IntBuffer, long...)} takes those too
   */
  public static IntTensor wrap(IntBuffer buffer, long... shape) {
    return (IntTensor) NioBuffers.wrap(ElementType.I32, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static IntTensor copyOf(IntBuffer buffer, long... shape) {
    return (IntTensor) NioBuffers.copy(ElementType.I32, buffer, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static IntTensor copyOf(int[][] rows) {
    return (IntTensor) NestedArrays.copy(ElementType.I32, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static IntTensor view(int[] data, long offset, long[] shape, long[] strides) {
    return new IntTensor(data, Layout.strided(data.length, offset, shape, strides));
  }

  /**
   * Wraps native memory, which is not copied: the elements in row-major order, in the machine's
   * byte order.
   *
   * @param segment all of it; read-only memory can be an argument of a program, not an output
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the segment's
   * @throws TensorException if the segment is on the heap, is not aligned for its elements, or has
   *     been freed
   */
  public static IntTensor wrap(MemorySegment segment, long... shape) {
    return new IntTensor(segment, NativeMemory.rowMajor(ElementType.I32, segment, shape));
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
  public static IntTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new IntTensor(
        segment, NativeMemory.strided(ElementType.I32, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static IntTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.I32, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static IntTensor zeros(long... shape) {
    return of(new int[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.I32;
  }

  @Override
  public int[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public int[] toArray() {
    return copyInto(new int[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public int[][] toRows() {
    return (int[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public int get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(int value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_INT, at, value);
    } else {
      data[(int) at] = value;
    }
  }

  private int element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_INT, at) : data[(int) at];
  }

  @Override
  IntTensor over(Layout layout) {
    return isNative() ? new IntTensor(memory(), layout) : new IntTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Integer.toString(element(at));
  }
}
