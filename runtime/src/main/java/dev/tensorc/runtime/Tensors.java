package dev.tensorc.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

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
   * A strided view of native memory, which is not copied.
   *
   * @param offset the position of the first element, counted in elements
   * @param shape the size of each axis
   * @param strides the distance of neighbours along each axis, in elements; may be 0 or negative
   * @throws ShapeException if the view reaches outside the segment
   * @throws TensorException if the segment cannot be a tensor's storage
   */
  public static Tensor view(
      ElementType type, MemorySegment segment, long offset, long[] shape, long[] strides) {
    return switch (type) {
      case F32 -> FloatTensor.view(segment, offset, shape, strides);
      case F64 -> DoubleTensor.view(segment, offset, shape, strides);
      case I32 -> IntTensor.view(segment, offset, shape, strides);
      case I64 -> LongTensor.view(segment, offset, shape, strides);
      case BOOL -> BooleanTensor.view(segment, offset, shape, strides);
      case U8 -> UByteTensor.view(segment, offset, shape, strides);
      case I8 -> ByteTensor.view(segment, offset, shape, strides);
      case I16 -> ShortTensor.view(segment, offset, shape, strides);
      case U16 -> UShortTensor.view(segment, offset, shape, strides);
      case U32 -> UIntTensor.view(segment, offset, shape, strides);
      case U64 -> ULongTensor.view(segment, offset, shape, strides);
      case F16 -> Float16Tensor.view(segment, offset, shape, strides);
      case BF16 -> BFloat16Tensor.view(segment, offset, shape, strides);
    };
  }

  /**
   * Another view of a tensor's storage.
   *
   * @param offset the position of the first element in the storage
   * @throws ShapeException if the view reaches outside the storage
   */
  public static Tensor view(Tensor tensor, long offset, long[] shape, long[] strides) {
    return tensor.isNative()
        ? view(tensor.type(), Access.memory(tensor), offset, shape, strides)
        : view(tensor.type(), tensor.array(), offset, shape, strides);
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
   * Wraps native memory, which is not copied: the elements in row-major order, in the machine's
   * byte order.
   *
   * @throws ShapeException if the sizes do not multiply to the segment's
   * @throws TensorException if the segment cannot be a tensor's storage
   */
  public static Tensor wrap(ElementType type, MemorySegment segment, long... shape) {
    return switch (type) {
      case F32 -> FloatTensor.wrap(segment, shape);
      case F64 -> DoubleTensor.wrap(segment, shape);
      case I32 -> IntTensor.wrap(segment, shape);
      case I64 -> LongTensor.wrap(segment, shape);
      case BOOL -> BooleanTensor.wrap(segment, shape);
      case U8 -> UByteTensor.wrap(segment, shape);
      case I8 -> ByteTensor.wrap(segment, shape);
      case I16 -> ShortTensor.wrap(segment, shape);
      case U16 -> UShortTensor.wrap(segment, shape);
      case U32 -> UIntTensor.wrap(segment, shape);
      case U64 -> ULongTensor.wrap(segment, shape);
      case F16 -> Float16Tensor.wrap(segment, shape);
      case BF16 -> BFloat16Tensor.wrap(segment, shape);
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

  /**
   * A new tensor of zeros in native memory, which begins at a multiple of 64 bytes and lives as
   * long as the arena.
   *
   * @throws ShapeException if a size is not between 0 and 2^31-1, or the product is too large
   */
  public static Tensor zeros(ElementType type, Arena arena, long... shape) {
    return wrap(type, NativeMemory.allocate(arena, type, shape), shape);
  }

  /**
   * Copies every element, whatever the strides and storage of the two.
   *
   * @throws ShapeException if they differ in type or shape, or the target cannot be written
   */
  public static void copy(Tensor from, Tensor to) {
    if (from.type() != to.type() || !Arrays.equals(from.shape(), to.shape())) {
      throw new ShapeException(
          "%s%s cannot be copied to %s%s"
              .formatted(
                  from.type().label(),
                  Arrays.toString(from.shape()),
                  to.type().label(),
                  Arrays.toString(to.shape())));
    }
    StridedTensor<?> source = (StridedTensor<?>) from;
    StridedTensor<?> target = (StridedTensor<?>) to;
    String obstacle = target.writingObstacle();
    if (!obstacle.isEmpty()) {
      throw ShapeException.output("", obstacle);
    }
    StridedCopy.copy(
        from.type(), source.layout(), source.storage(), target.layout(), target.storage());
  }

  /** A tensor as its {@code toString} prints it, but with all elements however many there are. */
  public static String wholeText(Tensor tensor) {
    return TensorText.of((StridedTensor<?>) tensor, true);
  }

  /** The type of a tensor as the language writes it, such as {@code f32[2, 3]}. */
  public static String typeText(Tensor tensor) {
    return TensorText.type((StridedTensor<?>) tensor);
  }
}
