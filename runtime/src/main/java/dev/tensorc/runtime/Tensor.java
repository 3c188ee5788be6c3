package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * An n-dimensional array: a shape, a stride for each axis, and a position in its storage, which is
 * a Java array or native memory. A container, not an array library: compiled programs do the
 * computing.
 *
 * <p>The element at index {@code (i0, i1, ...)} is at {@code offset + i0 * stride(0) + i1 *
 * stride(1) + ...} in the storage. Strides count elements (not bytes) and may be zero or negative.
 * The geometry never changes, and every index that the shape allows was checked to lie inside the
 * storage when the tensor was made.
 *
 * <p>Native memory belongs to its arena: once that is closed, the tensor's elements cannot be read.
 *
 * <p>Two tensors are equal when element type, shape and the bits of every element are equal,
 * however they are laid out: {@code NaN} equals a {@code NaN} of the same bits, {@code 0.0} differs
 * from {@code -0.0}.
 */
public sealed interface Tensor
    permits FloatTensor,
        DoubleTensor,
        ByteTensor,
        ShortTensor,
        IntTensor,
        LongTensor,
        UByteTensor,
        UShortTensor,
        UIntTensor,
        ULongTensor,
        Float16Tensor,
        BFloat16Tensor,
        BooleanTensor {

  /** The type of the elements. */
  ElementType type();

  /** The number of axes; 0 for a scalar. */
  int rank();

  /**
   * The number of elements along an axis, from 0 to {@link Integer#MAX_VALUE}.
   *
   * @param axis from 0 to {@code rank() - 1}
   * @throws IndexOutOfBoundsException if there is no such axis
   */
  long size(int axis);

  /** All sizes, as a new array. */
  long[] shape();

  /**
   * The distance between neighbours along an axis, in elements; may be zero or negative.
   *
   * @param axis from 0 to {@code rank() - 1}
   * @throws IndexOutOfBoundsException if there is no such axis
   */
  long stride(int axis);

  /** The position of the element at index {@code (0, 0, ...)} in the storage, in elements. */
  long offset();

  /** The number of elements: the product of the sizes, 1 for a scalar. */
  long count();

  /** Whether the elements lie in row-major order without gaps, from {@link #offset()} on. */
  boolean isContiguous();

  /**
   * Whether two indices may lead to the same place in the storage, as a stride of 0 along an axis
   * of several elements does. Such a tensor is a valid input but not a valid output. Strides that
   * interleave without meeting (shape 3, 2 with strides 2, 3) are reported too.
   */
  boolean hasOverlap();

  /** Whether the elements lie in native memory, not in a Java array. */
  boolean isNative();

  /** The native memory, of which this tensor may be a part; empty where there is an array. */
  Optional<MemorySegment> segment();

  /**
   * The backing array itself, of which this tensor may be a part: {@code float[]} and so on.
   *
   * @throws TensorException if {@link #isNative()}
   */
  Object array();

  /**
   * The elements in row-major order, always in a new array.
   *
   * @throws ShapeException if there are more than 2^31-1 elements
   */
  Object toArray();
}
