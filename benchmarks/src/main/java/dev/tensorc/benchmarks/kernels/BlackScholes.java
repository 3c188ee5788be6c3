package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;

/** Prices of European calls: logarithms, exponentials and the error function in one loop. */
public final class BlackScholes {

  private static final double RATE = 0.05;
  private static final double SIGMA = 0.2;

  /** The coefficients of the approximation of erf in plain Java, which has none. */
  private static final double[] ERF = {
    0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429
  };

  private BlackScholes() {}

  /** The kernel with n contracts. */
  public static Kernel of(long n) {
    Operand s = Operand.uniform(1, 80, 120, n);
    Operand k = Operand.uniform(2, 80, 120, n);
    Operand t = Operand.uniform(3, 0.1, 2, n);
    Operand out = Operand.doubles(n);
    return Kernel.of("Black-Scholes f64 " + n, out)
        .program("black_scholes", "call", s, k, t, RATE, SIGMA)
        .c("black_scholes", s, k, t, n, RATE, SIGMA)
        .tolerance(1e-4)
        .java(() -> call(out.doubleArray(), s.doubleArray(), k.doubleArray(), t.doubleArray()));
  }

  private static void call(double[] out, double[] s, double[] k, double[] t) {
    for (int i = 0; i < out.length; i++) {
      double sd = SIGMA * Math.sqrt(t[i]);
      double d1 = (Math.log(s[i] / k[i]) + (RATE + SIGMA * SIGMA / 2) * t[i]) / sd;
      out[i] = s[i] * cdf(d1) - k[i] * Math.exp(-RATE * t[i]) * cdf(d1 - sd);
    }
  }

  private static double cdf(double x) {
    return 0.5 * (1 + erf(x / Math.sqrt(2)));
  }

  /** Abramowitz and Stegun 7.1.26, right to seven digits. */
  static double erf(double x) {
    double t = 1 / (1 + 0.3275911 * Math.abs(x));
    double p = t * (ERF[0] + t * (ERF[1] + t * (ERF[2] + t * (ERF[3] + t * ERF[4]))));
    return Math.copySign(1 - p * Math.exp(-x * x), x);
  }
}
