package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.Operand;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;

/** One transcendental function of each element of an array: ours, the JDK's and libmvec's. */
public enum MathFunction {
  EXP(-10, 10, (x, _) -> Math.exp(x)),
  LOG(0.001, 100, (x, _) -> Math.log(x)),
  SIN(-10, 10, (x, _) -> Math.sin(x)),
  COS(-10, 10, (x, _) -> Math.cos(x)),
  TAN(-10, 10, (x, _) -> Math.tan(x)),
  ASIN(-1, 1, (x, _) -> Math.asin(x)),
  ATAN(-5, 5, (x, _) -> Math.atan(x)),
  TANH(-4, 4, (x, _) -> Math.tanh(x)),
  ERF(-3, 3, (x, _) -> BlackScholes.erf(x)),
  POW(0.001, 8, Math::pow);

  /** The program of all of them. */
  public static final String SOURCE = "functions";

  private final double low;
  private final double high;
  private final DoubleBinaryOperator java;

  /** Arguments are between {@code low} and {@code high}. */
  MathFunction(double low, double high, DoubleBinaryOperator java) {
    this.low = low;
    this.high = high;
    this.java = java;
  }

  private boolean isOfTwo() {
    return this == POW;
  }

  /** Its name in the programs, C and the tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kernel for n elements of f64. */
  public Kernel f64(long n) {
    Operand x = Operand.uniform(1, low, high, n);
    Operand y = Operand.uniform(2, low, high, n);
    Operand out = Operand.doubles(n);
    return kernel("f64", x, y, out, n)
        .tolerance(this == ERF ? 1e-6 : 1e-14) // in plain Java erf has seven digits
        .java(() -> f64(out.doubleArray(), x.doubleArray(), y.doubleArray()));
  }

  /** The kernel for n elements of f32. */
  public Kernel f32(long n) {
    Operand x = Operand.uniformFloats(1, low, high, n);
    Operand y = Operand.uniformFloats(2, low, high, n);
    Operand out = Operand.floats(n);
    return kernel("f32", x, y, out, n)
        .tolerance(1e-6)
        .java(() -> f32(out.floatArray(), x.floatArray(), y.floatArray()));
  }

  private Kernel.Builder kernel(String dtype, Operand x, Operand y, Operand out, long n) {
    String function = label() + "_" + dtype;
    var kernel = Kernel.of(label() + " " + dtype + " " + n, out);
    return isOfTwo()
        ? kernel.program(SOURCE, function, x, y).c(function, x, y, n)
        : kernel.program(SOURCE, function, x).c(function, x, n);
  }

  private void f64(double[] out, double[] x, double[] y) {
    for (int i = 0; i < out.length; i++) {
      out[i] = java.applyAsDouble(x[i], y[i]);
    }
  }

  private void f32(float[] out, float[] x, float[] y) {
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) java.applyAsDouble(x[i], y[i]);
    }
  }
}
