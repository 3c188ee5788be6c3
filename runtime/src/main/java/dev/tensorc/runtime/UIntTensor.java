// Made from XTensor.java.template by ./bless: edit the template.
package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;

/** A tensor of u32 elements (unsigned 32-bit integers) in a {@code int[]} or in native memory. */
public final class UIntTensor extends StridedTensor<UIntTensor> implements Tensor {
  private final int[] data;

  private UIntTensor(int[] data, Layout layout) {
    super(layout);
    this.data = data;
  }

  private UIntTensor(MemorySegment segment, Layout layout) {
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
  public static UIntTensor of(int[] data, long... shape) {
    return new UIntTensor(data, Layout.rowMajor(data.length, shape));
  }

  /** As {@link #of}, under the name that it has for buffers and segments: nothing is copied. */
  public static UIntTensor wrap(int[] data, long... shape) {
    return of(data, shape);
  }

  /**
   * Wraps the remaining elements of a buffer, which are not copied: the bits of the elements in
   * row-major order.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   * @throws TensorException if the buffer is direct and not in the machine's byte order, or is on
   *     the heap and does not show its array: {@link #copyOf(IntBuffer, long...)} takes those too
   */
  public static UIntTensor wrap(IntBuffer buffer, long... shape) {
    return (UIntTensor) NioBuffers.wrap(ElementType.U32, buffer, shape);
  }

  /**
   * Copies the remaining elements of a buffer, whatever its byte order; its position stays.
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the remaining elements
   */
  public static UIntTensor copyOf(IntBuffer buffer, long... shape) {
    return (UIntTensor) NioBuffers.copy(ElementType.U32, buffer, shape);
  }

  /**
   * Copies the rows of a matrix, as the bits of its elements.
   *
   * @throws ShapeException if the rows differ in length
   */
  public static UIntTensor copyOf(int[][] rows) {
    return (UIntTensor) NestedArrays.copy(ElementType.U32, rows);
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static UIntTensor view(int[] data, long offset, long[] shape, long[] strides) {
    return new UIntTensor(data, Layout.strided(data.length, offset, shape, strides));
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
  public static UIntTensor wrap(MemorySegment segment, long... shape) {
    return new UIntTensor(segment, NativeMemory.rowMajor(ElementType.U32, segment, shape));
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
  public static UIntTensor view(MemorySegment segment, long offset, long[] shape, long[] strides) {
    return new UIntTensor(
        segment, NativeMemory.strided(ElementType.U32, segment, offset, shape, strides));
  }

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena. It may have more elements than an array.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static UIntTensor zeros(Arena arena, long... shape) {
    return wrap(NativeMemory.allocate(arena, ElementType.U32, shape), shape);
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static UIntTensor zeros(long... shape) {
    return of(new int[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.U32;
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
   * One element, from 0 to 4294967295.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public long get(long... index) {
    return Integer.toUnsignedLong(element(layout().at(index)));
  }

  /**
   * Writes one element, where all who share the storage see it.
   *
   * @param value from 0 to 4294967295
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if the index is out of bounds, or the value out of range
   * @throws TensorException if {@link #hasOverlap()}, or the memory is read-only
   */
  public void set(long value, long... index) {
    long at = writable(index);
    int stored = (int) inRange(value, 4294967295L);
    if (isNative()) {
      memory().setAtIndex(ValueLayout.JAVA_INT, at, stored);
    } else {
      data[(int) at] = stored;
    }
  }

  private int element(long at) {
    return isNative() ? memory().getAtIndex(ValueLayout.JAVA_INT, at) : data[(int) at];
  }

  @Override
  UIntTensor over(Layout layout) {
    return isNative() ? new UIntTensor(memory(), layout) : new UIntTensor(data, layout);
  }

  @Override
  long bits(long at) {
    return element(at);
  }

  @Override
  String literal(long at) {
    return Integer.toUnsignedString(element(at));
  }
}
