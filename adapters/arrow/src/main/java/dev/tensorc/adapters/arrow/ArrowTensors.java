package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Columns of Apache Arrow as tensors over the same memory, and memory of Arrow for results.
 *
 * <p>The first axis of a column is its rows. Lists add an axis each, for their elements:
 * FixedSizeList, and List and LargeList where all lists have one length. Numbers are those of the
 * language; dates, times and durations are integers of their unit. Truth values are copied, since
 * Arrow packs eight of them in a byte.
 *
 * <p>Memory belongs to an arena: Arrow's buffer is retained when the tensor is made, and released
 * when the arena is closed, or with {@link Arena#ofAuto()} when no tensor of it can be reached any
 * more. Until then the vector may be cleared, closed, or loaded with the next batch. Arrow's
 * allocator counts retained buffers as allocated: close the arena before the allocator.
 */
public final class ArrowTensors {
  private ArrowTensors() {}

  /**
   * A column without nulls: as {@link #wrap(FieldVector, Arena, Nulls)} with {@link Nulls#REFUSE}.
   */
  public static Tensor wrap(FieldVector vector, Arena arena) {
    return wrap(vector, arena, Nulls.REFUSE);
  }

  /**
   * A read-only tensor of shape [rows] or [rows, length of lists, ...] over the memory of a column,
   * which is not copied but for truth values, and for nulls that become {@code NaN}.
   *
   * @param vector of numbers or truth values, or lists of one length of them
   * @param arena retains the column's memory; an argument of a call that may be split over threads
   *     needs one that is shared or automatic
   * @throws ShapeException if lists of one level differ in length
   * @throws TensorException if the type is not supported; if there are nulls and they are refused;
   *     if they are kept, but are lists without places for their elements; or if they are to become
   *     {@code NaN} and the column is not one of floats
   */
  public static Tensor wrap(FieldVector vector, Arena arena, Nulls nulls) {
    Column column = Column.of(vector);
    if (column.mayHaveNulls()) {
      boolean[] valid = column.valid();
      int missing = (int) IntStream.range(0, valid.length).filter(i -> !valid[i]).count();
      if (missing > 0 && nulls == Nulls.REFUSE) {
        throw new TensorException(
            "column %s has nulls, %d of %d elements, first %s; wrap(vector, arena, Nulls.NAN) makes them NaN, and Nulls.KEEP leaves them to valid(vector)"
                .formatted(column.name(), missing, valid.length, firstMissing(column, valid)));
      }
      if (missing > 0 && nulls == Nulls.NAN) {
        return Copies.withNan(column, valid);
      }
      if (!column.dense()) {
        throw new TensorException(
            "column %s has null lists without places for their elements, which cannot be kept: wrap(vector, arena, Nulls.NAN) copies it, and a FixedSizeList has such places"
                .formatted(column.name()));
      }
    }
    if (column.type() == ElementType.BOOL) {
      return Tensors.of(column.type(), Copies.of(column), column.shape());
    }
    long width = column.type().byteWidth();
    MemorySegment memory = memory(column, width * column.start(), width * column.count(), arena);
    return Tensors.wrap(column.type(), memory.asReadOnly(), column.shape());
  }

  private static MemorySegment memory(Column column, long from, long size, Arena arena) {
    return size == 0
        ? arena.allocate(0, column.type().byteWidth()) // a vector of no rows may have no buffer
        : Retained.of(column.leaf().getDataBuffer(), from, size, arena);
  }

  private static String firstMissing(Column column, boolean[] valid) {
    int at = 0;
    while (valid[at]) {
      at++;
    }
    long[] index = new long[column.shape().length];
    for (int axis = index.length - 1; axis >= 0; axis--) {
      index[axis] = at % column.shape()[axis];
      at /= (int) column.shape()[axis];
    }
    return "at " + Arrays.toString(index);
  }

  /**
   * Whether each element of a column is there, in the shape that {@code wrap} gives it: neither
   * null nor in a list that is. A new tensor.
   *
   * @throws ShapeException if lists of one level differ in length
   * @throws TensorException if the type is not supported
   */
  public static BooleanTensor valid(FieldVector vector) {
    Column column = Column.of(vector);
    return BooleanTensor.of(column.valid(), column.shape());
  }

  /**
   * A column's memory for results: the vector is given so many rows, none of them null, and the
   * tensor over its memory is to be written by {@code invokeInto} or {@code ...Into}. The vector's
   * memory before is released.
   *
   * @param vector of numbers, or lists of them; {@link #copyInto} writes truth values
   * @param arena retains the memory while the tensor is used
   * @param shape [rows] or [rows, length of lists, ...]
   * @throws ShapeException if the vector has another number of axes, or lists of another length
   * @throws TensorException if the type is not supported
   */
  public static Tensor output(FieldVector vector, Arena arena, long... shape) {
    Outputs.allocate(vector, shape);
    Column column = Column.of(vector);
    if (column.type() == ElementType.BOOL) {
      throw new TensorException(
          "column %s packs eight truth values in a byte, which no tensor can be over: copyInto(tensor, vector) writes them"
              .formatted(column.name()));
    }
    long size = (long) column.type().byteWidth() * column.count();
    return Tensors.wrap(column.type(), memory(column, 0, size, arena), shape);
  }

  /**
   * Copies a tensor to a column, which is given as many rows, none of them null.
   *
   * @throws ShapeException if the vector has another number of axes or dtype, or lists of another
   *     length
   * @throws TensorException if the type is not supported
   */
  public static void copyInto(Tensor tensor, FieldVector vector) {
    if (tensor instanceof BooleanTensor truths && Outputs.leaf(vector) instanceof BitVector) {
      Outputs.allocate(vector, truths.shape());
      var bits = (BitVector) Outputs.leaf(vector);
      boolean[] values = truths.toArray();
      for (int i = 0; i < values.length; i++) {
        bits.set(i, values[i] ? 1 : 0);
      }
      return;
    }
    ElementType type = Types.of(Outputs.leaf(vector), vector.getName());
    if (type != tensor.type()) {
      throw new ShapeException(
          "a tensor of %s cannot be copied to column %s, which holds %s"
              .formatted(tensor.type().label(), vector.getName(), type.label()));
    }
    try (Arena arena = Arena.ofConfined()) {
      Tensors.copy(tensor, output(vector, arena, tensor.shape()));
    }
  }

  /**
   * The field of columns that hold such a tensor: {@code createVector(allocator)} makes one. The
   * first axis is rows; each further one is lists of its size.
   *
   * @param shape [rows, ...]
   * @throws ShapeException if there is no axis for rows
   * @throws TensorException if Arrow has no such type
   */
  public static Field field(String name, ElementType type, long... shape) {
    if (shape.length == 0) {
      throw new ShapeException("a column has rows, but a scalar has no axis for them");
    }
    Field field = Field.notNullable(shape.length == 1 ? name : "item", Types.of(type));
    for (int axis = shape.length - 1; axis > 0; axis--) {
      var list = FieldType.notNullable(new ArrowType.FixedSizeList(Math.toIntExact(shape[axis])));
      field = new Field(axis == 1 ? name : "item", list, List.of(field));
    }
    return field;
  }
}
