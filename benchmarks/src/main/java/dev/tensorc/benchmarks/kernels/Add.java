package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** The smallest kernel: the cost of a call and its checks, and the speed of memory. */
public final class Add {

  private Add() {}

  /** The kernel with n elements. */
  public static Kernel of(long n) {
    Operand a = Operand.normal(1, n);
    Operand b = Operand.normal(2, n);
    Operand out = Operand.floats(n);
    return Kernel.of("a + b " + n, out)
        .program("add", "plus", a, b)
        .c("add", a, b, n)
        .java(() -> add(out.floatArray(), a.floatArray(), b.floatArray()));
  }

  private static void add(float[] out, float[] a, float[] b) {
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] + b[i];
    }
  }
}
