// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** A tensor of i8 elements (signed 8-bit integers) in a {@code byte[]} or in native memory. */
public final class ByteTensor extends StridedTensor<ByteTensor> implements Tensor {
  private final byte[] data;

  private ByteTensor(byte[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private ByteTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new byte[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static ByteTensor of(byte[] data, long... shape) {
    return new ByteTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static ByteTensor wrap(byte[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the elements in row-major
   * order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is on the heap and does not show its array: {@link
   *     #copyOf(ByteBuffer, long...)} takes those too
   */
  public static ByteTensor wrap(ByteBuffer buffer, long... shape) {
    return (ByteTensor) NioBuffers.wrap(ElementType.I8, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static ByteTensor copyOf(ByteBuffer buffer, long... shape) {
    return (ByteTensor) NioBuffers.copy(ElementType.I8, buffer, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static ByteTensor copyOf(byte[][] rows) {
    return (ByteTensor) NestedArrays.copy(ElementType.I8, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static ByteTensor view(byte[] data, long offset, long[] shape, long[] strides) {
    return new ByteTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static ByteTensor wrap(MemorySegment segment, long... shape) {
    return new ByteTensor(segment, NativeMemory.rowMajor(ElementType.I8, segment, shape));
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
  public static ByteTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new ByteTensor(
        segment, NativeMemory.strided(ElementType.I8, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static ByteTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.I8, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static ByteTensor zeros(long... shape) {
    return of(new byte[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.I8;
  }

  @Override
  public byte[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public byte[] toArray() {
    return copyInto(new byte[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public byte[][] toRows() {
    return (byte[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public byte get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(byte value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_BYTE, at, value);
    } else {
      data[(int) at] = value;
    }
  }

  private byte element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_BYTE, at) : data[(int) at];
  }

  @Override
  ByteTensor over(Layout layout) {
    return isNative() ? new ByteTensor(memory(), layout) : new ByteTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Byte.toString(element(at));
  }
}
