// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ShortBuffer;

/** A tensor of u16 elements (unsigned 16-bit integers) in a {@code short[]} or in native memory. */
public final class UShortTensor extends StridedTensor<UShortTensor> implements Tensor {
  private final short[] data;

  private UShortTensor(short[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private UShortTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new short[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static UShortTensor of(short[] data, long... shape) {
    return new UShortTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static UShortTensor wrap(short[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the bits of the elements in
   * row-major order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(ShortBuffer, long...)} takes those too
   */
  public static UShortTensor wrap(ShortBuffer buffer, long... shape) {
    return (UShortTensor) NioBuffers.wrap(ElementType.U16, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static UShortTensor copyOf(ShortBuffer buffer, long... shape) {
    return (UShortTensor) NioBuffers.copy(ElementType.U16, buffer, shape);
  }

  /**
   * Copies the rows of a matrix, as the bits of its elements.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static UShortTensor copyOf(short[][] rows) {
    return (UShortTensor) NestedArrays.copy(ElementType.U16, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static UShortTensor view(short[] data, long offset, long[] shape, long[] strides) {
    return new UShortTensor(data, Layout.strided(data.length, offset, shape, strides));
  }

  /** The UTF-16 units of a text, for a parameter of type {@code str}. */
  public static UShortTensor ofText(String text) {
    var units = new short[text.length()];
    for (int i = 0; i < units.length; i++) {
      units[i] = (short) text.charAt(i);
    }
    return of(units, units.length);
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
  public static UShortTensor wrap(MemorySegment segment, long... shape) {
    return new UShortTensor(segment, NativeMemory.rowMajor(ElementType.U16, segment, shape));
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
  public static UShortTensor view(
      MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new UShortTensor(
        segment, NativeMemory.strided(ElementType.U16, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static UShortTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.U16, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static UShortTensor zeros(long... shape) {
    return of(new short[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.U16;
  }

  @Override
  public short[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public short[] toArray() {
    return copyInto(new short[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public short[][] toRows() {
    return (short[][]) NestedArrays.rows(this);
  }

  /**
   * One element, from 0 to 65535.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public int get(long... index) {
    return Short.toUnsignedInt(element(layout().at(index)));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param value from 0 to 65535
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds, or the value out of range
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(int value, long... index) {
    long at = writable(index);
    short stored = (short) inRange(value, 65535L);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_SHORT, at, stored);
    } else {
      data[(int) at] = stored;
    }
  }

  private short element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_SHORT, at) : data[(int) at];
  }

  @Override
  UShortTensor over(Layout layout) {
    return isNative() ? new UShortTensor(memory(), layout) : new UShortTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Integer.toString(Short.toUnsignedInt(element(at)));
  }
}
