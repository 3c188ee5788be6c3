package dev.tensorc.runtime;

/** Makes tensors whose element type is known only at run time. */
public final class Tensors {
  private Tensors() {}

  /**
   * A new tensor of zeros ({@code false} for {@link ElementType#BOOL}).
   *
   * @param shape the sizes; none for a scalar
   * @throws ShapeException if a size is negative, or the elements are more than 2^31-1
   */
  public static Tensor zeros(ElementType type, long... shape) {
    return switch (type) {
      case F32 -> FloatTensor.zeros(shape);
      case F64 -> DoubleTensor.zeros(shape);
      case I32 -> IntTensor.zeros(shape);
      case I64 -> LongTensor.zeros(shape);
      case BOOL -> BooleanTensor.zeros(shape);
      case U8 -> ByteTensor.zeros(shape);
    };
  }
}
