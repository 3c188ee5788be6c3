package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;
import java.util.Arrays;

/** Where the largest element stands, over one axis or both. */
public final class Places {

  private Places() {}

  /** The search over the last axis of n by m. */
  public static Kernel last(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand out = Operand.longs(n);
    return Kernel.of("argmax last " + n + "x" + m, out)
        .program("places", "argmax_last", x)
        .c("argmax_last", x, n, m)
        .java(() -> last(out.longArray(), x.floatArray(), (int) n, (int) m));
  }

  /** The search over the first axis of n by m. */
  public static Kernel first(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand best = Operand.floats(m);
    Operand out = Operand.longs(m);
    return Kernel.of("argmax first " + n + "x" + m, out)
        .program("places", "argmax_first", x)
        .c("argmax_first", x, best, n, m)
        .java(() -> first(out.longArray(), x.floatArray(), best.floatArray(), (int) n, (int) m));
  }

  /** The search over both axes of n by m. */
  public static Kernel all(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand out = Operand.longs(1, 1);
    return Kernel.of("argmax all " + n + "x" + m, out)
        .program("places", "argmax_all", x)
        .c("argmax_all", x, n, m)
        .java(() -> last(out.longArray(), x.floatArray(), 1, (int) (n * m)));
  }

  private static void last(long[] out, float[] x, int n, int m) {
    for (int i = 0; i < n; i++) {
      float best = x[i * m];
      int at = 0;
      for (int j = 1; j < m; j++) {
        if (x[i * m + j] > best) {
          best = x[i * m + j];
          at = j;
        }
      }
      out[i] = at;
    }
  }

  private static void first(long[] out, float[] x, float[] best, int n, int m) {
    Arrays.fill(out, 0);
    System.arraycopy(x, 0, best, 0, m);
    for (int i = 1; i < n; i++) {
      for (int j = 0; j < m; j++) {
        if (x[i * m + j] > best[j]) {
          best[j] = x[i * m + j];
          out[j] = i;
        }
      }
    }
  }
}
