package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;
import java.util.Arrays;

/** Sums over one axis or both, in the language's fixed order. */
public final class Sum {

  private Sum() {}

  /** The sum over the last axis of n by m. */
  public static Kernel last(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand out = Operand.floats(n);
    return Kernel.of("sum last " + n + "x" + m, out)
        .program("sums", "sum_last", x)
        .c("sum_last", x, n, m)
        .tolerance(tolerance(m))
        .java(() -> last(out.floatArray(), x.floatArray(), (int) n, (int) m));
  }

  /** The sum over the first axis of n by m. */
  public static Kernel first(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand out = Operand.floats(m);
    return Kernel.of("sum first " + n + "x" + m, out)
        .program("sums", "sum_first", x)
        .c("sum_first", x, n, m)
        .tolerance(tolerance(n))
        .java(() -> first(out.floatArray(), x.floatArray(), (int) n, (int) m));
  }

  /** The sum over both axes of n by m. */
  public static Kernel all(long n, long m) {
    Operand x = Operand.normal(1, n, m);
    Operand out = Operand.floats(1);
    return Kernel.of("sum all " + n + "x" + m, out)
        .scalarProgram("sums", "sum_all", x)
        .c("sum_all", x, n, m)
        .tolerance(tolerance(n * m))
        .java(() -> last(out.floatArray(), x.floatArray(), 1, (int) (n * m)));
  }

  /** C adds one after the other: the error grows with the number of elements. */
  private static double tolerance(long elements) {
    return 1e-5 * Math.sqrt(elements);
  }

  private static void last(float[] out, float[] x, int n, int m) {
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int j = 0; j < m; j++) {
        sum += x[i * m + j];
      }
      out[i] = sum;
    }
  }

  private static void first(float[] out, float[] x, int n, int m) {
    Arrays.fill(out, 0);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        out[j] += x[i * m + j];
      }
    }
  }
}
