package dev.tensorc.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Arrays of arrays as tensors, and back; always copied, since each row is an array of its own. */
final class NestedArrays {
  private NestedArrays() {}

  /** A matrix of copied rows; no rows give shape {@code [0, 0]}. */
  static Tensor copy(ElementType type, Object[] rows) {
    int columns = rows.length == 0 ? 0 : length(rows, 0);
    for (int i = 1; i < rows.length; i++) {
      if (length(rows, i) != columns) {
        throw new ShapeException(
            "the rows differ in length: row 0 has %d elements, row %d has %d; a tensor needs rows of one length"
                .formatted(columns, i, length(rows, i)));
      }
    }
    long[] shape = {rows.length, columns};
    Object array = type.newArray(Layout.allocatable(shape));
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, array, i * columns, columns);
    }
    return Tensors.of(type, array, shape);
  }

  private static int length(Object[] rows, int i) {
    if (rows[i] == null) {
      throw new NullPointerException("row %d of %d is null".formatted(i, rows.length));
    }
    return Array.getLength(rows[i]);
  }

  /** The rows of a matrix: {@code float[][]} and so on. */
  static Object[] rows(StridedTensor<?> matrix) {
    if (matrix.rank() != 2) {
      throw new ShapeException(
          "shape %s has %d axes, and rows are of 2; take a part with select, or use toArray()"
              .formatted(Arrays.toString(matrix.shape()), matrix.rank()));
    }
    Class<?> row = matrix.type().newArray(0).getClass();
    Object[] rows = (Object[]) Array.newInstance(row, (int) matrix.size(0));
    Arrays.setAll(rows, i -> ((Tensor) matrix).select(0, i).toArray());
    return rows;
  }
}
