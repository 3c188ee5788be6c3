package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.Inputs;
import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.NativeLibrary;
import dev.tensorc.runtime.FloatTensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Sums over one axis or both, in the language's fixed order. */
public final class Sum implements Kernel {

  /** What is summed over. */
  public enum Over {
    LAST,
    FIRST,
    ALL
  }

  private static final CompiledProgram PROGRAM =
      new CompiledProgram(
          """
          export fn sum_last(x: f32[n, m]) -> f32[n] { return sum(x, axis=1) }
          export fn sum_first(x: f32[n, m]) -> f32[m] { return sum(x, axis=0) }
          export fn sum_all(x: f32[n, m]) -> f32 { return sum(x) }
          """);

  private static final MethodHandle LAST_INTO =
      PROGRAM.method("sum_lastInto", void.class, FloatTensor.class, FloatTensor.class);
  private static final MethodHandle FIRST_INTO =
      PROGRAM.method("sum_firstInto", void.class, FloatTensor.class, FloatTensor.class);
  private static final MethodHandle ALL = PROGRAM.method("sum_all", float.class, FloatTensor.class);

  private final Over over;
  private final int n;
  private final int m;
  private final float[] x;
  private final float[] out;

  public Sum(Over over, int n, int m) {
    this.over = over;
    this.n = n;
    this.m = m;
    this.x = Inputs.normal(1, n * m);
    this.out =
        new float
            [switch (over) {
              case LAST -> n;
              case FIRST -> m;
              case ALL -> 1;
            }];
  }

  @Override
  public String name() {
    return "sum " + label() + " " + n + "x" + m;
  }

  private String label() {
    return over.name().toLowerCase(java.util.Locale.ROOT);
  }

  @Override
  public Contender ours() {
    FloatTensor input = FloatTensor.of(x, n, m);
    FloatTensor result = FloatTensor.of(out, out.length);
    return switch (over) {
      case LAST ->
          times -> {
            for (long t = 0; t < times; t++) {
              LAST_INTO.invokeExact(result, input);
            }
          };
      case FIRST ->
          times -> {
            for (long t = 0; t < times; t++) {
              FIRST_INTO.invokeExact(result, input);
            }
          };
      case ALL ->
          times -> {
            for (long t = 0; t < times; t++) {
              out[0] = (float) ALL.invokeExact(input);
            }
          };
    };
  }

  @Override
  public Contender plainJava() {
    return times -> {
      for (long t = 0; t < times; t++) {
        switch (over) {
          case LAST -> last(out, x, n, m);
          case FIRST -> first(out, x, n, m);
          case ALL -> last(out, x, 1, n * m);
        }
      }
    };
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
    java.util.Arrays.fill(out, 0);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        out[j] += x[i * m + j];
      }
    }
  }

  @Override
  public Contender c(NativeLibrary library) {
    MethodHandle f = library.function("sum_" + label(), 2, 2);
    MemorySegment o = MemorySegment.ofArray(out);
    MemorySegment a = MemorySegment.ofArray(x);
    return times -> {
      f.invokeExact(times, o, a, (long) n, (long) m);
    };
  }

  @Override
  public float[] result() {
    return out;
  }

  /** Relative to the sum of absolute values, which grows with the number of elements. */
  @Override
  public double tolerance() {
    return 1e-3 * Math.sqrt((double) n * m / out.length);
  }

  @Override
  public String version() {
    return PROGRAM.versionTaken("sum_" + label(), FloatTensor.of(x, n, m));
  }
}
