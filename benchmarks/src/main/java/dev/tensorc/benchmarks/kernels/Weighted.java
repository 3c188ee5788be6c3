package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** The exponential of a row against a matrix: to be computed once, and not for every row. */
public final class Weighted {

  private Weighted() {}

  /** The kernel with a matrix of n by m. */
  public static Kernel of(long n, long m) {
    Operand row = Operand.normal(1, m);
    Operand x = Operand.normal(2, n, m);
    Operand weights = Operand.floats(m);
    Operand out = Operand.floats(n, m);
    return Kernel.of("exp(row) * matrix " + n + "x" + m, out)
        .program("hoisting", "weighted", row, x)
        .plainProgram("hoisted", "weights", weights, row)
        .plainProgram("hoisted", "times", out, weights, x)
        .c("weighted", row, x, n, m)
        .tolerance(1e-5)
        .java(() -> weighted(out.floatArray(), row.floatArray(), x.floatArray()));
  }

  private static void weighted(float[] out, float[] row, float[] x) {
    int m = row.length;
    for (int i = 0; i < x.length; i += m) {
      for (int j = 0; j < m; j++) {
        out[i + j] = (float) Math.exp(row[j]) * x[i + j];
      }
    }
  }
}
