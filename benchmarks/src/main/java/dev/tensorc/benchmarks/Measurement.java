package dev.tensorc.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What one JVM does: {@code Measurement KEY DIRECTORY}. It checks every contender's result, calls
 * them alternately, round by round, and prints a line {@code median<TAB>name<TAB>nanoseconds} for
 * each.
 */
final class Measurement {

  private static final int ROUNDS = 61;
  private static final long WARM_UP_NANOS = 2_500_000_000L;
  private static final long WARM_UP_CALLS = 20_000;
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
      Agreement.require(
          kernel.name() + ", " + e.getKey(),
          expected,
          kernel.result(),
          isC(e.getKey()) ? Math.max(kernel.tolerance(), 1e-4) : kernel.tolerance());
    }
  }

  /** Until the JIT has seen enough calls to have made up its mind, or for some seconds. */
  private void warmUp() throws Throwable {
    for (var e : contenders.entrySet()) {
      long most = isC(e.getKey()) ? 3 : WARM_UP_CALLS;
      long end = System.nanoTime() + WARM_UP_NANOS;
      for (long calls = 0; calls < most && System.nanoTime() < end; calls++) {
        e.getValue().run(1);
      }
    }
  }

  private static boolean isC(String name) {
    return name.startsWith("gcc");
  }

  /** A contender, how often it runs in a sample, and its samples. */
  private record Lane(String name, Contender contender, long times, double[] samples) {}

  private Map<String, Double> medians() throws Throwable {
    var lanes = new ArrayList<Lane>();
    for (var e : contenders.entrySet()) {
      lanes.add(new Lane(e.getKey(), e.getValue(), calibrated(e.getValue()), new double[ROUNDS]));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Lane lane : round % 2 == 0 ? lanes : lanes.reversed()) {
        lane.samples()[round] = nanos(lane.contender(), lane.times());
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    lanes.forEach(lane -> medians.put(lane.name(), Medians.of(lane.samples())));
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
