package dev.tensorc.adapters.arrow;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Vectors with values that tests give them through Arrow's own methods. */
final class Batches {
  private Batches() {}

  static Float8Vector doubles(BufferAllocator allocator, Double... values) {
    var vector = new Float8Vector("x", allocator);
    fill(vector, (Object[]) values);
    return vector;
  }

  static Float4Vector floats(BufferAllocator allocator, Float... values) {
    var vector = new Float4Vector("x", allocator);
    fill(vector, (Object[]) values);
    return vector;
  }

  static IntVector ints(BufferAllocator allocator, Integer... values) {
    var vector = new IntVector("x", allocator);
    fill(vector, (Object[]) values);
    return vector;
  }

  /** A vector of lists, each type in turn holding the next. */
  static FieldVector nested(BufferAllocator allocator, ArrowType... types) {
    return nested(allocator, "x", types);
  }

  static FieldVector nested(BufferAllocator allocator, String name, ArrowType... types) {
    Field field = null;
    for (int i = types.length - 1; i >= 0; i--) {
      field =
          new Field(
              i == 0 ? name : "item",
              FieldType.nullable(types[i]),
              field == null ? List.of() : List.of(field));
    }
    return field.createVector(allocator);
  }

  static ArrowType fixed(int size) {
    return new ArrowType.FixedSizeList(size);
  }

  /** Writes rows, which are numbers, lists of rows, or null. */
  static void fill(FieldVector vector, Object... rows) {
    vector.allocateNew();
    for (int i = 0; i < rows.length; i++) {
      append(vector, i, rows[i]);
    }
    vector.setValueCount(rows.length);
  }

  private static void append(FieldVector vector, int at, Object row) {
    switch (vector) {
      case Float8Vector v when row == null -> v.setNull(at);
      case Float8Vector v -> v.setSafe(at, (Double) row);
      case Float4Vector v when row == null -> v.setNull(at);
      case Float4Vector v -> v.setSafe(at, (Float) row);
      case IntVector v when row == null -> v.setNull(at);
      case IntVector v -> v.setSafe(at, (Integer) row);
      case FixedSizeListVector v when row == null -> v.setNull(at);
      case FixedSizeListVector v -> elements(v.getDataVector(), v.startNewValue(at), (List<?>) row);
      case LargeListVector v when row == null -> v.setNull(at);
      case LargeListVector v -> {
        elements(v.getDataVector(), (int) v.startNewValue(at), (List<?>) row);
        v.endValue(at, ((List<?>) row).size());
      }
      case ListVector v when row == null -> v.setNull(at);
      case ListVector v -> {
        elements(v.getDataVector(), v.startNewValue(at), (List<?>) row);
        v.endValue(at, ((List<?>) row).size());
      }
      default -> throw new AssertionError(vector);
    }
  }

  private static void elements(FieldVector vector, int start, List<?> values) {
    for (int i = 0; i < values.size(); i++) {
      append(vector, start + i, values.get(i));
    }
  }
}
