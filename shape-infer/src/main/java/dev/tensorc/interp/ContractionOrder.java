package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

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
 *       each lane adds {@value SumOrder#CHUNK} pairs at a time, from +0.0; what its chunks give is
 *       combined by the counter, and the lanes as a tree. Pairs that are missing at the end are
 *       left out; a lane without a pair in a chunk gives +0.0 for it.
 * </dl>
 *
 * <p>The reasons: in the first case a value that was loaded serves many results, which blocking for
 * caches must not reorder; in the second the speed is that of reading the pairs, as in a sum.
 */
final class ContractionOrder {

  private record Pair<T>(T left, T right) {}

  private ContractionOrder() {}

  /** The sum of the products, of f32 or f64. */
  static Object contract(DType dtype, List<Object> lefts, List<Object> rights, boolean inLanes) {
    return switch (dtype.carrier()) {
      case FLOAT ->
          sum(
              pairs(Float.class, lefts, rights),
              inLanes,
              SumOrder.LANES_F32,
              0.0f,
              (acc, p) -> Math.fma(p.left(), p.right(), acc),
              Float::sum);
      case DOUBLE ->
          sum(
              pairs(Double.class, lefts, rights),
              inLanes,
              SumOrder.LANES_F64,
              0.0,
              (acc, p) -> Math.fma(p.left(), p.right(), acc),
              Double::sum);
      case BOOLEAN, INT, LONG -> throw new IllegalStateException("contraction of " + dtype);
    };
  }

  private static <T> List<Pair<T>> pairs(Class<T> type, List<Object> lefts, List<Object> rights) {
    return IntStream.range(0, lefts.size())
        .mapToObj(k -> new Pair<>(type.cast(lefts.get(k)), type.cast(rights.get(k))))
        .toList();
  }

  private static <T> T sum(
      List<Pair<T>> pairs,
      boolean inLanes,
      int lanes,
      T zero,
      BiFunction<T, Pair<T>, T> step,
      BinaryOperator<T> add) {
    if (inLanes) {
      return SumOrder.acrossLanes(pairs, lanes, zero, step, add);
    }
    T acc = zero;
    for (Pair<T> pair : pairs) {
      acc = step.apply(acc, pair);
    }
    return acc;
  }
}
