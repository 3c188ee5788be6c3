package dev.tensorc.adapters.ojalgo;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import java.util.Arrays;
import org.ojalgo.matrix.store.R032Store;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.structure.Access2D;

/**
 * Matrices of ojAlgo as tensors of two axes, and back. ojAlgo's stores hold their elements column
 * by column in one array: a tensor over one has strides {@code (1, rows)}. {@code wrap} shares the
 * array, {@code copyOf} does not.
 */
public final class OjAlgoMatrices {
  private OjAlgoMatrices() {}

  /** A tensor over the array of a store: each sees elements written to the other. */
  public static DoubleTensor wrap(R064Store store) {
    return DoubleTensor.view(
        store.data,
        0,
        new long[] {store.countRows(), store.countColumns()},
        new long[] {1, store.countRows()});
  }

  /** As {@link #wrap(R064Store)}. */
  public static FloatTensor wrap(R032Store store) {
    return FloatTensor.view(
        store.data,
        0,
        new long[] {store.countRows(), store.countColumns()},
        new long[] {1, store.countRows()});
  }

  /**
   * A row-major tensor with the elements of anything of two dimensions, as doubles.
   *
   * @throws ShapeException if there are more than 2^31-1
   */
  public static DoubleTensor copyOf(Access2D<?> matrix) {
    DoubleTensor tensor = DoubleTensor.zeros(matrix.countRows(), matrix.countColumns());
    double[] elements = tensor.array();
    int at = 0;
    for (long i = 0; i < matrix.countRows(); i++) {
      for (long j = 0; j < matrix.countColumns(); j++) {
        elements[at++] = matrix.doubleValue(i, j);
      }
    }
    return tensor;
  }

  /**
   * A store over the array of a tensor: each sees elements written to the other.
   *
   * @throws ShapeException if the tensor has not two axes
   * @throws TensorException if its elements are not a whole array in column-major order, as those
   *     of {@code permute(1, 0)} of a row-major tensor are: {@link #copyOf(DoubleTensor)} takes
   *     others too
   */
  public static R064Store wrap(DoubleTensor tensor) {
    requireMatrix(tensor);
    requireColumns(tensor);
    requireWhole(tensor, tensor.array().length);
    return store(tensor, tensor.array());
  }

  /**
   * As {@link #wrap(DoubleTensor)}.
   *
   * @throws ShapeException if the tensor has not two axes
   * @throws TensorException if its elements are not a whole array in column-major order: {@link
   *     #copyOf(FloatTensor)} takes others too
   */
  public static R032Store wrap(FloatTensor tensor) {
    requireMatrix(tensor);
    requireColumns(tensor);
    requireWhole(tensor, tensor.array().length);
    return store(tensor, tensor.array());
  }

  /**
   * A store with the elements of a tensor, wherever they are.
   *
   * @throws ShapeException if the tensor has not two axes
   */
  public static R064Store copyOf(DoubleTensor tensor) {
    requireMatrix(tensor);
    return store(tensor, tensor.permute(1, 0).toArray());
  }

  /**
   * A store with the elements of a tensor, wherever they are.
   *
   * @throws ShapeException if the tensor has not two axes
   */
  public static R032Store copyOf(FloatTensor tensor) {
    requireMatrix(tensor);
    return store(tensor, tensor.permute(1, 0).toArray());
  }

  private static R064Store store(Tensor shape, double[] columns) {
    return shape.count() == 0
        ? R064Store.FACTORY.make(shape.size(0), shape.size(1))
        : R064Store.wrap(columns, (int) shape.size(0));
  }

  private static R032Store store(Tensor shape, float[] columns) {
    return shape.count() == 0
        ? R032Store.FACTORY.make(shape.size(0), shape.size(1))
        : R032Store.wrap(columns, (int) shape.size(0));
  }

  private static void requireMatrix(Tensor tensor) {
    if (tensor.rank() != 2) {
      throw new ShapeException(
          "a store of ojAlgo has 2 axes, but the tensor has shape %s; for a column of it use"
                  .formatted(Arrays.toString(tensor.shape()))
              + " broadcastTo(1, n).permute(1, 0)");
    }
  }

  private static void requireColumns(Tensor tensor) {
    if (tensor.isNative()) {
      throw cannotShare("lie in native memory");
    }
    if (!tensor.permute(1, 0).isContiguous()) {
      throw cannotShare("do not lie column by column");
    }
  }

  private static void requireWhole(Tensor tensor, int length) {
    if (tensor.count() != length) {
      throw cannotShare("are a part of their array");
    }
  }

  private static TensorException cannotShare(String why) {
    return new TensorException(
        "ojAlgo cannot share the tensor's elements, which %s: copyOf(tensor) copies them"
            .formatted(why));
  }
}
