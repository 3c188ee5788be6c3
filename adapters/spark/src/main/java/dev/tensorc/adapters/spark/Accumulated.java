package dev.tensorc.adapters.spark;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Parameter;
import dev.tensorc.runtime.Reduction.Way;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.io.Serializable;
import java.lang.reflect.Array;

/** The elements of a result for some rows, in the type that parts are combined in. */
sealed interface Accumulated extends Serializable {

  /** Elements of f32 or f64. */
  record Floats(long[] shape, double[] elements) implements Accumulated {}

  /** Elements of integers; of bool, 0 and 1. */
  record Integers(long[] shape, long[] elements) implements Accumulated {}

  /**
   * @param result a tensor, or a box for a scalar
   */
  static Accumulated of(Parameter declared, Object result) {
    long[] shape = result instanceof Tensor t ? t.shape() : new long[0];
    Object array = result instanceof Tensor t ? t.toArray() : new Object[] {result};
    int length = Array.getLength(array);
    if (declared.dtype() == ElementType.F32 || declared.dtype() == ElementType.F64) {
      var elements = new double[length];
      for (int i = 0; i < length; i++) {
        elements[i] =
            array instanceof Object[] o ? ((Number) o[i]).doubleValue() : Array.getDouble(array, i);
      }
      return new Floats(shape, elements);
    }
    var elements = new long[length];
    for (int i = 0; i < length; i++) {
      Object element = Array.get(array, i);
      elements[i] = element instanceof Boolean b ? (b ? 1 : 0) : ((Number) element).longValue();
    }
    return new Integers(shape, elements);
  }

  /** The sizes of the result. */
  long[] shape();

  /** Equal elements in arrays of their own. */
  default Accumulated copy() {
    return switch (this) {
      case Floats(long[] shape, double[] a) -> new Floats(shape, a.clone());
      case Integers(long[] shape, long[] a) -> new Integers(shape, a.clone());
    };
  }

  /**
   * Takes the result for the rows behind these in.
   *
   * @param rows of this one
   * @param more of the other one
   */
  default void add(Way way, Accumulated other, long rows, long more) {
    switch (this) {
      case Floats(_, double[] a) -> {
        double[] b = ((Floats) other).elements();
        for (int i = 0; i < a.length; i++) {
          a[i] = together(way, a[i], b[i], rows, more);
        }
      }
      case Integers(_, long[] a) -> {
        long[] b = ((Integers) other).elements();
        for (int i = 0; i < a.length; i++) {
          a[i] = together(way, a[i], b[i]);
        }
      }
    }
  }

  private static double together(Way way, double a, double b, long rows, long more) {
    return switch (way) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case MEAN -> a + (b - a) * ((double) more / (rows + more));
      case SAME -> a;
      case ANY, ALL, VAR, STD, SQUARES, ARGMAX, ARGMIN -> throw new AssertionError(way);
    };
  }

  private static long together(Way way, long a, long b) {
    return switch (way) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case ANY -> a | b;
      case ALL -> a & b;
      case SAME -> a;
      case MEAN, VAR, STD, SQUARES, ARGMAX, ARGMIN -> throw new AssertionError(way);
    };
  }

  /**
   * Takes the result for the rows behind these in, with the help of another result: for places that
   * of the extremes, for variances that of the means.
   *
   * @param rows of this one
   * @param more of the next one
   * @param mine the other result for these rows
   * @param theirs the other result for the rows behind them
   */
  default void add(
      Way way, Accumulated next, long rows, long more, Accumulated mine, Accumulated theirs) {
    switch (this) {
      case Floats(_, double[] spread) -> {
        double[] b = ((Floats) next).elements();
        double[] means = ((Floats) mine).elements();
        double[] others = ((Floats) theirs).elements();
        for (int i = 0; i < spread.length; i++) {
          spread[i] = spread(way, spread[i], b[i], others[i] - means[i], rows, more);
        }
      }
      case Integers(_, long[] places) -> {
        long[] others = ((Integers) next).elements();
        for (int i = 0; i < places.length; i++) {
          if (wins(way, mine, theirs, i)) {
            places[i] = rows + others[i];
          }
        }
      }
    }
  }

  /**
   * The variance, deviation or squared distances of two parts: the formula stands at {@link
   * Way#VAR}.
   */
  private static double spread(
      Way way, double a, double b, double distance, double rows, double more) {
    double all = rows + more;
    if (way == Way.SQUARES) {
      return a + b + distance * distance * (rows * more / all);
    }
    boolean root = way == Way.STD;
    double within = rows * (root ? a * a : a) + more * (root ? b * b : b);
    double variance = (within + distance * distance * (rows * more / all)) / all;
    return root ? Math.sqrt(variance) : variance;
  }

  private static boolean wins(Way way, Accumulated a, Accumulated b, int i) {
    boolean largest = way == Way.ARGMAX;
    return switch (a) {
      case Floats(_, double[] x) -> {
        double y = ((Floats) b).elements()[i];
        yield Double.isNaN(y) ? !Double.isNaN(x[i]) : largest ? y > x[i] : y < x[i];
      }
      case Integers(_, long[] x) -> {
        long y = ((Integers) b).elements()[i];
        yield largest ? y > x[i] : y < x[i];
      }
    };
  }

  /** As the function gives it: a tensor, or a box for a scalar. */
  default Object value(Parameter declared) {
    Object array = elements(declared);
    return declared.isScalar()
        ? box(Array.get(array, 0))
        : Tensors.of(declared.dtype(), array, shape());
  }

  /** The elements as the function gives them, in an array of primitives. */
  default Object elements(Parameter declared) {
    Object array;
    switch (this) {
      case Floats(_, double[] a) -> {
        array = declared.dtype().newArray(a.length);
        for (int i = 0; i < a.length; i++) {
          if (array instanceof float[] f) {
            f[i] = (float) a[i];
          } else {
            Array.setDouble(array, i, a[i]);
          }
        }
      }
      case Integers(_, long[] a) -> {
        array = declared.dtype().newArray(a.length);
        for (int i = 0; i < a.length; i++) {
          set(array, i, a[i]);
        }
      }
    }
    return array;
  }

  private static void set(Object array, int i, long value) {
    switch (array) {
      case byte[] a -> a[i] = (byte) value;
      case short[] a -> a[i] = (short) value;
      case int[] a -> a[i] = (int) value;
      case long[] a -> a[i] = value;
      case boolean[] a -> a[i] = value != 0;
      default -> throw new AssertionError(array.getClass());
    }
  }

  private static Object box(Object element) {
    return element instanceof Byte || element instanceof Short
        ? (Object) ((Number) element).intValue()
        : element;
  }
}
