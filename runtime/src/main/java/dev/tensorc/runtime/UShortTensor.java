package dev.tensorc.runtime;

/** A tensor of u16 elements (unsigned 16-bit integers) in a {@code short[]}. */
public final class UShortTensor extends StridedTensor implements Tensor {
  private final short[] data;

  private UShortTensor(short[] data, Layout layout) {
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
  public static UShortTensor of(short[] data, long... shape) {
    return new UShortTensor(data, Layout.rowMajor(data.length, shape));
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

  /** The UTF-16 units of a text, which is what a parameter of type {@code str} takes. */
  public static UShortTensor ofText(String text) {
    var units = new short[text.length()];
    for (int i = 0; i < units.length; i++) {
      units[i] = (short) text.charAt(i);
    }
    return of(units, units.length);
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
   * One element, from 0 to 65535.
   *
   * @param index one index for each axis, counted from 0
   * @throws ShapeException if there are too many or too few indices, or one is out of bounds
   */
  public int get(long... index) {
    return Short.toUnsignedInt(data[layout().at(index)]);
  }

  @Override
  long bits(int at) {
    return data[at];
  }

  @Override
  String literal(int at) {
    return Integer.toString(Short.toUnsignedInt(data[at]));
  }
}
