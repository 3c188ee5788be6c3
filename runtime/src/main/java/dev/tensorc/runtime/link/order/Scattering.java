package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.link.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes elements at places that other elements name, or combines them with the values at these
 * places: one after the other, in row-major order, so that every engine gives the same bits. All
 * places are looked at before anything is written.
 */
public final class Scattering {

  /** So many points are worked on at once. */
  private static final int PIECE = 1024;

  /** The new value at a place. */
  public enum Combine {
    WRITE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MAXIMUM,
    MINIMUM,
    BITWISE_AND,
    BITWISE_OR,
    BITWISE_XOR
  }

  /**
   * Where points lie on an axis of the target.
   *
   * @param text the axis and where it is indexed, for the message
   * @param piece the places of the points that are worked on
   */
  private record Place(Rows index, String text, long[] piece) {}

  private final Rows target;
  private final Rows value;
  private final Combine combine;
  private final List<Place> places = new ArrayList<>();
  private final long[] point;

  private Scattering(Rows target, Rows value, Combine combine) {
    this.target = target;
    this.value = value;
    this.combine = combine;
    this.point = new long[value.rank()];
  }

  /**
   * For generated code: elements into a target.
   *
   * @param target no two elements share a place; shares no memory with the other arguments
   * @param value of the target's type; its sizes are those of the points, its strides 0 where an
   *     element is that of many points
   */
  public static Scattering into(Rows target, Rows value, Combine combine) {
    return new Scattering(target, value, combine);
  }

  /**
   * Where the points lie on the next axis of the target.
   *
   * @param index i64, negative from the end; walks the points as the value does
   * @param text the axis and where it is indexed, for the message
   */
  public Scattering at(Rows index, String text) {
    places.add(new Place(index, text, new long[PIECE]));
    return this;
  }

  /**
   * Writes all elements.
   *
   * @throws ShapeException if a place is not on its axis: nothing is written then
   */
  public void run() {
    if (!value.isEmpty()) {
      long[] at = new long[PIECE];
      each((inner, n) -> locate(inner, n, at));
      Object elements = value.type().newArray(PIECE);
      var combination = new Combination(value.type(), combine, target.storage());
      each(
          (inner, n) -> {
            locate(inner, n, at);
            load(value, inner, n, elements);
            combination.each(at, elements, n);
          });
    }
  }

  /** Works on points next to each other along the last axis. */
  private interface Work {
    /**
     * @param inner the first one's index on the last axis
     */
    void on(int inner, int n);
  }

  private void each(Work work) {
    int last = value.rank() - 1;
    int length = value.size(last);
    do {
      for (int from = 0; from < length; from += PIECE) {
        work.on(from, Math.min(PIECE, length - from));
      }
    } while (advance(last));
  }

  /** The next row of points. */
  private boolean advance(int last) {
    for (int axis = last - 1; axis >= 0; axis--) {
      if (++point[axis] < value.size(axis)) {
        return true;
      }
      point[axis] = 0;
    }
    return false;
  }

  /** Finds the points' places in the target. */
  private void locate(int inner, int n, long[] at) {
    Arrays.fill(at, 0, n, target.offset());
    for (int axis = 0; axis < places.size(); axis++) {
      Place p = places.get(axis);
      load(p.index(), inner, n, p.piece());
      add(p.piece(), target.size(axis), target.stride(axis), at, n);
    }
    for (int i = 0; i < n; i++) {
      if (at[i] < 0) {
        refuse(i);
      }
    }
  }

  /** Adds how far places lead along an axis; a place off the axis becomes and stays negative. */
  private static void add(long[] piece, long size, long stride, long[] at, int n) {
    for (int i = 0; i < n; i++) {
      long place = piece[i] < 0 ? piece[i] + size : piece[i];
      boolean inside = at[i] >= 0 && place >= 0 && place < size;
      at[i] = inside ? at[i] + place * stride : -1;
    }
  }

  /** A point with a place that is not on its axis: the message names the first such place. */
  private void refuse(int i) {
    for (int axis = 0; axis < places.size(); axis++) {
      Checks.subscript(places.get(axis).piece()[i], target.size(axis), places.get(axis).text());
    }
  }

  private void load(Rows rows, int inner, int n, Object into) {
    int last = rows.rank() - 1;
    long from = rows.offset() + inner * rows.stride(last);
    for (int axis = 0; axis < last; axis++) {
      from += point[axis] * rows.stride(axis);
    }
    rows.load(from, rows.stride(last), into, n);
  }
}
