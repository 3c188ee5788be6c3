package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Squared distances of all pairs of points: a reduction of values computed for each pair. */
public final class Distances {

  private Distances() {}

  /** From each of n points to each of m, in k dimensions. */
  public static Kernel of(long n, long m, long k) {
    Operand p = Operand.normal(1, n, k);
    Operand q = Operand.normal(2, m, k);
    Operand out = Operand.floats(n, m);
    return Kernel.of("distances " + n + "x" + m + "x" + k, out)
        .program("distances", "distances", p, q)
        .c("distances", p, q, n, m, k)
        .tolerance(1e-5)
        .java(
            () ->
                distances(
                    out.floatArray(), p.floatArray(), q.floatArray(), (int) n, (int) m, (int) k));
  }

  private static void distances(float[] out, float[] p, float[] q, int n, int m, int k) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++) {
          float d = p[i * k + l] - q[j * k + l];
          sum += d * d;
        }
        out[i * m + j] = sum;
      }
    }
  }
}
