package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  /** The array whose element at each index is what {@code element} says. */
  static NdArray build(DType dtype, List<Long> shape, Function<List<Long>, Object> element) {
    var elements = new ArrayList<Object>();
    for (List<Long> index : indices(shape)) {
      elements.add(element.apply(index));
    }
    return new NdArray(dtype, shape, elements);
  }

  /** Every index of a shape, in row-major order: one, the empty one, for a scalar. */
  static List<List<Long>> indices(List<Long> shape) {
    List<List<Long>> all = new ArrayList<>();
    all.add(List.of());
    for (long size : shape) {
      List<List<Long>> longer = new ArrayList<>();
      for (List<Long> index : all) {
        for (long i = 0; i < size; i++) {
          var next = new ArrayList<>(index);
          next.add(i);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
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

  Object at(List<Long> index) {
    long offset = 0;
    for (int axis = 0; axis < shape.size(); axis++) {
      offset = offset * shape.get(axis) + index.get(axis);
    }
    return elements.get(Math.toIntExact(offset));
  }
}
