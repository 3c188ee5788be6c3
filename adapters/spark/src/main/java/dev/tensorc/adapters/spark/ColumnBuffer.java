package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.jspecify.annotations.Nullable;

/** The values of one column in the rows of a batch, in one array. */
final class ColumnBuffer {

  private final Parameter parameter;
  private final int place;

  /** The sizes of one row's value: found in the first row of a batch. */
  private long[] rowShape = {};

  private int rowCount = 1;
  private @Nullable Object elements;

  /**
   * @param place of the column
   */
  ColumnBuffer(Parameter parameter, int place) {
    this.parameter = parameter;
    this.place = place;
  }

  /** Whether a row has a null here, also inside an array. */
  boolean isNull(InternalRow row) {
    return row.isNullAt(place) || parameter.rank() > 1 && hasNull(row.getArray(place), 2);
  }

  private boolean hasNull(ArrayData array, int axis) {
    for (int i = 0; i < array.numElements(); i++) {
      if (array.isNullAt(i) || axis < parameter.rank() && hasNull(array.getArray(i), axis + 1)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes a row's value, which has no null.
   *
   * @param at the number of the row in its batch
   * @throws ShapeException if its arrays have other lengths than those of the batch's first row
   */
  void put(InternalRow row, int at) {
    if (at == 0) {
      measure(row);
    }
    Object into = room(at + 1);
    if (parameter.rank() > 1) {
      put(row.getArray(place), 0, into, at * rowCount, rowCount);
      return;
    }
    switch (into) {
      case float[] a -> a[at] = row.getFloat(place);
      case double[] a -> a[at] = row.getDouble(place);
      case byte[] a -> a[at] = row.getByte(place);
      case short[] a -> a[at] = row.getShort(place);
      case int[] a -> a[at] = row.getInt(place);
      case long[] a -> a[at] = row.getLong(place);
      case boolean[] a -> a[at] = row.getBoolean(place);
      default -> throw new AssertionError(parameter);
    }
  }

  /** The array, with room for so many rows. */
  private Object room(int rows) {
    long wanted = (long) rows * rowCount;
    if (wanted > Integer.MAX_VALUE) {
      throw new TensorException(
          "a batch of %d rows of `%s` has more than 2^31-1 elements: take smaller batches"
              .formatted(rows, parameter.name()));
    }
    int there = elements == null ? 0 : Array.getLength(elements);
    if (elements == null || there < wanted) {
      long doubled = Math.min(2L * there, Integer.MAX_VALUE);
      Object larger = parameter.dtype().newArray((int) Math.max(wanted, doubled));
      if (elements != null) {
        System.arraycopy(elements, 0, larger, 0, there);
      }
      elements = larger;
    }
    return elements;
  }

  private void measure(InternalRow row) {
    long[] shape = new long[Math.max(0, parameter.rank() - 1)];
    ArrayData array = shape.length == 0 ? null : row.getArray(place);
    for (int axis = 0; axis < shape.length && array != null; axis++) {
      shape[axis] = array.numElements();
      boolean inner = axis + 1 < shape.length && array.numElements() > 0;
      array = inner ? array.getArray(0) : null;
    }
    rowShape = shape;
    rowCount = Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
  }

  private void put(ArrayData array, int axis, Object into, int at, int count) {
    int length = (int) rowShape[axis];
    if (array.numElements() != length) {
      throw new ShapeException(
          "the arrays of `%s` differ in length: %d elements after %d; the rows of a batch have one shape"
              .formatted(parameter.name(), array.numElements(), length));
    }
    if (axis + 1 < rowShape.length) {
      int inner = length == 0 ? 0 : count / length;
      for (int i = 0; i < length; i++) {
        put(array.getArray(i), axis + 1, into, at + i * inner, inner);
      }
      return;
    }
    Object values =
        switch (parameter.dtype()) {
          case F32 -> array.toFloatArray();
          case F64 -> array.toDoubleArray();
          case I8 -> array.toByteArray();
          case I16 -> array.toShortArray();
          case I32 -> array.toIntArray();
          case I64 -> array.toLongArray();
          case BOOL -> array.toBooleanArray();
          case U8, U16, U32, U64, F16, BF16 -> throw new AssertionError(parameter);
        };
    System.arraycopy(values, 0, into, at, length);
  }

  /** Repeats the last row of a batch. */
  void repeat(int last) {
    Object into = room(last + 2);
    System.arraycopy(into, last * rowCount, into, (last + 1) * rowCount, rowCount);
  }

  /**
   * The rows of the batch so far; valid until the next batch.
   *
   * @param rows at least 1
   */
  Tensor tensor(int rows) {
    long[] shape = new long[rowShape.length + 1];
    shape[0] = rows;
    System.arraycopy(rowShape, 0, shape, 1, rowShape.length);
    long[] strides = new long[shape.length];
    long stride = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= shape[axis];
    }
    return Tensors.view(parameter.dtype(), room(rows), 0, shape, strides);
  }
}
