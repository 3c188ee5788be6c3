package dev.tensorc.runtime;

/** A tensor of u64 elements (unsigned 64-bit integers) in a {@code long[]}. */
public final class ULongTensor extends StridedTensor implements Tensor {
  private final long[] data;

  private ULongTensor(long[] data, Layout layout) {
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
  public static ULongTensor of(long[] data, long... shape) {
    return new ULongTensor(data, Layout.rowMajor(data.length, shape));
  }

  /**
   * A strided view of an array, which is not copied.
   *
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static ULongTensor view(long[] data, long offset, long[] shape, long[] strides) {
    return new ULongTensor(data, Layout.strided(data.length, offset, shape, strides));
  }

  /**
   * A new tensor of zeros.
   *
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static ULongTensor zeros(long... shape) {
    return of(new long[Layout.allocatable(shape)], shape);
  }

  @Override
  public ElementType type() {
    return ElementType.U64;
  }

  /** The backing array itself, of which this tensor may be a part. */
  @Override
  public long[] array() {
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if a broadcast view has more than 2^31-1 elements
   */
  @Override
  public long[] toArray() {
    return copyInto(new long[Layout.allocatable(shape())]);
  }

  /**
   * The bits of one element, which {@link Long#toUnsignedString(long)} prints.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public long get(long... index) {
    return data[layout().at(index)];
  }

  @Override
  long bits(int at) {
    return data[at];
  }

  @Override
  String literal(int at) {
    return Long.toUnsignedString(data[at]);
  }
}
