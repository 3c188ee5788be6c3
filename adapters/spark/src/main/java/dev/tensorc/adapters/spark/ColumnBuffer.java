package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.bitset.BitSetMethods;
import org.jspecify.annotations.Nullable;

/** The values of one column in the rows of a batch, in one array. */
final class ColumnBuffer {

  private final Parameter parameter;
  private final int levels;
  private final int place;

  /** The sizes of one row's value: found in the first row of a batch. */
  private long[] rowShape = {};

  private int rowCount = 1;

  private @Nullable Object elements;
  private int capacity;

  /**
   * @param levels how many arrays are around an element of a row: none around a number
   * @param place of the column
   */
  private ColumnBuffer(Parameter parameter, int levels, int place) {
    this.parameter = parameter;
    this.levels = levels;
    this.place = place;
  }

  /** The buffer of a parameter whose first axis is rows. */
  static ColumnBuffer ofRows(Parameter parameter, int place) {
    return new ColumnBuffer(parameter, parameter.rank() - 1, place);
  }

  /** The buffer of a parameter that is given whole in each row. */
  static ColumnBuffer ofWholes(Parameter parameter, int place) {
    return new ColumnBuffer(parameter, parameter.rank(), place);
  }

  /** Whether a row has a null here, also inside an array. */
  boolean isNull(InternalRow row) {
    return row.isNullAt(place) || levels > 0 && hasNull(row.getArray(place), 1);
  }

  private boolean hasNull(ArrayData array, int level) {
    int count = array.numElements();
    if (array instanceof UnsafeArrayData a) {
      // its bits of nulls follow the number of elements
      int words = UnsafeArrayData.calculateHeaderPortionInBytes(count) / Long.BYTES - 1;
      if (BitSetMethods.anySet(a.getBaseObject(), a.getBaseOffset() + Long.BYTES, words)) {
        return true;
      }
    } else {
      for (int i = 0; i < count; i++) {
        if (array.isNullAt(i)) {
          return true;
        }
      }
    }
    for (int i = 0; level < levels && i < count; i++) {
      if (hasNull(array.getArray(i), level + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a row's arrays have the lengths of those of the batch's first row; nulls fit. */
  boolean fits(InternalRow row) {
    return row.isNullAt(place) || levels == 0 || fits(row.getArray(place), 0);
  }

  private boolean fits(ArrayData array, int axis) {
    boolean same = array.numElements() == rowShape[axis];
    boolean inner = same && axis + 1 < levels && array.numElements() > 0 && !array.isNullAt(0);
    return same && (!inner || fits(array.getArray(0), axis + 1));
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
    if (levels > 0) {
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
    Object there = elements;
    if (there != null && wanted <= capacity) {
      return there;
    }
    int larger = (int) Math.max(wanted, Math.min(2L * capacity, Integer.MAX_VALUE));
    Object array = parameter.dtype().newArray(larger);
    if (there != null) {
      System.arraycopy(there, 0, array, 0, capacity);
    }
    elements = array;
    capacity = larger;
    return array;
  }

  private void measure(InternalRow row) {
    long[] shape = new long[levels];
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
    copy(array, length, into, at);
  }

  private void copy(ArrayData array, int length, Object into, int at) {
    if (array instanceof UnsafeArrayData a) {
      long elements = a.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(length);
      int width = parameter.dtype().byteWidth();
      long target = Platform.BYTE_ARRAY_OFFSET + (long) at * width;
      Platform.copyMemory(a.getBaseObject(), elements, into, target, (long) length * width);
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

  /** The sizes of one row's value, as in the first row of the batch. */
  long[] rowShape() {
    return rowShape.clone();
  }

  /** Repeats the last row of a batch. */
  void repeat(int last) {
    Object into = room(last + 2);
    System.arraycopy(into, last * rowCount, into, (last + 1) * rowCount, rowCount);
  }

  /** The value of a row that {@link #put} took whole: a tensor, or a box for a scalar. */
  Object whole() {
    return levels == 0 ? Array.get(room(1), 0) : tensor(1).select(0, 0);
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
