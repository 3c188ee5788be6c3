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
 * <p>Two tensors are equal when element type, shape and all elements are equal, however they are
 * laid out. Elements are compared as {@link Double#equals} does: {@code NaN} equals {@code NaN},
 * whatever its bits, and {@code 0.0} differs from {@code -0.0}. Equal tensors have equal hash codes
 * as long as nobody writes to their storage.
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

  /**
   * A view of some of an axis: the elements from {@code from} to before {@code to}.
   *
   * @param axis from 0 to {@code rank() - 1}
   * @throws ShapeException unless {@code 0 <= from <= to <= size(axis)}
   */
  Tensor slice(int axis, long from, long to);

  /**
   * A view of every {@code step}-th element of an axis, from {@code from} to before {@code to}. A
   * negative step goes backwards: {@code slice(axis, size(axis) - 1, -1, -1)} reverses the axis.
   *
   * @param axis from 0 to {@code rank() - 1}
   * @param to with a positive step from {@code from} to {@code size(axis)}, with a negative one
   *     from -1 to {@code from}
   * @throws ShapeException if there is no such axis, a bound lies outside it, or the step is 0
   */
  Tensor slice(int axis, long from, long to, long step);

  /**
   * A view of the elements with one index along an axis; it has one axis less.
   *
   * @param axis from 0 to {@code rank() - 1}
   * @throws ShapeException if there is no such axis, or the index lies outside it
   */
  Tensor select(int axis, long index);

  /**
   * A view with the axes in another order: {@code permute(1, 0)} is the transpose of a matrix.
   *
   * @param axes for each axis of the view the axis that it is here; each one once
   * @throws ShapeException if an axis is missing, unknown or repeated
   */
  Tensor permute(int... axes);

  /**
   * A view that repeats elements, as NumPy's {@code broadcast_to}: shapes are aligned at the right,
   * an axis of size 1 stretches, and missing axes are added in front. Where it repeats, a stride is
   * 0: it can be read, and is refused where something is to be written.
   *
   * @throws ShapeException if an axis has neither the size asked for nor 1
   */
  Tensor broadcastTo(long... shape);

  /** Whether the elements lie in native memory, not in a Java array. */
  boolean isNative();

  /** The native memory; this tensor may be a part of it. Empty where there is an array. */
  Optional<MemorySegment> segment();

  /**
   * The backing array itself, {@code float[]} and so on; this tensor may be a part of it.
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
