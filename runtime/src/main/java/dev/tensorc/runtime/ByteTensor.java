package dev.tensorc.runtime;

/** A tensor of i8 elements (signed 8-bit integers) in a {@code byte[]}. */
public final class ByteTensor extends StridedTensor implements Tensor {
  private final byte[] data;

  private ByteTensor(byte[] data, Layout layout) {
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
  public static ByteTensor of(byte[] data, long... shape) {
    return new ByteTensor(data, Layout.rowMajor(data.length, shape));
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

  /** The backing array itself, of which this tensor may be a part. */
  @Override
  public byte[] array() {
    return data;
  }

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if a broadcast view has more than 2^31-1 elements
   */
  @Override
  public byte[] toArray() {
    return copyInto(new byte[Layout.allocatable(shape())]);
  }

  /**
   * One element.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public byte get(long... index) {
    return data[layout().at(index)];
  }

  @Override
  long bits(int at) {
    return data[at];
  }

  @Override
  String literal(int at) {
    return Byte.toString(data[at]);
  }
}
