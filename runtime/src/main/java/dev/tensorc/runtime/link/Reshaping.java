package dev.tensorc.runtime.link;

import java.util.Arrays;

/**
 * Whether the axes of another shape can walk the elements of a tensor where they lie, in row-major
 * order. Neighbouring axes whose strides compose are a run; the new axes have to divide it evenly.
 */
public final class Reshaping {
  private Reshaping() {}

  /**
   * Finds the strides of the new axes.
   *
   * @param places the sizes of the tensor's axes, their strides, and the sizes of the new axes,
   *     whose strides take their place; both shapes have as many elements
   * @return whether there are such strides; if not, {@code places} means nothing
   */
  public static boolean findStrides(long[] places, int rank, int newRank) {
    int first = 2 * rank;
    if (isEmpty(places, rank)) {
      Arrays.fill(places, first, first + newRank, 0); // nobody walks
      return true;
    }
    int axis = rank - 1;
    long left = 1; // elements of the run that the new axes have not walked yet
    long stride = 1;
    for (int i = first + newRank - 1; i >= first; i--) {
      long size = places[i];
      if (left == 1 && size > 1) {
        while (places[axis] == 1) {
          axis--;
        }
        stride = places[rank + axis];
        while (axis >= 0 && (places[axis] == 1 || places[rank + axis] == stride * left)) {
          left *= places[axis--];
        }
      }
      if (left % size != 0) {
        return false;
      }
      places[i] = stride;
      stride *= size;
      left /= size;
    }
    return true;
  }

  private static boolean isEmpty(long[] sizes, int rank) {
    for (int axis = 0; axis < rank; axis++) {
      if (sizes[axis] == 0) {
        return true;
      }
    }
    return false;
  }
}
