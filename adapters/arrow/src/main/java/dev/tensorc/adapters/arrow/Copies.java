package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.apache.arrow.vector.BitVector;

/** The elements of columns in arrays. */
final class Copies {
  private static final short HALF_NAN = Float.floatToFloat16(Float.NaN);

  private Copies() {}

  /** A copy with {@code NaN} where there is no element. */
  static Tensor withNan(Column column, boolean[] valid) {
    Object elements = of(column);
    for (int i = 0; i < valid.length; i++) {
      if (!valid[i]) {
        switch (column.type()) {
          case F64 -> ((double[]) elements)[i] = Double.NaN;
          case F32 -> ((float[]) elements)[i] = Float.NaN;
          case F16 -> ((short[]) elements)[i] = HALF_NAN;
          default ->
              throw new TensorException(
                  "column %s has nulls, and %s has no NaN: wrap(vector, arena, Nulls.KEEP) and valid(vector) give its elements and which of them are there"
                      .formatted(column.name(), column.type().label()));
        }
      }
    }
    return Tensors.of(column.type(), elements, column.shape());
  }

  /** An array of all elements; those of null lists are 0. */
  static Object of(Column column) {
    ElementType type = column.type();
    int count = column.count();
    Object elements = type.newArray(count);
    if (count > 0 && column.leaf() instanceof BitVector bits) {
      boolean[] truths = (boolean[]) elements;
      column.forEachRun(
          (from, at, length) -> {
            for (int i = 0; i < length; i++) {
              truths[at + i] = !bits.isNull(from + i) && bits.get(from + i) != 0;
            }
          });
    } else if (count > 0) {
      try (Arena arena = Arena.ofConfined()) {
        var buffer = column.leaf().getDataBuffer();
        long end = (long) type.byteWidth() * column.leaf().getValueCount();
        MemorySegment memory = Retained.of(buffer, 0, end, arena);
        column.forEachRun(
            (from, at, length) ->
                MemorySegment.copy(
                    memory, type.layout(), (long) type.byteWidth() * from, elements, at, length));
      }
    }
    return elements;
  }
}
