package dev.tensorc;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Compiles, loads, runs and drops so many programs, each another one: {@code UnloadingTest} runs it
 * in a JVM with little memory.
 */
final class ManyPrograms {

  private ManyPrograms() {}

  /** An interface that programs are bound to. */
  public interface Kernels {
    FloatTensor softmax(FloatTensor x);

    void softmaxInto(FloatTensor out, FloatTensor x);
  }

  private static SourceText source(int number) {
    return new SourceText(
        "program" + number % 7 + ".tc",
        """
        export fn softmax(x: f32[n, m]) -> f32[n, m] {
            let e = exp(x - max(x, axis=1, keepdims=true) + %d.0 - %d.0)
            return e / sum(e, axis=1, keepdims=true)
        }
        export fn bounds(x: f64[...]) -> (lo: f64, hi: f64) { return (min(x), max(x) + %d.0) }
        export fn gaps(x: f64[n]) -> f64[?] { return x[1:] - x[:-1] }
        """
            .formatted(number, number, number));
  }

  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    FloatTensor x = FloatTensor.of(new float[] {1, 1, 1, 1, 2, 2, 2, 2}, 2, 4);
    FloatTensor out = FloatTensor.zeros(2, 4);
    FloatTensor quarter =
        FloatTensor.of(new float[] {.25f, .25f, .25f, .25f, .25f, .25f, .25f, .25f}, 2, 4);
    DoubleTensor y = DoubleTensor.of(new double[] {3, 1, 2}, 3);
    var classes = ManagementFactory.getClassLoadingMXBean();
    for (int i = 0; i < count; i++) {
      Program program =
          i % 2 == 0
              ? Tensorc.compile(source(i), Options.DEFAULT)
              : Tensorc.compileAnew(source(i), Options.DEFAULT);
      Kernels kernels = program.as(Kernels.class);
      kernels.softmaxInto(out, x);
      require(out.equals(quarter) && kernels.softmax(x).equals(quarter), "softmax");
      Object bounds = program.function("bounds").invoke(y);
      require(bounds.equals(List.of(1.0, 3.0 + i)), "bounds");
      require(program.function("gaps").invoke(y).toString().startsWith("[-2"), "gaps");
      if ((i + 1) % Math.max(count / 20, 1) == 0) {
        System.out.printf(
            "%d programs, %d classes loaded, %d unloaded, metaspace %d KiB%n",
            i + 1, classes.getLoadedClassCount(), classes.getUnloadedClassCount(), metaspace());
      }
    }
    System.out.println("done");
  }

  private static long metaspace() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(p -> p.getName().equals("Metaspace"))
        .mapToLong(p -> p.getUsage().getUsed() >> 10)
        .sum();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }
}
