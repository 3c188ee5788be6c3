// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import dev.tensorc.runtime.link.math.ShortFloats;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ShortBuffer;

/**
 * A tensor of f16 elements (IEEE 754 half precision), whose bits are in a {@code short[]} or in
 * native memory: {@link ShortFloats} converts them.
 */
public final class Float16Tensor extends StridedTensor<Float16Tensor> implements Tensor {
  private final short[] data;

  private Float16Tensor(short[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private Float16Tensor(MemorySegment segment, Layout layout) {
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
  public static Float16Tensor of(short[] data, long... shape) {
    return new Float16Tensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static Float16Tensor wrap(short[] data, long... shape) {
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
  public static Float16Tensor wrap(ShortBuffer buffer, long... shape) {
    return (Float16Tensor) NioBuffers.wrap(ElementType.F16, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static Float16Tensor copyOf(ShortBuffer buffer, long... shape) {
    return (Float16Tensor) NioBuffers.copy(ElementType.F16, buffer, shape);
  }

  /**
   * Copies the rows of a matrix, as the bits of its elements.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static Float16Tensor copyOf(short[][] rows) {
    return (Float16Tensor) NestedArrays.copy(ElementType.F16, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static Float16Tensor view(short[] data, long offset, long[] shape, long[] strides) {
    return new Float16Tensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static Float16Tensor wrap(MemorySegment segment, long... shape) {
    return new Float16Tensor(segment, NativeMemory.rowMajor(ElementType.F16, segment, shape));
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
  public static Float16Tensor view(
      MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new Float16Tensor(
        segment, NativeMemory.strided(ElementType.F16, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static Float16Tensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.F16, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static Float16Tensor zeros(long... shape) {
    return of(new short[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.F16;
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
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public float get(long... index) {
    return ShortFloats.fromF16(element(layout().at(index)));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param value rounded to the nearest f16
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(float value, long... index) {
    long at = writable(index);
    short stored = ShortFloats.toF16(value);
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
  Float16Tensor over(Layout layout) {
    return isNative() ? new Float16Tensor(memory(), layout) : new Float16Tensor(data, layout);
  }

  @Override
  long bits(long at) {
    float value = ShortFloats.fromF16(element(at));
    return Float.floatToIntBits(value);
  }

  @Override
  String literal(long at) {
    return ElementFormat.shortest(ShortFloats.fromF16(element(at)), ShortFloats::roundF16);
  }
}
