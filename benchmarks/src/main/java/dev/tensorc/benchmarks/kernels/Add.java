package dev.tensorc.benchmarks.kernels;

import dev.tensorc.benchmarks.CompiledProgram;
import dev.tensorc.benchmarks.Contender;
import dev.tensorc.benchmarks.Inputs;
import dev.tensorc.benchmarks.Kernel;
import dev.tensorc.benchmarks.NativeLibrary;
import dev.tensorc.runtime.FloatTensor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The smallest kernel: what a call and its checks cost, and what memory gives. */
public final class Add implements Kernel {

  private static final CompiledProgram PROGRAM =
      new CompiledProgram("export fn plus(a: f32[?], b: f32[?]) -> f32[?] { return a + b }");

  private static final MethodHandle PLUS_INTO =
      PROGRAM.method(
          "plusInto", void.class, FloatTensor.class, FloatTensor.class, FloatTensor.class);

  private final float[] out;
  private final float[] a;
  private final float[] b;

  public Add(int n) {
    this.out = new float[n];
    this.a = Inputs.normal(1, n);
    this.b = Inputs.normal(2, n);
  }

  @Override
  public String name() {
    return "a + b " + out.length;
  }

  @Override
  public Contender ours() {
    FloatTensor result = FloatTensor.of(out, out.length);
    FloatTensor x = FloatTensor.of(a, a.length);
    FloatTensor y = FloatTensor.of(b, b.length);
    return times -> {
      for (long t = 0; t < times; t++) {
        PLUS_INTO.invokeExact(result, x, y);
      }
    };
  }

  @Override
  public Contender plainJava() {
    return times -> {
      for (long t = 0; t < times; t++) {
        add(out, a, b);
      }
    };
  }

  private static void add(float[] out, float[] a, float[] b) {
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] + b[i];
    }
  }

  @Override
  public Contender c(NativeLibrary library) {
    MethodHandle f = library.function("add", 3, 1);
    MemorySegment o = MemorySegment.ofArray(out);
    MemorySegment x = MemorySegment.ofArray(a);
    MemorySegment y = MemorySegment.ofArray(b);
    return times -> {
      f.invokeExact(times, o, x, y, (long) out.length);
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
    return PROGRAM.versionTaken("plus", FloatTensor.of(a, a.length), FloatTensor.of(b, b.length));
  }
}
