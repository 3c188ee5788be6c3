package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The order in which a contraction adds its products. This class is the specification: every engine
 * gives the bits that it gives.
 *
 * <p>The reduced axes, in row-major order, give a sequence of N pairs of factors. A pair is added
 * with one rounding: {@code acc = fma(left, right, acc)}.
 *
 * <dl>
 *   <dt>Both factors have a free axis whose extent is not 1, or a factor's elements are those of
 *       windows that overlap ({@code x[i + r]}, a convolution)
 *   <dd>The pairs are added one after the other, from +0.0: each lane of a vector is a result of
 *       its own.
 *   <dt>Otherwise: all free axes of one factor have extent 1, or it has none
 *   <dd>As a sum over the last axis ({@link SumOrder}): the pairs are dealt to the virtual lanes;
 *       each lane adds {@value SumOrder#CHUNK} pairs at a time, from +0.0; the sums of its chunks
 *       are combined by the counter, and the lanes as a tree. Pairs that are missing at the end are
 *       left out; a lane without a pair in a chunk gives +0.0 for it.
 * </dl>
 *
 * <p>The reasons: in the first case a value that was loaded serves many results, which blocking for
 * caches must not reorder; in the second the speed is that of reading the pairs, as in a sum.
 */
final class ContractionOrder {

  private record Pair<T>(T left, T right) {}

  private ContractionOrder() {}

  /**
   * The sum of the products, of f32 or f64.
   *
   * @param count of the pairs
   * @param left the left factor of each, by its number
   * @param right the right one
   * @param inLanes whether pairs are dealt to virtual lanes
   */
  static Object contract(
      DType dtype,
      int count,
      IntFunction<Object> left,
      IntFunction<Object> right,
      boolean inLanes) {
    return switch (dtype.carrier()) {
      case FLOAT ->
          inLanes
              ? SumOrder.acrossLanes(
                  pairs(Float.class, count, left, right),
                  SumOrder.LANES_F32,
                  0.0f,
                  (acc, p) -> Math.fma(p.left(), p.right(), acc),
                  Float::sum)
              : inOrderF32(count, left, right);
      case DOUBLE ->
          inLanes
              ? SumOrder.acrossLanes(
                  pairs(Double.class, count, left, right),
                  SumOrder.LANES_F64,
                  0.0,
                  (acc, p) -> Math.fma(p.left(), p.right(), acc),
                  Double::sum)
              : inOrderF64(count, left, right);
      case BOOLEAN, INT, LONG -> throw new IllegalStateException("contraction of " + dtype);
    };
  }

  private static float inOrderF32(int count, IntFunction<Object> left, IntFunction<Object> right) {
    float acc = 0.0f;
    for (int k = 0; k < count; k++) {
      acc = Math.fma((Float) left.apply(k), (Float) right.apply(k), acc);
    }
    return acc;
  }

  private static double inOrderF64(int count, IntFunction<Object> left, IntFunction<Object> right) {
    double acc = 0.0;
    for (int k = 0; k < count; k++) {
      acc = Math.fma((Double) left.apply(k), (Double) right.apply(k), acc);
    }
    return acc;
  }

  private static <T> List<Pair<T>> pairs(
      Class<T> type, int count, IntFunction<Object> left, IntFunction<Object> right) {
    var pairs = new ArrayList<Pair<T>>(count);
    for (int k = 0; k < count; k++) {
      pairs.add(new Pair<>(type.cast(left.apply(k)), type.cast(right.apply(k))));
    }
    return pairs;
  }
}
