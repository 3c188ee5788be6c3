package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A shape as an operand of {@link Broadcasting}: the sizes, its name in messages, and which of its
 * axes do not follow the discipline: a {@link #bcast} axis stretches in every discipline, a {@link
 * #strict} one in none. Immutable.
 */
public final class Shape {

  private enum Mark {
    NONE,
    BCAST,
    STRICT
  }

  private final String name;
  private final String declaredType;
  private final long[] sizes;
  private final Mark[] marks;

  private Shape(String name, String declaredType, long[] sizes, Mark[] marks) {
    this.name = name;
    this.declaredType = declaredType;
    this.sizes = sizes;
    this.marks = marks;
  }

  /**
   * A shape without a name or marks.
   *
   * @param sizes none for a scalar
   * @throws ShapeException if a size is not between 0 and 2^31-1
   */
  public static Shape of(long... sizes) {
    Mark[] marks = new Mark[sizes.length];
    Arrays.fill(marks, Mark.NONE);
    for (long size : sizes) {
      Layout.extent(size);
    }
    return new Shape("", "", sizes.clone(), marks);
  }

  /** The shape of a tensor. */
  public static Shape of(Tensor tensor) {
    return of(tensor.shape());
  }

  /** The same shape under the name that messages are to use. */
  public Shape named(String newName) {
    return new Shape(newName, declaredType, sizes, marks);
  }

  /** The same shape with its declaration, such as {@code f32[n, ?]}, for messages. */
  public Shape declared(String type) {
    return new Shape(name, type, sizes, marks);
  }

  /**
   * The same shape with axes of size 1 that stretch in every discipline, as {@code broadcast_dims}
   * marks them.
   *
   * @throws ShapeException if there is no such axis, or its size is not 1
   */
  public Shape bcast(int... axes) {
    for (int axis : axes) {
      requireAxis(axis);
      if (sizes[axis] != 1) {
        throw new ShapeException(
            "axis %d of shape %s cannot be bcast: its size is %d, and only 1 stretches"
                .formatted(axis, this, sizes[axis]));
      }
    }
    return marked(Mark.BCAST, axes);
  }

  /**
   * The same shape with axes that never stretch, as a dim declared {@code strict n}.
   *
   * @throws ShapeException if there is no such axis
   */
  public Shape strict(int... axes) {
    for (int axis : axes) {
      requireAxis(axis);
    }
    return marked(Mark.STRICT, axes);
  }

  private Shape marked(Mark mark, int... axes) {
    Mark[] changed = marks.clone();
    for (int axis : axes) {
      changed[axis] = mark;
    }
    return new Shape(name, declaredType, sizes, changed);
  }

  private void requireAxis(int axis) {
    if (axis < 0 || axis >= sizes.length) {
      throw new ShapeException("shape %s has no axis %d".formatted(this, axis));
    }
  }

  /** Its name in messages; empty if it has none. */
  public String name() {
    return name;
  }

  /** Its declaration; empty without one. */
  public String declaredType() {
    return declaredType;
  }

  /** The sizes, as a new array. */
  public long[] sizes() {
    return sizes.clone();
  }

  /** The number of axes. */
  public int rank() {
    return sizes.length;
  }

  /** For each axis whether a size of 1 stretches, where the discipline lets it or not. */
  boolean[] stretches(boolean unmarked) {
    boolean[] result = new boolean[sizes.length];
    IntStream.range(0, sizes.length)
        .forEach(
            axis ->
                result[axis] =
                    switch (marks[axis]) {
                      case NONE -> unmarked;
                      case BCAST -> true;
                      case STRICT -> false;
                    });
    return result;
  }

  /** For each axis that it does not stretch: the shape of a target. */
  boolean[] fixed() {
    return new boolean[sizes.length];
  }

  /** {@code [2, 3]}. */
  @Override
  public String toString() {
    return Arrays.toString(sizes);
  }
}
