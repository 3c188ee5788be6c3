package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A tensor, or a scalar where the shape is empty, as the interpreter holds it.
 *
 * @param elements row-major, boxed as {@link dev.tensorc.ir.Scalars} says
 */
record NdArray(DType dtype, List<Long> shape, List<Object> elements) {

  static NdArray scalar(DType dtype, Object element) {
    return new NdArray(dtype, List.of(), List.of(element));
  }

  /** The array whose element at each index is given by {@code element}. */
  static NdArray build(DType dtype, List<Long> shape, Function<long[], Object> element) {
    var elements = new ArrayList<Object>();
    forEachIndex(shape, index -> elements.add(element.apply(index)));
    return new NdArray(dtype, shape, elements);
  }

  /**
   * Visits every index of a shape, in row-major order: one, the empty one, for a scalar.
   *
   * @param visit is given the same array each time, with other numbers
   */
  static void forEachIndex(List<Long> shape, Consumer<long[]> visit) {
    long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
    long count = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
    var index = new long[sizes.length];
    for (long i = 0; i < count; i++) {
      visit.accept(index);
      for (int axis = sizes.length - 1; axis >= 0 && ++index[axis] == sizes[axis]; axis--) {
        index[axis] = 0;
      }
    }
  }

  /** The same elements, with leading axes of size 1 to make that many. */
  NdArray padded(int rank) {
    var all = new ArrayList<>(Collections.nCopies(rank - shape.size(), 1L));
    all.addAll(shape);
    return new NdArray(dtype, all, elements);
  }

  /** The one element of a scalar. */
  Object scalar() {
    return elements.getFirst();
  }

  Object at(long[] index) {
    return elements.get(position(index));
  }

  /** Where the element at an index stands among the elements. */
  int position(long[] index) {
    long position = 0;
    for (int axis = 0; axis < index.length; axis++) {
      position = position * shape.get(axis) + index[axis];
    }
    return Math.toIntExact(position);
  }
}
