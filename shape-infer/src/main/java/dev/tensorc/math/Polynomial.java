package dev.tensorc.math;

import java.util.Arrays;

/** Evaluates polynomials. */
final class Polynomial {

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
    for (int i = 1; i < first.length; i++) {
      F next = o.select(condition, o.constant(first[i]), o.constant(second[more + i]));
      sum = o.fma(sum, x, next);
    }
    return sum;
  }
}
