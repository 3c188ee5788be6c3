package dev.tensorc.adapters.ejml;

import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import java.util.Arrays;
import org.ejml.data.DMatrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.data.FMatrix;
import org.ejml.data.FMatrixRMaj;

/**
 * Matrices of EJML (Efficient Java Matrix Library) as tensors of two axes, and back. EJML's dense
 * matrices hold their elements row by row in one array, as tensors mostly do: {@code wrap} shares
 * that array, {@code copyOf} does not.
 */
public final class EjmlMatrices {
  private EjmlMatrices() {}

  /**
   * A tensor over the array of a matrix: each sees elements written to the other, until the matrix
   * is given a larger array ({@code reshape}).
   */
  public static DoubleTensor wrap(DMatrixRMaj matrix) {
    return DoubleTensor.view(
        matrix.data,
        0,
        new long[] {matrix.numRows, matrix.numCols},
        new long[] {matrix.numCols, 1});
  }

  /** As {@link #wrap(DMatrixRMaj)}. */
  public static FloatTensor wrap(FMatrixRMaj matrix) {
    return FloatTensor.view(
        matrix.data,
        0,
        new long[] {matrix.numRows, matrix.numCols},
        new long[] {matrix.numCols, 1});
  }

  /** A tensor with the elements of any matrix of doubles, sparse ones and views included. */
  public static DoubleTensor copyOf(DMatrix matrix) {
    DoubleTensor tensor = DoubleTensor.zeros(matrix.getNumRows(), matrix.getNumCols());
    double[] elements = tensor.array();
    for (int i = 0, at = 0; i < matrix.getNumRows(); i++) {
      for (int j = 0; j < matrix.getNumCols(); j++) {
        elements[at++] = matrix.get(i, j);
      }
    }
    return tensor;
  }

  /** A tensor with the elements of any matrix of floats, sparse ones and views included. */
  public static FloatTensor copyOf(FMatrix matrix) {
    FloatTensor tensor = FloatTensor.zeros(matrix.getNumRows(), matrix.getNumCols());
    float[] elements = tensor.array();
    for (int i = 0, at = 0; i < matrix.getNumRows(); i++) {
      for (int j = 0; j < matrix.getNumCols(); j++) {
        elements[at++] = matrix.get(i, j);
      }
    }
    return tensor;
  }

  /**
   * A matrix over the array of a tensor: each sees elements written to the other.
   *
   * @throws ShapeException if the tensor has not two axes
   * @throws TensorException if its elements are not at the start of an array and in row-major
   *     order: {@link #copyOf(DoubleTensor)} takes those too
   */
  public static DMatrixRMaj wrap(DoubleTensor tensor) {
    requireMatrix(tensor);
    requireRows(tensor);
    return DMatrixRMaj.wrap((int) tensor.size(0), (int) tensor.size(1), tensor.array());
  }

  /**
   * As {@link #wrap(DoubleTensor)}.
   *
   * @throws ShapeException if the tensor has not two axes
   * @throws TensorException if its elements are not at the start of an array and in row-major
   *     order: {@link #copyOf(FloatTensor)} takes those too
   */
  public static FMatrixRMaj wrap(FloatTensor tensor) {
    requireMatrix(tensor);
    requireRows(tensor);
    return FMatrixRMaj.wrap((int) tensor.size(0), (int) tensor.size(1), tensor.array());
  }

  /**
   * A matrix with the elements of a tensor, wherever they are.
   *
   * @throws ShapeException if the tensor has not two axes
   */
  public static DMatrixRMaj copyOf(DoubleTensor tensor) {
    requireMatrix(tensor);
    return DMatrixRMaj.wrap((int) tensor.size(0), (int) tensor.size(1), tensor.toArray());
  }

  /**
   * A matrix with the elements of a tensor, wherever they are.
   *
   * @throws ShapeException if the tensor has not two axes
   */
  public static FMatrixRMaj copyOf(FloatTensor tensor) {
    requireMatrix(tensor);
    return FMatrixRMaj.wrap((int) tensor.size(0), (int) tensor.size(1), tensor.toArray());
  }

  private static void requireMatrix(Tensor tensor) {
    if (tensor.rank() != 2) {
      throw new ShapeException(
          "a matrix of EJML has 2 axes, but the tensor has shape %s; for a column of it use"
                  .formatted(Arrays.toString(tensor.shape()))
              + " broadcastTo(1, n).permute(1, 0)");
    }
  }

  private static void requireRows(Tensor tensor) {
    if (tensor.isNative() || tensor.offset() != 0 || !tensor.isContiguous()) {
      throw new TensorException(
          "EJML cannot share the tensor's elements, which %s: copyOf(tensor) copies them"
              .formatted(
                  tensor.isNative()
                      ? "lie in native memory"
                      : "do not lie row by row from the start of their array on"));
    }
  }
}
