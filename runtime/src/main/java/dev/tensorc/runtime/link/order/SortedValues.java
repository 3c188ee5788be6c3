// Made from link/order/SortedValues.java.template by ./bless: edit the template.
package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.ElementType;
import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Sorts the values of rows. The JDK sorts them, for which -0.0 is below 0.0: where a row has both,
 * and where it has NaN, those are put back in their order.
 */
final class SortedValues {

  private SortedValues() {}

  /**
   * Sorts a row.
   *
   * @param row an array with all elements of the row, which is sorted
   * @param at where the row's first element is in {@code in}
   */
  static void sort(Object row, Rows in, long at, int axis, boolean descending) {
    switch (row) {
      case float[] a -> {
        Arrays.sort(a);
        int numbers = numbers(a);
        int negative = below(a, numbers, false);
        int zeros = below(a, numbers, true) - negative;
        boolean mixed = zeros > 0 && 1 / a[negative] < 0 && 1 / a[negative + zeros - 1] > 0;
        if (descending) {
          reverse(in.type(), a, numbers);
        }
        if (mixed || numbers < a.length) {
          float[] given = new float[a.length];
          in.load(at, in.stride(axis), given, a.length);
          int zero = descending ? numbers - negative - zeros : negative;
          int nan = numbers;
          for (float x : given) {
            if (Float.isNaN(x)) {
              a[nan++] = x;
            } else if (mixed && x == 0) {
              a[zero++] = x;
            }
          }
        }
      }
      case double[] a -> {
        Arrays.sort(a);
        int numbers = numbers(a);
        int negative = below(a, numbers, false);
        int zeros = below(a, numbers, true) - negative;
        boolean mixed = zeros > 0 && 1 / a[negative] < 0 && 1 / a[negative + zeros - 1] > 0;
        if (descending) {
          reverse(in.type(), a, numbers);
        }
        if (mixed || numbers < a.length) {
          double[] given = new double[a.length];
          in.load(at, in.stride(axis), given, a.length);
          int zero = descending ? numbers - negative - zeros : negative;
          int nan = numbers;
          for (double x : given) {
            if (Double.isNaN(x)) {
              a[nan++] = x;
            } else if (mixed && x == 0) {
              a[zero++] = x;
            }
          }
        }
      }
      default -> {
        sortIntegers(row, in.type());
        if (descending) {
          reverse(in.type(), row, Array.getLength(row));
        }
      }
    }
  }

  private static void sortIntegers(Object row, ElementType type) {
    boolean unsigned =
        switch (type) {
          case U8, U16, U32, U64 -> true;
          default -> false;
        };
    if (unsigned) {
      turnSigns(row);
    }
    switch (row) {
      case byte[] a -> Arrays.sort(a);
      case short[] a -> Arrays.sort(a);
      case int[] a -> Arrays.sort(a);
      case long[] a -> Arrays.sort(a);
      case boolean[] a -> {
        int truths = 0;
        for (boolean b : a) {
          truths += b ? 1 : 0;
        }
        Arrays.fill(a, 0, a.length - truths, false);
        Arrays.fill(a, a.length - truths, a.length, true);
      }
      default -> throw new IllegalArgumentException("no integers: " + type);
    }
    if (unsigned) {
      turnSigns(row);
    }
  }

  /** Unsigned integers become signed ones in the same order, and back. */
  private static void turnSigns(Object row) {
    switch (row) {
      case byte[] a -> {
        for (int i = 0; i < a.length; i++) {
          a[i] ^= Byte.MIN_VALUE;
        }
      }
      case short[] a -> {
        for (int i = 0; i < a.length; i++) {
          a[i] ^= Short.MIN_VALUE;
        }
      }
      case int[] a -> {
        for (int i = 0; i < a.length; i++) {
          a[i] ^= Integer.MIN_VALUE;
        }
      }
      case long[] a -> {
        for (int i = 0; i < a.length; i++) {
          a[i] ^= Long.MIN_VALUE;
        }
      }
      default -> throw new IllegalArgumentException("no integers: " + row.getClass());
    }
  }

  /** How many of a sorted row are not NaN. */
  private static int numbers(float[] a) {
    int n = a.length;
    while (n > 0 && Float.isNaN(a[n - 1])) {
      n--;
    }
    return n;
  }

  /** How many of the first {@code n}, which are sorted, are below 0, or not above it. */
  private static int below(float[] a, int n, boolean orZero) {
    int from = 0;
    int to = n;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (a[middle] < 0 || (orZero && a[middle] == 0)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** How many of a sorted row are not NaN. */
  private static int numbers(double[] a) {
    int n = a.length;
    while (n > 0 && Double.isNaN(a[n - 1])) {
      n--;
    }
    return n;
  }

  /** How many of the first {@code n}, which are sorted, are below 0, or not above it. */
  private static int below(double[] a, int n, boolean orZero) {
    int from = 0;
    int to = n;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (a[middle] < 0 || (orZero && a[middle] == 0)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Turns the first {@code n} elements round. */
  private static void reverse(ElementType type, Object row, int n) {
    Object turned = type.newArray(n);
    Access.copyRow(type, row, n - 1, -1, turned, 0, 1, n);
    System.arraycopy(turned, 0, row, 0, n);
  }
}
