package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Distances of all pairs of places: trigonometry over a table. */
public final class Haversine {

  private Haversine() {}

  /** From each of n places to each of m. */
  public static Kernel of(long n, long m) {
    Operand lat1 = Operand.uniform(1, -1.5, 1.5, n);
    Operand lon1 = Operand.uniform(2, -3, 3, n);
    Operand lat2 = Operand.uniform(3, -1.5, 1.5, m);
    Operand lon2 = Operand.uniform(4, -3, 3, m);
    Operand out = Operand.doubles(n, m);
    return Kernel.of("haversine f64 " + n + "x" + m, out)
        .program("haversine", "haversine", lat1, lon1, lat2, lon2)
        .c("haversine", lat1, lon1, lat2, lon2, n, m)
        .tolerance(1e-9)
        .java(
            () ->
                haversine(
                    out.doubleArray(),
                    lat1.doubleArray(),
                    lon1.doubleArray(),
                    lat2.doubleArray(),
                    lon2.doubleArray()));
  }

  private static void haversine(
      double[] out, double[] lat1, double[] lon1, double[] lat2, double[] lon2) {
    int m = lat2.length;
    for (int i = 0; i < lat1.length; i++) {
      double c = Math.cos(lat1[i]);
      for (int j = 0; j < m; j++) {
        double u = Math.sin((lat2[j] - lat1[i]) / 2);
        double v = Math.sin((lon2[j] - lon1[i]) / 2);
        out[i * m + j] = 2 * 6371.0 * Math.asin(Math.sqrt(u * u + c * Math.cos(lat2[j]) * v * v));
      }
    }
  }
}
