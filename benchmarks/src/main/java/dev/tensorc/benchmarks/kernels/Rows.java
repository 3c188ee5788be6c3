package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Reductions of rows, and expressions that use them row by row. */
public final class Rows {

  private Rows() {}

  /** Softmax of n rows of d. */
  public static Kernel softmax(long n, long d) {
    Operand x = Operand.normal(1, n, d);
    Operand out = Operand.floats(n, d);
    return Kernel.of("softmax " + n + "x" + d, out)
        .program("rows", "softmax", x)
        .c("softmax", x, n, d)
        .tolerance(1e-5)
        .java(() -> softmax(out.floatArray(), x.floatArray(), (int) n, (int) d));
  }

  /** Layer norm of n rows of d. */
  public static Kernel layerNorm(long n, long d) {
    Operand x = Operand.normal(1, n, d);
    Operand gamma = Operand.normal(2, d);
    Operand beta = Operand.normal(3, d);
    Operand out = Operand.floats(n, d);
    return Kernel.of("layer norm " + n + "x" + d, out)
        .program("rows", "layer_norm", x, gamma, beta)
        .c("layer_norm", x, gamma, beta, n, d)
        .tolerance(1e-4)
        .java(
            () ->
                layerNorm(
                    out.floatArray(),
                    x.floatArray(),
                    gamma.floatArray(),
                    beta.floatArray(),
                    (int) n,
                    (int) d));
  }

  private static void softmax(float[] out, float[] x, int n, int d) {
    for (int i = 0; i < n; i++) {
      int row = i * d;
      float most = Float.NEGATIVE_INFINITY;
      for (int j = 0; j < d; j++) {
        most = Math.max(most, x[row + j]);
      }
      float sum = 0;
      for (int j = 0; j < d; j++) {
        out[row + j] = (float) Math.exp(x[row + j] - most);
        sum += out[row + j];
      }
      for (int j = 0; j < d; j++) {
        out[row + j] /= sum;
      }
    }
  }

  private static void layerNorm(float[] out, float[] x, float[] gamma, float[] beta, int n, int d) {
    for (int i = 0; i < n; i++) {
      int row = i * d;
      float sum = 0;
      for (int j = 0; j < d; j++) {
        sum += x[row + j];
      }
      float mean = sum / d;
      float squares = 0;
      for (int j = 0; j < d; j++) {
        squares += (x[row + j] - mean) * (x[row + j] - mean);
      }
      float scale = (float) (1 / Math.sqrt(squares / d + 1e-5f));
      for (int j = 0; j < d; j++) {
        out[row + j] = (x[row + j] - mean) * scale * gamma[j] + beta[j];
      }
    }
  }
}
