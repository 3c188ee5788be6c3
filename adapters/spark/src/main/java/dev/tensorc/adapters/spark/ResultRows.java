package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Tensor;
import java.lang.reflect.Array;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;

/** Rows of a result as Spark's values. */
final class ResultRows {

  private final Object elements;
  private final long[] shape;

  /**
   * @param result a new tensor, with rows along its first axis
   */
  ResultRows(Tensor result) {
    this.elements = result.toArray();
    this.shape = result.shape();
  }

  /** The value of a row: a box, or an array. */
  Object row(int row) {
    if (shape.length == 1) {
      return Array.get(elements, row);
    }
    int count = 1;
    for (int axis = 1; axis < shape.length; axis++) {
      count *= (int) shape[axis];
    }
    return array(1, row * count, count);
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
    Object part = Array.newInstance(elements.getClass().getComponentType(), length);
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
