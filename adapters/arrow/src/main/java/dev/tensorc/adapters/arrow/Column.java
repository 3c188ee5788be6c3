package dev.tensorc.adapters.arrow;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.ShapeException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/**
 * A vector as an array of a shape.
 *
 * @param lists the vectors of lists, the outermost first
 * @param leaf the vector that holds the elements of all rows
 * @param start the place of the first element in it
 * @param shape the number of rows, and the length of the lists of each level
 * @param dense whether all elements lie in a row there: null lists have places for theirs, too
 */
record Column(
    String name,
    List<FieldVector> lists,
    FieldVector leaf,
    ElementType type,
    int start,
    long[] shape,
    boolean dense) {

  /**
   * @throws ShapeException if the lists of a level differ in length
   */
  static Column of(FieldVector vector) {
    String name = vector.getName();
    var lists = new ArrayList<FieldVector>();
    var shape = new ArrayList<Integer>();
    FieldVector at = vector;
    int from = 0;
    int to = vector.getValueCount();
    boolean dense = true;
    shape.add(to);
    while (Lists.isList(at)) {
      int length = Lists.commonLength(at, from, to, name);
      dense &= Lists.allHave(length, at, from, to);
      shape.add(length);
      lists.add(at);
      boolean any = from < to; // where there is no list, no offset need be there
      int last = to - 1;
      to = any ? Lists.end(at, last) : 0;
      from = any ? Lists.start(at, from) : 0;
      at = Lists.elements(at);
    }
    ElementType type = Types.of(at, name);
    long[] sizes = shape.stream().mapToLong(Integer::longValue).toArray();
    return new Column(name, List.copyOf(lists), at, type, from, sizes, dense);
  }

  /** The number of elements. */
  int count() {
    long count = 1;
    for (long size : shape) {
      count *= size;
      if (count > Integer.MAX_VALUE) {
        throw new ShapeException(
            "column %s has more than 2^31-1 elements: take fewer rows at a time".formatted(name));
      }
    }
    return (int) count;
  }

  /** Whether a vector of any level says that it has nulls. */
  boolean mayHaveNulls() {
    return leaf.getNullCount() > 0 || lists.stream().anyMatch(l -> l.getNullCount() > 0);
  }

  /** Whether each element is there: neither null nor in a list that is. */
  boolean[] valid() {
    boolean[] valid = new boolean[count()];
    forEachRun(
        (from, at, length) -> {
          for (int i = 0; i < length; i++) {
            valid[at + i] = !leaf.isNull(from + i);
          }
        });
    return valid;
  }

  /** Takes elements that lie in a row, in the leaf and in the array. */
  interface Run {
    void accept(int from, int at, int length);
  }

  /** Visits all elements but those of null lists. */
  void forEachRun(Run run) {
    if (dense && lists.stream().allMatch(l -> l.getNullCount() == 0)) {
      run.accept(start, 0, count());
    } else {
      forEachRun(run, 0, 0, (int) shape[0], 0);
    }
  }

  private void forEachRun(Run run, int level, int from, int rows, int at) {
    if (level == lists.size()) {
      run.accept(from, at, rows);
      return;
    }
    int block = 1;
    for (int axis = level + 1; axis < shape.length; axis++) {
      block *= (int) shape[axis];
    }
    FieldVector vector = lists.get(level);
    for (int row = 0; row < rows; row++) {
      if (!vector.isNull(from + row)) {
        int first = Lists.start(vector, from + row);
        forEachRun(run, level + 1, first, (int) shape[level + 1], at + row * block);
      }
    }
  }
}
