// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.FloatBuffer;

/**
 * A tensor of f32 elements (IEEE 754 single precision) in a {@code float[]} or in native memory.
 */
public final class FloatTensor extends StridedTensor<FloatTensor> implements Tensor {
  private final float[] data;

  private FloatTensor(float[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private FloatTensor(MemorySegment segment, Layout layout) {
    super(segment, layout);
    this.data = new float[0];
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static FloatTensor of(float[] data, long... shape) {
    return new FloatTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static FloatTensor wrap(float[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the elements in row-major
   * order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(FloatBuffer, long...)} takes those too
   */
  public static FloatTensor wrap(FloatBuffer buffer, long... shape) {
    return (FloatTensor) NioBuffers.wrap(ElementType.F32, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static FloatTensor copyOf(FloatBuffer buffer, long... shape) {
    return (FloatTensor) NioBuffers.copy(ElementType.F32, buffer, shape);
  }

  /**
   * Copies the rows of a matrix.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static FloatTensor copyOf(float[][] rows) {
    return (FloatTensor) NestedArrays.copy(ElementType.F32, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static FloatTensor view(float[] data, long offset, long[] shape, long[] strides) {
    return new FloatTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static FloatTensor wrap(MemorySegment segment, long... shape) {
    return new FloatTensor(segment, NativeMemory.rowMajor(ElementType.F32, segment, shape));
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
  public static FloatTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new FloatTensor(
        segment, NativeMemory.strided(ElementType.F32, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static FloatTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.F32, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static FloatTensor zeros(long... shape) {
    return of(new float[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.F32;
  }

  @Override
  public float[] array() {
    requireArray();
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  @Override
  public float[] toArray() {
    return copyInto(new float[Layout.allocatable(shape())]);
  }

  /**
   * The rows of a matrix, always in new arrays.
   *
   * @throws ShapeException if there are not two axes
   */
  public float[][] toRows() {
    return (float[][]) NestedArrays.rows(this);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public float get(long... index) {
    return element(layout().at(index));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(float value, long... index) {
    long at = writable(index);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_FLOAT, at, value);
    } else {
      data[(int) at] = value;
    }
  }

  private float element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_FLOAT, at) : data[(int) at];
  }

  @Override
  FloatTensor over(Layout layout) {
    return isNative() ? new FloatTensor(memory(), layout) : new FloatTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return Float.floatToIntBits(element(at));
  }

  @Override
  String literal(long at) {
    return Float.toString(element(at));
  }
}
