package dev.tensorc.runtime;

/** Makes tensors whose element type is known only at run time. */
public final class Tensors {
  private Tensors() {}

  /**
   * A strided view of an array, which is not copied.
   *
   * @param data an array as {@link ElementType#newArray} makes it
   * @param offset the position of the first element
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the array
   */
  public static Tensor view(
      ElementType type, Object data, long offset, long[] shape, long[] strides) {
    return switch (type) {
      case F32 -> FloatTensor.view((float[]) data, offset, shape, strides);
      case F64 -> DoubleTensor.view((double[]) data, offset, shape, strides);
      case I32 -> IntTensor.view((int[]) data, offset, shape, strides);
      case I64 -> LongTensor.view((long[]) data, offset, shape, strides);
      case BOOL -> BooleanTensor.view((boolean[]) data, offset, shape, strides);
      case U8 -> UByteTensor.view((byte[]) data, offset, shape, strides);
      case I8 -> ByteTensor.view((byte[]) data, offset, shape, strides);
      case I16 -> ShortTensor.view((short[]) data, offset, shape, strides);
      case U16 -> UShortTensor.view((short[]) data, offset, shape, strides);
      case U32 -> UIntTensor.view((int[]) data, offset, shape, strides);
      case U64 -> ULongTensor.view((long[]) data, offset, shape, strides);
      case F16 -> Float16Tensor.view((short[]) data, offset, shape, strides);
      case BF16 -> BFloat16Tensor.view((short[]) data, offset, shape, strides);
    };
  }

  /**
   * Wraps an array, which is not copied: later changes to it show in the tensor.
   *
   * @param data the elements in row-major order, an array as {@link ElementType#newArray} makes it
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if the sizes do not multiply to the array's length
   */
  public static Tensor of(ElementType type, Object data, long... shape) {
    return switch (type) {
      case F32 -> FloatTensor.of((float[]) data, shape);
      case F64 -> DoubleTensor.of((double[]) data, shape);
      case I32 -> IntTensor.of((int[]) data, shape);
      case I64 -> LongTensor.of((long[]) data, shape);
      case BOOL -> BooleanTensor.of((boolean[]) data, shape);
      case U8 -> UByteTensor.of((byte[]) data, shape);
      case I8 -> ByteTensor.of((byte[]) data, shape);
      case I16 -> ShortTensor.of((short[]) data, shape);
      case U16 -> UShortTensor.of((short[]) data, shape);
      case U32 -> UIntTensor.of((int[]) data, shape);
      case U64 -> ULongTensor.of((long[]) data, shape);
      case F16 -> Float16Tensor.of((short[]) data, shape);
      case BF16 -> BFloat16Tensor.of((short[]) data, shape);
    };
  }

  /**
   * A new tensor of zeros ({@code false} for {@link ElementType#BOOL}).
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static Tensor zeros(ElementType type, long... shape) {
    return of(type, type.newArray(Layout.allocatable(shape)), shape);
  }
}
