// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.DoubleBuffer;

/**
 * A tensor of f64 elements (IEEE 754 double precision) in a {@code double[]} or in native memory.
 */
public final class DoubleTensor extends StridedTensor<DoubleTensor> implements Tensor {
  private final double[] data;

  private DoubleTensor(double[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private DoubleTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new double[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static DoubleTensor of(double[] data, long... shape) {
    return new DoubleTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static DoubleTensor wrap(double[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the elements in row-major
   * order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(DoubleBuffer, long...)} takes those
   *     too
   */
  public static DoubleTensor wrap(DoubleBuffer buffer, long... shape) {
    return (DoubleTensor) NioBuffers.wrap(ElementType.F64, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static DoubleTensor copyOf(DoubleBuffer buffer, long... shape) {
    return (DoubleTensor) NioBuffers.copy(ElementType.F64, buffer, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static DoubleTensor copyOf(double[][] rows) {
    return (DoubleTensor) NestedArrays.copy(ElementType.F64, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static DoubleTensor view(double[] data, long offset, long[] shape, long[] strides) {
    return new DoubleTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static DoubleTensor wrap(MemorySegment segment, long... shape) {
    return new DoubleTensor(segment, NativeMemory.rowMajor(ElementType.F64, segment, shape));
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
  public static DoubleTensor view(
      MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new DoubleTensor(
        segment, NativeMemory.strided(ElementType.F64, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static DoubleTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.F64, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static DoubleTensor zeros(long... shape) {
    return of(new double[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.F64;
  }

  @Override
  public double[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public double[] toArray() {
    return copyInto(new double[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public double[][] toRows() {
    return (double[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public double get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(double value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_DOUBLE, at, value);
    } else {
      data[(int) at] = value;
    }
  }

  private double element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_DOUBLE, at) : data[(int) at];
  }

  @Override
  DoubleTensor over(Layout layout) {
    return isNative() ? new DoubleTensor(memory(), layout) : new DoubleTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return Double.doubleToLongBits(element(at));
  }

  @Override
  String literal(long at) {
    return Double.toString(element(at));
  }
}
