package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.Inputs;
import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.NativeLibrary;
import dev.tensorc.runtime.FloatTensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A fused chain with two columns and two rows broadcast, or one column and three rows. */
public final class Chain implements Kernel {

  /** How the program is written, and what it gets. */
  public enum Form {
    /** Nothing is known when compiling but the ranks; mu and g are columns. */
    COLUMNS("chain"),
    /** The same program; g is a row. */
    G_ROW("chain, g a row,"),
    /** The columns and rows are declared as such. */
    DECLARED("chain, declared,");

    private final String label;

    Form(String label) {
      this.label = label;
    }
  }

  private static final CompiledProgram OPEN =
      new CompiledProgram(
          """
          export fn chain(
            x: f32[?, ?], mu: f32[?, ?], scale: f32[?], bias: f32[?], g: f32[?, ?]
          ) -> f32[?, ?] {
            return maximum((x - mu) * scale + bias, 0.0) * g
          }
          """);

  private static final CompiledProgram DECLARED =
      new CompiledProgram(
          """
          export fn chain(
            x: f32[n, m], mu: f32[n, 1], scale: f32[m], bias: f32[m], g: f32[n, 1]
          ) -> f32[n, m] {
            return maximum((x - mu) * scale + bias, 0.0) * g
          }
          """);

  private static final MethodHandle OPEN_INTO = into(OPEN);
  private static final MethodHandle DECLARED_INTO = into(DECLARED);

  private static MethodHandle into(CompiledProgram program) {
    Class<?> t = FloatTensor.class;
    return program.method("chainInto", void.class, t, t, t, t, t, t);
  }

  private final int n;
  private final int m;
  private final Form form;
  private final boolean gIsRow;
  private final float[] out;
  private final float[] x;
  private final float[] mu;
  private final float[] scale;
  private final float[] bias;
  private final float[] g;

  /** With an x of n by m. */
  public Chain(Form form, int n, int m) {
    this.n = n;
    this.m = m;
    this.form = form;
    this.gIsRow = form == Form.G_ROW;
    this.out = new float[n * m];
    this.x = Inputs.normal(1, n * m);
    this.mu = Inputs.normal(2, n);
    this.scale = Inputs.normal(3, m);
    this.bias = Inputs.normal(4, m);
    this.g = Inputs.normal(5, gIsRow ? m : n);
  }

  @Override
  public String name() {
    return form.label + " " + n + "x" + m;
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
    if (form == Form.DECLARED) {
      return times -> {
        for (long t = 0; t < times; t++) {
          DECLARED_INTO.invokeExact(result, a[0], a[1], a[2], a[3], a[4]);
        }
      };
    }
    return times -> {
      for (long t = 0; t < times; t++) {
        OPEN_INTO.invokeExact(result, a[0], a[1], a[2], a[3], a[4]);
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
    return (form == Form.DECLARED ? DECLARED : OPEN).versionTaken("chain", arguments());
  }
}
