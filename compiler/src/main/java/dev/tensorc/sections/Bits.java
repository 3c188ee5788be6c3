package dev.tensorc.sections;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Compares results: same type, same shape, the same bits; all NaNs count as one. */
public final class Bits {

  private Bits() {}

  /** How two results, or lists of results, differ, or nothing. */
  public static Optional<String> difference(Object expected, Object actual) {
    return difference(expected, actual, 0);
  }

  /**
   * As {@link #difference(Object, Object)}.
   *
   * @param ulp how many representable numbers floats may lie apart
   */
  public static Optional<String> difference(Object expected, Object actual, long ulp) {
    if (expected instanceof List<?> e && actual instanceof List<?> a && e.size() == a.size()) {
      return IntStream.range(0, e.size())
          .mapToObj(i -> difference(e.get(i), a.get(i), ulp).map(d -> "result " + i + ": " + d))
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (expected.getClass() != actual.getClass()) {
      return Optional.of("expected " + expected + ", got " + actual);
    }
    if (!(expected instanceof Tensor e) || !(actual instanceof Tensor a)) {
      return close(expected, actual, ulp)
          ? Optional.empty()
          : Optional.of("expected " + expected + ", got " + actual);
    }
    if (!Arrays.equals(e.shape(), a.shape())) {
      return Optional.of(
          "expected shape %s, got %s"
              .formatted(Arrays.toString(e.shape()), Arrays.toString(a.shape())));
    }
    if (same(e.toArray(), a.toArray())) {
      return Optional.empty();
    }
    List<Object> left = TensorBridge.elements(e);
    List<Object> right = TensorBridge.elements(a);
    for (int i = 0; i < left.size(); i++) {
      if (!close(left.get(i), right.get(i), ulp)) {
        return Optional.of(
            "element %d of %s (row-major): expected %s, got %s"
                .formatted(i, Arrays.toString(e.shape()), left.get(i), right.get(i)));
      }
    }
    return Optional.empty();
  }

  /** Whether two arrays of one type hold the same; NaNs of two bytes count as different here. */
  public static boolean same(Object a, Object b) {
    return switch (a) {
      case boolean[] x -> Arrays.equals(x, (boolean[]) b);
      case byte[] x -> Arrays.equals(x, (byte[]) b);
      case short[] x -> Arrays.equals(x, (short[]) b);
      case int[] x -> Arrays.equals(x, (int[]) b);
      case long[] x -> Arrays.equals(x, (long[]) b);
      case float[] x -> Arrays.equals(x, (float[]) b); // bit by bit, all NaNs as one
      case double[] x -> Arrays.equals(x, (double[]) b);
      default -> throw new IllegalArgumentException("no array of elements: " + a);
    };
  }

  private static boolean close(Object a, Object b, long ulp) {
    // equals of the boxes compares bits, and takes all NaNs for one
    return a.equals(b)
        || (ulp > 0 && a instanceof Float x && b instanceof Float y && apart(x, y) <= ulp)
        || (ulp > 0 && a instanceof Double v && b instanceof Double w && apart(v, w) <= ulp);
  }

  private static long apart(float a, float b) {
    return Float.isNaN(a) || Float.isNaN(b) ? Long.MAX_VALUE : Math.abs((long) place(a) - place(b));
  }

  private static long apart(double a, double b) {
    return Double.isNaN(a) || Double.isNaN(b) ? Long.MAX_VALUE : Math.abs(place(a) - place(b));
  }

  /** The number's place in the order of all floats; both zeros have place 0. */
  private static int place(float x) {
    int bits = Float.floatToIntBits(x);
    return bits >= 0 ? bits : Integer.MIN_VALUE - bits;
  }

  private static long place(double x) {
    long bits = Double.doubleToLongBits(x);
    return bits >= 0 ? bits : Long.MIN_VALUE - bits;
  }
}
