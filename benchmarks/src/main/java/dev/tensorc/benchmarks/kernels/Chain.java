package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** A fused chain with two columns and two rows broadcast. */
public final class Chain {

  private Chain() {}

  /** The kernel with an x of n by m. */
  public static Kernel of(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand mu = Operand.normal(2, n, 1);
    Operand scale = Operand.normal(3, m);
    Operand bias = Operand.normal(4, m);
    Operand g = Operand.normal(5, n, 1);
    Operand out = Operand.floats(n, m);
    return Kernel.of("chain " + n + "x" + m, out)
        .program("chain", "chain", x, mu, scale, bias, g)
        .c("chain", x, mu, scale, bias, g, n, m)
        .java(
            () ->
                chain(
                    out.floatArray(),
                    x.floatArray(),
                    mu.floatArray(),
                    scale.floatArray(),
                    bias.floatArray(),
                    g.floatArray(),
                    (int) n,
                    (int) m));
  }

  private static void chain(
      float[] out, float[] x, float[] mu, float[] scale, float[] bias, float[] g, int n, int m) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        out[i * m + j] = Math.max((x[i * m + j] - mu[i]) * scale[j] + bias[j], 0) * g[i];
      }
    }
  }
}
