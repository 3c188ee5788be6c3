package dev.tensorc.runtime;

/**
 * A tensor of f16 elements (IEEE 754 half precision), whose bits are in a {@code short[]}: {@link
 * ShortFloats} converts them.
 */
public final class Float16Tensor extends StridedTensor implements Tensor {
  private final short[] data;

  private Float16Tensor(short[] data, Layout layout) {
    super(layout);
    this.data = data;
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

  /** The backing array itself, of which this tensor may be a part. */
  @Override
  public short[] array() {
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if a broadcast view has more than 2^31-1 elements
   */
  @Override
  public short[] toArray() {
    return copyInto(new short[Layout.allocatable(shape())]);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public float get(long... index) {
    return ShortFloats.fromF16(data[layout().at(index)]);
  }

  @Override
  long bits(int at) {
    float value = ShortFloats.fromF16(data[at]);
    return Float.floatToIntBits(value);
  }

  @Override
  String literal(int at) {
    return ElementFormat.shortest(ShortFloats.fromF16(data[at]), ShortFloats::roundF16);
  }
}
