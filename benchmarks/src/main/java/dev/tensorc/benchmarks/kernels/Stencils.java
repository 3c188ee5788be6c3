package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Elements that are computed from their neighbours. */
public final class Stencils {

  private static final int SIDE = 3;

  private Stencils() {}

  /** A 3x3 convolution of h by v, in index notation. */
  public static Kernel convolution(long h, long v) {
    return convolution("3x3 convolution, index " + h + "x" + v, "convolved", h, v);
  }

  /** The same convolution, said with slices of whole arrays. */
  public static Kernel convolutionSlices(long h, long v) {
    return convolution("3x3 convolution, slices " + h + "x" + v, "convolved_slices", h, v);
  }

  private static Kernel convolution(String name, String function, long h, long v) {
    Operand x = Operand.normal(1, h, v);
    Operand w = Operand.normal(2, SIDE, SIDE);
    Operand out = Operand.floats(h - 2, v - 2);
    return Kernel.of(name, out)
        .program("stencils", function, x, w)
        .c("convolved", x, w, h, v)
        .tolerance(1e-5)
        .java(() -> convolved(out.floatArray(), x.floatArray(), w.floatArray(), (int) h, (int) v));
  }

  /** One step of the heat equation on h by v. */
  public static Kernel heat(long h, long v) {
    Operand u = Operand.normal(1, h, v);
    Operand out = Operand.floats(h, v);
    return Kernel.of("heat step " + h + "x" + v, out)
        .program("stencils", "heat", u)
        .c("heat", u, h, v)
        .tolerance(1e-6)
        .java(() -> heat(out.floatArray(), u.floatArray(), (int) h, (int) v));
  }

  private static void convolved(float[] out, float[] x, float[] w, int h, int v) {
    for (int i = 0; i < h - 2; i++) {
      for (int j = 0; j < v - 2; j++) {
        float sum = 0;
        for (int r = 0; r < SIDE; r++) {
          for (int s = 0; s < SIDE; s++) {
            sum += x[(i + r) * v + j + s] * w[r * SIDE + s];
          }
        }
        out[i * (v - 2) + j] = sum;
      }
    }
  }

  private static void heat(float[] out, float[] u, int h, int v) {
    System.arraycopy(u, 0, out, 0, v);
    System.arraycopy(u, (h - 1) * v, out, (h - 1) * v, v);
    for (int i = 1; i < h - 1; i++) {
      int row = i * v;
      out[row] = u[row];
      for (int j = row + 1; j < row + v - 1; j++) {
        out[j] = u[j] + 0.1f * (u[j - v] + u[j + v] + u[j - 1] + u[j + 1] - 4 * u[j]);
      }
      out[row + v - 1] = u[row + v - 1];
    }
  }
}
