package dev.tensorc.interp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;

/**
 * The order in which a float sum adds, and a float product multiplies. This class is the
 * specification: every engine gives the bits that it gives.
 *
 * <p>The order depends on nothing but the reduced extents and on whether the reduced axes include
 * the operand's last one; not on strides, fusion, versions, threads, the machine's vector width or
 * {@code keepdims}. The elements of the reduced axes, in row-major order, are the sequence of N
 * elements that is added.
 *
 * <dl>
 *   <dt>cascade(s)
 *   <dd>The sequence is split into chunks of {@value #CHUNK} consecutive elements; the last may be
 *       shorter. Each chunk is added from its first element to its last, starting from +0.0. The
 *       chunk sums are combined by a binary counter: a stack, on which, after chunk number c
 *       (counted from 1) was pushed, the two topmost sums are replaced by {@code older + newer} as
 *       often as c can be halved. In the end the stack is folded from its top: {@code acc = top},
 *       then {@code acc = next older + acc}. An empty sequence gives +0.0.
 *   <dt>The reduced axes do not include the last axis
 *   <dd>cascade(the sequence).
 *   <dt>The reduced axes include the last axis
 *   <dd>The sequence is dealt to V virtual lanes, V = {@value #LANES_F32} for f32 and {@value
 *       #LANES_F64} for f64: lane l gets the elements l, l + V, l + 2V and so on. Every lane counts
 *       as ceil(N / V) elements long; those missing at the end are left out. Each lane is cascaded.
 *       The lanes are added as a tree: for w = V/2, V/4, ..., 1 and l below w, {@code lane[l] =
 *       lane[l] + lane[l + w]}. The result is lane[0].
 * </dl>
 *
 * <p>A product is the same with {@code *} for {@code +} and 1.0 for +0.0.
 *
 * <p>The reasons: lanes let a vector unit load consecutive elements, chunks fit its accumulators,
 * and pairwise combination keeps the rounding error growing with the logarithm of N.
 */
public final class SumOrder {

  /** Elements added one after the other before their sum is combined with other chunks'. */
  public static final int CHUNK = 16;

  /** Virtual lanes of a sum of f32 over the last axis. */
  public static final int LANES_F32 = 64;

  /** Virtual lanes of a sum of f64 over the last axis. */
  public static final int LANES_F64 = 32;

  private SumOrder() {}

  /** The sum of f32 elements in row-major order. */
  public static float sumF32(List<Float> sequence, boolean includesLastAxis) {
    return sum(sequence, includesLastAxis, LANES_F32, 0.0f, Float::sum);
  }

  /** The sum of f64 elements in row-major order. */
  public static double sumF64(List<Double> sequence, boolean includesLastAxis) {
    return sum(sequence, includesLastAxis, LANES_F64, 0.0, Double::sum);
  }

  /** The product of f32 elements in row-major order. */
  public static float productF32(List<Float> sequence, boolean includesLastAxis) {
    return sum(sequence, includesLastAxis, LANES_F32, 1.0f, (a, b) -> a * b);
  }

  /** The product of f64 elements in row-major order. */
  public static double productF64(List<Double> sequence, boolean includesLastAxis) {
    return sum(sequence, includesLastAxis, LANES_F64, 1.0, (a, b) -> a * b);
  }

  private static <T> T sum(
      List<T> sequence, boolean includesLastAxis, int lanes, T zero, BinaryOperator<T> add) {
    return includesLastAxis
        ? acrossLanes(sequence, lanes, zero, add, add)
        : cascade(sequence, sequence.size(), zero, add, add);
  }

  /**
   * The order of a sum over the last axis.
   *
   * @param step adds an element
   * @param add adds two sums
   */
  static <E, T> T acrossLanes(
      List<E> sequence, int count, T zero, BiFunction<T, E, T> step, BinaryOperator<T> add) {
    int length = Math.ceilDiv(sequence.size(), count);
    var lanes = new ArrayList<T>();
    for (int l = 0; l < count; l++) {
      var lane = new ArrayList<E>();
      for (int i = l; i < sequence.size(); i += count) {
        lane.add(sequence.get(i));
      }
      lanes.add(cascade(lane, length, zero, step, add));
    }
    for (int w = count / 2; w >= 1; w /= 2) {
      for (int l = 0; l < w; l++) {
        lanes.set(l, add.apply(lanes.get(l), lanes.get(l + w)));
      }
    }
    return lanes.getFirst();
  }

  /**
   * @param length of the sequence with the missing elements at its end
   */
  private static <E, T> T cascade(
      List<E> sequence, int length, T zero, BiFunction<T, E, T> step, BinaryOperator<T> add) {
    Deque<T> sums = new ArrayDeque<>();
    int chunks = Math.ceilDiv(length, CHUNK);
    for (int c = 1; c <= chunks; c++) {
      int end = Math.min(c * CHUNK, sequence.size());
      T sum = zero;
      for (int i = (c - 1) * CHUNK; i < end; i++) {
        sum = step.apply(sum, sequence.get(i));
      }
      sums.push(sum);
      for (int n = c; n % 2 == 0; n /= 2) {
        T newer = sums.pop();
        T older = sums.pop();
        sums.push(add.apply(older, newer));
      }
    }
    if (sums.isEmpty()) {
      return zero;
    }
    T acc = sums.pop();
    while (!sums.isEmpty()) {
      acc = add.apply(sums.pop(), acc);
    }
    return acc;
  }
}
