package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ShapeException;
import java.util.Arrays;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Vectors that are given memory for results. */
final class Outputs {
  private Outputs() {}

  /** The vector that holds the elements of a vector. */
  static FieldVector leaf(FieldVector vector) {
    return Lists.isList(vector) ? leaf(Lists.elements(vector)) : vector;
  }

  /** Gives a vector room for a shape, where nothing is null; the elements are not written. */
  static void allocate(FieldVector vector, long... shape) {
    Types.of(leaf(vector), vector.getName());
    requireFit(vector, shape);
    allocate(vector, shape, 0, 1);
  }

  private static void requireFit(FieldVector vector, long... shape) {
    String name = vector.getName();
    FieldVector at = vector;
    int axes = 1;
    long count = shape.length == 0 ? 1 : shape[0];
    for (; Lists.isList(at); at = Lists.elements(at), axes++) {
      if (at instanceof FixedSizeListVector fixed
          && axes < shape.length
          && fixed.getListSize() != shape[axes]) {
        throw new ShapeException(
            "shape %s does not fit column %s: its lists of level %d have %d elements"
                .formatted(Arrays.toString(shape), name, axes, fixed.getListSize()));
      }
      count = axes < shape.length && count >= 0 ? product(count, shape[axes]) : count;
    }
    if (axes != shape.length) {
      throw new ShapeException(
          "shape %s does not fit column %s, which has %d: rows%s"
              .formatted(
                  Arrays.toString(shape),
                  name,
                  axes,
                  axes == 1 ? "" : " and the elements of its lists"));
    }
    if (count < 0 || Arrays.stream(shape).anyMatch(s -> s < 0 || s > Integer.MAX_VALUE)) {
      throw new ShapeException(
          "shape %s does not fit column %s: sizes are from 0 to 2^31-1, and so is their product"
              .formatted(Arrays.toString(shape), name));
    }
  }

  /** The product of two sizes, or -1 where it is beyond the elements that a vector holds. */
  private static long product(long a, long b) {
    boolean fits = a == 0 || b >= 0 && b <= Integer.MAX_VALUE / a;
    return fits ? a * b : -1;
  }

  /**
   * @param rows the product of the sizes of the axes before this one
   */
  private static void allocate(FieldVector vector, long[] shape, int axis, int rows) {
    int count = Math.toIntExact(rows * shape[axis]);
    if (vector instanceof BaseFixedWidthVector leaf) {
      leaf.allocateNew(count);
      allValid(leaf, count);
      leaf.setValueCount(count);
      return;
    }
    vector.setInitialCapacity(count);
    vector.allocateNew();
    allValid(vector, count);
    long length = shape[axis + 1];
    switch (vector) {
      case FixedSizeListVector _ -> {}
      case ListVector list -> {
        for (int row = 0; row <= count; row++) {
          list.getOffsetBuffer().setInt((long) row * ListVector.OFFSET_WIDTH, (int) (row * length));
        }
        list.setLastSet(count - 1);
      }
      case LargeListVector large -> {
        for (int row = 0; row <= count; row++) {
          large.getOffsetBuffer().setLong((long) row * LargeListVector.OFFSET_WIDTH, row * length);
        }
        large.setLastSet(count - 1);
      }
      default -> throw new AssertionError(vector.getMinorType());
    }
    allocate(Lists.elements(vector), shape, axis + 1, count);
    vector.setValueCount(count); // only now: it gives the elements' vector its count, too
  }

  private static void allValid(FieldVector vector, int count) {
    vector.getValidityBuffer().setOne(0L, (count + Byte.SIZE - 1L) / Byte.SIZE);
  }
}
