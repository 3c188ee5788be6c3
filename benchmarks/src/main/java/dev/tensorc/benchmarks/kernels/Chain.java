package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.Inputs;
import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.NativeLibrary;
import dev.tensorc.runtime.FloatTensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A fused chain with two columns and two rows broadcast, or one column and three rows. Nothing is
 * known when compiling but the ranks.
 */
public final class Chain implements Kernel {

  private static final CompiledProgram PROGRAM =
      new CompiledProgram(
          """
          export fn chain(
            x: f32[?, ?], mu: f32[?, ?], scale: f32[?], bias: f32[?], g: f32[?, ?]
          ) -> f32[?, ?] {
            return maximum((x - mu) * scale + bias, 0.0) * g
          }
          """);

  private static final MethodHandle CHAIN_INTO =
      PROGRAM.method(
          "chainInto",
          void.class,
          FloatTensor.class,
          FloatTensor.class,
          FloatTensor.class,
          FloatTensor.class,
          FloatTensor.class,
          FloatTensor.class);

  private final int n;
  private final int m;
  private final boolean gIsRow;
  private final float[] out;
  private final float[] x;
  private final float[] mu;
  private final float[] scale;
  private final float[] bias;
  private final float[] g;

  /**
   * @param gIsRow whether g is 1 by m instead of n by 1
   */
  public Chain(int n, int m, boolean gIsRow) {
    this.n = n;
    this.m = m;
    this.gIsRow = gIsRow;
    this.out = new float[n * m];
    this.x = Inputs.normal(1, n * m);
    this.mu = Inputs.normal(2, n);
    this.scale = Inputs.normal(3, m);
    this.bias = Inputs.normal(4, m);
    this.g = Inputs.normal(5, gIsRow ? m : n);
  }

  @Override
  public String name() {
    return "chain" + (gIsRow ? ", g a row," : "") + " " + n + "x" + m;
  }

  private FloatTensor[] arguments() {
    return new FloatTensor[] {
      FloatTensor.of(x, n, m),
      FloatTensor.of(mu, n, 1),
      FloatTensor.of(scale, m),
      FloatTensor.of(bias, m),
      gIsRow ? FloatTensor.of(g, 1, m) : FloatTensor.of(g, n, 1)
    };
  }

  @Override
  public Contender ours() {
    FloatTensor result = FloatTensor.of(out, n, m);
    FloatTensor[] a = arguments();
    return times -> {
      for (long t = 0; t < times; t++) {
        CHAIN_INTO.invokeExact(result, a[0], a[1], a[2], a[3], a[4]);
      }
    };
  }

  @Override
  public Contender plainJava() {
    return times -> {
      for (long t = 0; t < times; t++) {
        if (gIsRow) {
          gRow(out, x, mu, scale, bias, g, n, m);
        } else {
          gColumn(out, x, mu, scale, bias, g, n, m);
        }
      }
    };
  }

  private static void gColumn(
      float[] out, float[] x, float[] mu, float[] scale, float[] bias, float[] g, int n, int m) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        out[i * m + j] = Math.max((x[i * m + j] - mu[i]) * scale[j] + bias[j], 0) * g[i];
      }
    }
  }

  private static void gRow(
      float[] out, float[] x, float[] mu, float[] scale, float[] bias, float[] g, int n, int m) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        out[i * m + j] = Math.max((x[i * m + j] - mu[i]) * scale[j] + bias[j], 0) * g[j];
      }
    }
  }

  @Override
  public Contender c(NativeLibrary library) {
    MethodHandle f = library.function(gIsRow ? "chain_g_row" : "chain_g_column", 6, 2);
    MemorySegment o = MemorySegment.ofArray(out);
    MemorySegment a = MemorySegment.ofArray(x);
    MemorySegment b = MemorySegment.ofArray(mu);
    MemorySegment c = MemorySegment.ofArray(scale);
    MemorySegment d = MemorySegment.ofArray(bias);
    MemorySegment e = MemorySegment.ofArray(g);
    return times -> {
      f.invokeExact(times, o, a, b, c, d, e, (long) n, (long) m);
    };
  }

  @Override
  public float[] result() {
    return out;
  }

  @Override
  public double tolerance() {
    return 0;
  }

  @Override
  public String version() {
    return PROGRAM.versionTaken("chain", arguments());
  }
}
