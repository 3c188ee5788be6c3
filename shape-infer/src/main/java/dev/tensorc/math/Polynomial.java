package dev.tensorc.math;

import java.util.ArrayList;
import java.util.Arrays;

/** Evaluates polynomials. */
final class Polynomial {

  /** Coefficients that {@link #eitherInTwo} does not treat in two sums. */
  private static final int IN_TURN = 3;

  private Polynomial() {}

  /**
   * Evaluates by Horner's scheme with fma.
   *
   * <p>The chain is serial, but it has the fewest operations, and a loop has many independent
   * elements to overlap it with.
   *
   * @param coefficients from the highest power down to the constant
   */
  static <F, I, M> F horner(MathOps<F, I, M> o, F x, double... coefficients) {
    F sum = o.constant(coefficients[0]);
    for (int i = 1; i < coefficients.length; i++) {
      sum = o.fma(sum, x, o.constant(coefficients[i]));
    }
    return sum;
  }

  /**
   * Evaluates one of two polynomials, by Horner's scheme: selecting a coefficient costs less than
   * another step would.
   *
   * @param first the polynomial where {@code condition} holds; it has no more coefficients
   */
  static <F, I, M> F either(MathOps<F, I, M> o, M condition, F x, double[] first, double[] second) {
    int more = second.length - first.length;
    F sum = horner(o, x, Arrays.copyOf(second, more + 1));
    sum = o.select(condition, o.constant(first[0]), sum);
    for (int i = more + 1; i < second.length; i++) {
      sum = o.fma(sum, x, coefficient(o, condition, first, second, i));
    }
    return sum;
  }

  /**
   * As {@link #either}, but for the last {@value #IN_TURN} coefficients the even powers and the odd
   * ones each by Horner's scheme: one operation more, and little more than half as long to wait
   * for. It pays for long polynomials, since a processor has only a few of them at work at a time.
   * The last ones are done in turn because the sums of even and of odd powers may be large against
   * their sum, and so would be their errors.
   */
  static <F, I, M> F eitherInTwo(
      MathOps<F, I, M> o, M condition, F x, double[] first, double[] second) {
    int more = second.length - first.length;
    int split = second.length - IN_TURN;
    F square = o.mul(x, x);
    var sums = new ArrayList<F>(); // the powers of the first coefficient, then those of the second
    for (int i = 0; i < split; i++) {
      F next = i > more + 1 ? coefficient(o, condition, first, second, i) : o.constant(second[i]);
      F sum = i < 2 ? next : o.fma(sums.get(i % 2), square, next);
      if (i == more || i == more + 1) {
        sum = o.select(condition, o.constant(first[i - more]), sum);
      }
      if (i < 2) {
        sums.add(sum);
      } else {
        sums.set(i % 2, sum);
      }
    }
    int lowest = (split - 1) % 2;
    F sum = o.fma(sums.get(1 - lowest), x, sums.get(lowest));
    for (int i = split; i < second.length; i++) {
      sum = o.fma(sum, x, coefficient(o, condition, first, second, i));
    }
    return sum;
  }

  /** The coefficient of the power that the second polynomial's number {@code i} belongs to. */
  private static <F, I, M> F coefficient(
      MathOps<F, I, M> o, M condition, double[] first, double[] second, int i) {
    int more = second.length - first.length;
    return o.select(condition, o.constant(first[i - more]), o.constant(second[i]));
  }
}
