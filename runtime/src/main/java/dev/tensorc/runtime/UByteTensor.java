// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** A tensor of u8 elements (unsigned 8-bit integers) in a {@code byte[]} or in native memory. */
public final class UByteTensor extends StridedTensor<UByteTensor> implements Tensor {
  private final byte[] data;

  private UByteTensor(byte[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private UByteTensor(MemorySegment segment, Layout layout) {
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
  public static UByteTensor of(byte[] data, long... shape) {
    return new UByteTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static UByteTensor wrap(byte[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the bits of the elements in
   * row-major order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is on the heap and does not show its array: {@link
   *     #copyOf(ByteBuffer, long...)} takes those too
   */
  public static UByteTensor wrap(ByteBuffer buffer, long... shape) {
    return (UByteTensor) NioBuffers.wrap(ElementType.U8, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static UByteTensor copyOf(ByteBuffer buffer, long... shape) {
    return (UByteTensor) NioBuffers.copy(ElementType.U8, buffer, shape);
  }

  /**
   * Copies the rows of a matrix, as the bits of its elements.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static UByteTensor copyOf(byte[][] rows) {
    return (UByteTensor) NestedArrays.copy(ElementType.U8, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static UByteTensor view(byte[] data, long offset, long[] shape, long[] strides) {
    return new UByteTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static UByteTensor wrap(MemorySegment segment, long... shape) {
    return new UByteTensor(segment, NativeMemory.rowMajor(ElementType.U8, segment, shape));
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
  public static UByteTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new UByteTensor(
        segment, NativeMemory.strided(ElementType.U8, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static UByteTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.U8, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static UByteTensor zeros(long... shape) {
    return of(new byte[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.U8;
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
   * One element, from 0 to 255.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public int get(long... index) {
    return Byte.toUnsignedInt(element(layout().at(index)));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param value from 0 to 255
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds, or the value out of range
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(int value, long... index) {
    long at = writable(index);
    byte stored = (byte) inRange(value, 255L);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_BYTE, at, stored);
    } else {
      data[(int) at] = stored;
    }
  }

  private byte element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_BYTE, at) : data[(int) at];
  }

  @Override
  UByteTensor over(Layout layout) {
    return isNative() ? new UByteTensor(memory(), layout) : new UByteTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Integer.toString(Byte.toUnsignedInt(element(at)));
  }
}
