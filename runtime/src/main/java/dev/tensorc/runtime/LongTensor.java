// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;

/** A tensor of i64 elements (signed 64-bit integers) in a {@code long[]} or in native memory. */
public final class LongTensor extends StridedTensor<LongTensor> implements Tensor {
  private final long[] data;

  private LongTensor(long[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private LongTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new long[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static LongTensor of(long[] data, long... shape) {
    return new LongTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static LongTensor wrap(long[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the elements in row-major
   * order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(LongBuffer, long...)} takes those too
   */
  public static LongTensor wrap(LongBuffer buffer, long... shape) {
    return (LongTensor) NioBuffers.wrap(ElementType.I64, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static LongTensor copyOf(LongBuffer buffer, long... shape) {
    return (LongTensor) NioBuffers.copy(ElementType.I64, buffer, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static LongTensor copyOf(long[][] rows) {
    return (LongTensor) NestedArrays.copy(ElementType.I64, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static LongTensor view(long[] data, long offset, long[] shape, long[] strides) {
    return new LongTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static LongTensor wrap(MemorySegment segment, long... shape) {
    return new LongTensor(segment, NativeMemory.rowMajor(ElementType.I64, segment, shape));
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
  public static LongTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new LongTensor(
        segment, NativeMemory.strided(ElementType.I64, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static LongTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.I64, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static LongTensor zeros(long... shape) {
    return of(new long[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.I64;
  }

  @Override
  public long[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public long[] toArray() {
    return copyInto(new long[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public long[][] toRows() {
    return (long[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public long get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(long value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_LONG, at, value);
    } else {
      data[(int) at] = value;
    }
  }

  private long element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_LONG, at) : data[(int) at];
  }

  @Override
  LongTensor over(Layout layout) {
    return isNative() ? new LongTensor(memory(), layout) : new LongTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Long.toString(element(at));
  }
}
