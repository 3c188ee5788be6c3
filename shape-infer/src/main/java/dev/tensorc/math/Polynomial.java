package dev.tensorc.math;

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
}
