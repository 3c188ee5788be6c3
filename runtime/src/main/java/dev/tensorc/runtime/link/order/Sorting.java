package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import java.util.Arrays;

/**
 * Rows sorted along an axis, and places in sorted rows. Equal elements keep their order, among them
 * -0.0 and 0.0, and NaN comes last whichever way the order goes.
 *
 * <p>Places are sorted as longs: an element's key above its place, which makes them all different
 * and keeps equal ones in order. Keys of 64 bits are sorted by their upper half, and runs of one
 * upper half then by the lower one.
 *
 * <p>No template makes it, for it sorts the keys of {@link OrderKeys}, longs for every dtype. Rows
 * of values without places are sorted by {@link SortedValues}, which is made from one.
 */
public final class Sorting {

  private Sorting() {}

  /** Sorted rows. */
  public static void sort(Rows out, Rows in, int axis, boolean descending) {
    if (in.isEmpty()) {
      return;
    }
    int n = in.size(axis);
    ElementType type = in.type();
    boolean byPlaces = type == ElementType.F16 || type == ElementType.BF16;
    Object row = type.newArray(n);
    Object other = byPlaces ? type.newArray(n) : row;
    var places = byPlaces ? new Places(type, n) : null;
    var walk = new Rows.Walk(out, in, axis);
    do {
      in.load(walk.other(), in.stride(axis), row, n);
      if (places != null) {
        long[] order = places.of(row, descending);
        for (int i = 0; i < n; i++) {
          ((short[]) other)[i] = ((short[]) row)[(int) order[i]];
        }
      } else {
        SortedValues.sort(row, in, walk.other(), axis, descending);
      }
      out.store(other, walk.one(), out.stride(axis), n);
    } while (walk.advance());
  }

  /** Where the elements of sorted rows stand in the rows as they are. */
  public static void places(Rows out, Rows in, int axis, boolean descending) {
    if (in.isEmpty()) {
      return;
    }
    int n = in.size(axis);
    Object row = in.type().newArray(n);
    var places = new Places(in.type(), n);
    var walk = new Rows.Walk(out, in, axis);
    do {
      in.load(walk.other(), in.stride(axis), row, n);
      out.store(places.of(row, descending), walk.one(), out.stride(axis), n);
    } while (walk.advance());
  }

  /**
   * The first of {@link #places}, as many as {@code out} has on the axis: rows are not sorted as a
   * whole.
   */
  public static void firstPlaces(Rows out, Rows in, int axis, boolean descending) {
    if (out.isEmpty()) {
      return;
    }
    int n = in.size(axis);
    int k = out.size(axis);
    Object row = in.type().newArray(n);
    var places = new Places(in.type(), n);
    var walk = new Rows.Walk(out, in, axis);
    do {
      in.load(walk.other(), in.stride(axis), row, n);
      out.store(places.first(row, descending, k), walk.one(), out.stride(axis), k);
    } while (walk.advance());
  }

  // ---------------------------------------------------------------- places

  /** Finds the order of rows of one length. */
  private static final class Places {
    private static final long LOW = 0xffff_ffffL;

    /** So many candidates more than twice those that are wanted are gathered before a sort. */
    private static final int MORE = 64;

    private final ElementType type;
    private final long[] keys;
    private final long[] sorted;

    Places(ElementType type, int n) {
      this.type = type;
      this.keys = new long[n];
      this.sorted = new long[n];
    }

    /** The places of a row's elements in order; valid until the next row. */
    long[] of(Object row, boolean descending) {
      return first(row, descending, keys.length);
    }

    /**
     * As {@link #of}, but only the first {@code k} are in order. Candidates are gathered until
     * there are twice as many as are wanted, and the better half of them is kept.
     */
    long[] first(Object row, boolean descending, int k) {
      int n = keys.length;
      OrderKeys.of(type, row, n, keys);
      if (descending) {
        turnRound();
      }
      int most = (int) Math.min(n, 2L * k + MORE);
      long bound = Long.MAX_VALUE;
      boolean bounded = false;
      int m = 0;
      for (int i = 0; i < n; i++) {
        if (bounded && keys[i] >= bound) {
          continue; // an equal one stands behind those that are kept
        }
        if (m == most) {
          sort(m);
          m = k;
          bound = keys[(int) sorted[k - 1]];
          bounded = true;
          if (keys[i] >= bound) {
            continue;
          }
        }
        sorted[m++] = i;
      }
      sort(m);
      return sorted;
    }

    /** The first {@code m} places, in the order of their elements. */
    private void sort(int m) {
      boolean ints = OrderKeys.areInts(type);
      for (int i = 0; i < m; i++) {
        int place = (int) sorted[i];
        sorted[i] = (ints ? keys[place] << 32 : keys[place] & ~LOW) | place;
      }
      Arrays.sort(sorted, 0, m);
      if (!ints) {
        sortRuns(m);
      }
      for (int i = 0; i < m; i++) {
        sorted[i] &= LOW;
      }
    }

    private void turnRound() {
      switch (type) {
        case F32, F64, F16, BF16 -> {
          long nan = OrderKeys.ofNaN(type);
          for (int i = 0; i < keys.length; i++) {
            keys[i] = keys[i] == nan ? nan : ~keys[i];
          }
        }
        default -> {
          for (int i = 0; i < keys.length; i++) {
            keys[i] = ~keys[i];
          }
        }
      }
    }

    /** Sorts the elements of one upper half by their lower halves. */
    private void sortRuns(int n) {
      for (int from = 0; from < n; ) {
        long upper = sorted[from] & ~LOW;
        int to = from + 1;
        while (to < n && (sorted[to] & ~LOW) == upper) {
          to++;
        }
        if (to - from > 1) {
          for (int i = from; i < to; i++) {
            long place = sorted[i] & LOW;
            int lower = (int) keys[(int) place] ^ Integer.MIN_VALUE; // unsigned order
            sorted[i] = (long) lower << 32 | place;
          }
          Arrays.sort(sorted, from, to);
        }
        from = to;
      }
    }
  }

  // ---------------------------------------------------------------- searching

  /**
   * Where each element would stand in a sorted row.
   *
   * @param right whether behind the elements that are equal, and not before them
   */
  public static void search(Rows out, Rows sorted, Rows sought, boolean right) {
    if (sought.isEmpty()) {
      return;
    }
    ElementType type = sought.type();
    int n = sorted.size(0);
    Object row = type.newArray(n);
    sorted.load(sorted.offset(), sorted.stride(0), row, n);
    long[] keys = new long[n];
    OrderKeys.of(type, row, n, keys);
    int last = sought.rank() - 1;
    int m = sought.size(last);
    Object elements = type.newArray(m);
    long[] looked = new long[m];
    long[] places = new long[m];
    var walk = new Rows.Walk(out, sought, last);
    do {
      sought.load(walk.other(), sought.stride(last), elements, m);
      OrderKeys.of(type, elements, m, looked);
      for (int i = 0; i < m; i++) {
        places[i] = place(keys, looked[i], right);
      }
      out.store(places, walk.one(), out.stride(last), m);
    } while (walk.advance());
  }

  private static int place(long[] keys, long sought, boolean right) {
    int from = 0;
    int to = keys.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (right ? keys[middle] <= sought : keys[middle] < sought) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
