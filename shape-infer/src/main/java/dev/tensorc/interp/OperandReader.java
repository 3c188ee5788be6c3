package dev.tensorc.interp;

import java.util.List;

/**
 * The elements of an operand, by points of an iteration space.
 *
 * @param elements of the operand, row-major
 * @param axes the axis of the space that each axis of the operand follows; negative for none
 * @param strides how far the operand's elements lie apart along each of its axes; 0 along an axis
 *     of size 1, which is read at 0 throughout: that is all that broadcasting is
 */
record OperandReader(List<Object> elements, int[] axes, long[] strides) {

  static OperandReader of(NdArray array, List<Integer> axes) {
    var strides = new long[axes.size()];
    long step = 1;
    for (int axis = strides.length - 1; axis >= 0; axis--) {
      long size = array.shape().get(axis);
      strides[axis] = size == 1 ? 0 : step;
      step *= size;
    }
    return new OperandReader(
        array.elements(), axes.stream().mapToInt(Integer::intValue).toArray(), strides);
  }

  /** The element at a point. */
  Object at(long[] point) {
    return element(distance(point, 0));
  }

  /** The element at a position. */
  Object element(long position) {
    return elements.get((int) position);
  }

  /**
   * How far the element at a point lies from the first.
   *
   * @param index of the point, on some neighbouring axes of the space; it is 0 on all others
   * @param first the first of those axes
   */
  long distance(long[] index, int first) {
    long distance = 0;
    for (int k = 0; k < strides.length; k++) {
      int axis = axes[k] - first;
      if (axis >= 0 && axis < index.length) {
        distance += strides[k] * index[axis];
      }
    }
    return distance;
  }
}
