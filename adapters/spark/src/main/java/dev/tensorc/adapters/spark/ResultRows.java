package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.jspecify.annotations.Nullable;

/** Rows of the results of a call as Spark's values. */
final class ResultRows {

  private final Rows[] results;

  private ResultRows(Rows[] results) {
    this.results = results;
  }

  /**
   * @param result new tensors with rows along their first axis, one or several; null for none
   */
  static ResultRows of(@Nullable Object result) {
    List<?> tensors = result == null ? List.of() : Calls.results(result);
    var rows = new Rows[tensors.size()]; // no stream: a batch may be a few microseconds' work
    for (int i = 0; i < rows.length; i++) {
      var tensor = (Tensor) tensors.get(i);
      rows[i] = new Rows(tensor.toArray(), tensor.shape());
    }
    return new ResultRows(rows);
  }

  /** One row, whose value is a whole result of a kernel that reduces. */
  static ResultRows ofWhole(Partial all, Function f) {
    var rows = new Rows[f.results().size()];
    for (int i = 0; i < rows.length; i++) {
      Accumulated result = all.results().get(i);
      long[] shape = LongStream.concat(LongStream.of(1), LongStream.of(result.shape())).toArray();
      rows[i] = new Rows(result.elements(f.results().get(i)), shape);
    }
    return new ResultRows(rows);
  }

  /** The value of a row: a box, or an array; a struct where there are several results. */
  Object row(int row) {
    return results.length == 1
        ? results[0].row(row)
        : new GenericInternalRow(Arrays.stream(results).map(r -> r.row(row)).toArray());
  }

  /** Rows of one result. */
  private record Rows(Object elements, long[] shape) {

    Object row(int row) {
      if (shape.length > 1) {
        int count = 1;
        for (int axis = 1; axis < shape.length; axis++) {
          count *= (int) shape[axis];
        }
        return array(1, row * count, count);
      }
      return switch (elements) { // much faster than java.lang.reflect.Array
        case float[] a -> (Object) a[row];
        case double[] a -> a[row];
        case byte[] a -> a[row];
        case short[] a -> a[row];
        case int[] a -> a[row];
        case long[] a -> a[row];
        case boolean[] a -> a[row];
        default -> throw new AssertionError(elements.getClass());
      };
    }

    private ArrayData array(int axis, int from, int count) {
      int length = (int) shape[axis];
      if (axis == shape.length - 1) {
        return leaf(from, length);
      }
      var parts = new Object[length];
      int inner = length == 0 ? 0 : count / length;
      for (int i = 0; i < length; i++) {
        parts[i] = array(axis + 1, from + i * inner, inner);
      }
      return new GenericArrayData(parts);
    }

    private ArrayData leaf(int from, int length) {
      Object part =
          java.lang.reflect.Array.newInstance(elements.getClass().getComponentType(), length);
      System.arraycopy(elements, from, part, 0, length);
      return switch (part) {
        case float[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case double[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case byte[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case short[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case int[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case long[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        case boolean[] a -> UnsafeArrayData.fromPrimitiveArray(a);
        default -> throw new AssertionError(part.getClass());
      };
    }
  }
}
