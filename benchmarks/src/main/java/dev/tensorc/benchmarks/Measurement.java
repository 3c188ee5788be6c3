package dev.tensorc.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one JVM does: {@code Measurement KEY DIRECTORY}. It checks every contender's result, calls
 * them alternately, round by round, and prints a line {@code median<TAB>name<TAB>nanoseconds} for
 * each.
 */
final class Measurement {

  private static final int ROUNDS = 61;
  private static final long WARM_UP_NANOS = 3_000_000_000L;
  private static final long WARM_UP_CALLS = 2_000;
  private static final long SAMPLE_NANOS = 1_000_000L;

  private final Kernel kernel;
  private final Map<String, Contender> contenders = new LinkedHashMap<>();

  private Measurement(Kernel kernel, Path libraries) {
    this.kernel = kernel;
    contenders.put("ours", kernel.ours());
    for (GccFlags flags : GccFlags.measured()) {
      contenders.put(flags.label(), kernel.c(new NativeLibrary(libraries, flags)));
    }
    contenders.put("plain Java", kernel.plainJava());
  }

  public static void main(String[] args) throws Throwable {
    Path libraries = Path.of(args[1]);
    Kernel kernel = Kernels.make(args[0]);
    var measurement = new Measurement(kernel, libraries);
    measurement.check(kernel.c(new NativeLibrary(libraries, GccFlags.REFERENCE)));
    measurement.warmUp();
    System.out.println("kernel\t" + kernel.name() + "\t" + kernel.storage());
    System.out.println("version\t" + kernel.version());
    measurement
        .medians()
        .forEach(
            (name, nanos) ->
                System.out.println(String.format(Locale.ROOT, "median\t%s\t%.1f", name, nanos)));
  }

  /** gcc contracts and reorders: its fast forms are held to a tolerance only. */
  private void check(Contender reference) throws Throwable {
    reference.run(1);
    float[] expected = kernel.result().clone();
    for (var e : contenders.entrySet()) {
      Arrays.fill(kernel.result(), Float.NaN);
      e.getValue().run(1);
      boolean sameRounding = !e.getKey().startsWith("gcc");
      Agreement.require(
          kernel.name() + ", " + e.getKey(),
          expected,
          kernel.result(),
          sameRounding ? kernel.tolerance() : Math.max(kernel.tolerance(), 1e-4));
    }
  }

  /** Until the JIT has seen enough calls to have made up its mind, or for some seconds. */
  private void warmUp() throws Throwable {
    for (Contender c : contenders.values()) {
      long end = System.nanoTime() + WARM_UP_NANOS;
      for (int calls = 0; calls < WARM_UP_CALLS && System.nanoTime() < end; calls++) {
        c.run(1);
      }
    }
  }

  private Map<String, Double> medians() throws Throwable {
    var names = new ArrayList<>(contenders.keySet());
    Map<String, Long> times = new LinkedHashMap<>();
    Map<String, double[]> samples = new LinkedHashMap<>();
    for (String name : names) {
      times.put(name, calibrated(contenders.get(name)));
      samples.put(name, new double[ROUNDS]);
    }
    for (int round = 0; round < ROUNDS; round++) {
      List<String> order = round % 2 == 0 ? names : names.reversed();
      for (String name : order) {
        samples.get(name)[round] = nanos(contenders.get(name), times.get(name));
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    samples.forEach((name, s) -> medians.put(name, Medians.of(s)));
    return medians;
  }

  private static long calibrated(Contender c) throws Throwable {
    long times = 1;
    while (nanos(c, times) * times < SAMPLE_NANOS) {
      times *= 2;
    }
    return times;
  }

  /** The time of one computation. */
  private static double nanos(Contender c, long times) throws Throwable {
    long start = System.nanoTime();
    c.run(times);
    return (double) (System.nanoTime() - start) / times;
  }
}
