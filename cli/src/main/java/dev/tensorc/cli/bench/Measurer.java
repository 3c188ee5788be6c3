package dev.tensorc.cli.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.Supplier;

/** Repeats something until the JIT has compiled it, and then measures it. */
public final class Measurer {

  private static final double NANOS = 1e9;

  /** A measurement is this long at least: the clock and the code that reads it take some 50 ns. */
  private static final double SHORTEST_NANOS = 100_000;

  /** The body is warm where neither its time nor that of the JIT has changed by more. */
  private static final double SETTLED_PART = 0.1;

  private static final int MOST_WARMUPS = 6;

  private static final int MOST_SAMPLES = 100_000;
  private static final int FEWEST_SAMPLES = 5;

  private final double seconds;
  private final Progress progress;

  /**
   * @param seconds how long it is measured, and how long each turn of warming up takes
   */
  public Measurer(double seconds, Progress progress) {
    this.seconds = seconds;
    this.progress = progress;
  }

  /** Measures the time of calls of {@code body}. */
  public Measurement measure(String name, Supplier<?> body) {
    int calls = callsOfASample(body);
    var samples = new double[MOST_SAMPLES];
    int count = 0;
    long start = System.nanoTime();
    double elapsed = 0;
    while (count < MOST_SAMPLES && (elapsed < seconds * NANOS || count < FEWEST_SAMPLES)) {
      samples[count++] = nanos(body, calls) / calls;
      elapsed = System.nanoTime() - (double) start;
      progress.at(0.5 + elapsed / (2 * seconds * NANOS));
    }
    Arrays.sort(samples, 0, count);
    return new Measurement(
        name, at(samples, count, 0.05), at(samples, count, 0.5), at(samples, count, 0.95), count);
  }

  /** Warms up, and says how many calls make a measurement long enough. */
  private int callsOfASample(Supplier<?> body) {
    double shortest = Double.POSITIVE_INFINITY;
    boolean settled = false;
    for (int i = 0; i < MOST_WARMUPS && !settled; i++) {
      long compiled = compilationNanos();
      double now = shortestOf(body);
      boolean quiet = compilationNanos() - compiled <= SETTLED_PART * seconds * NANOS;
      settled = quiet && now > (1 - SETTLED_PART) * shortest;
      shortest = Math.min(shortest, now);
      progress.at(0.5 * (i + 1) / MOST_WARMUPS);
    }
    return (int) Math.ceil(SHORTEST_NANOS / Math.max(shortest, 1));
  }

  /** The shortest of all calls that the given seconds have room for. */
  private double shortestOf(Supplier<?> body) {
    long start = System.nanoTime();
    double shortest = Double.POSITIVE_INFINITY;
    while (System.nanoTime() - start < seconds * NANOS) {
      shortest = Math.min(shortest, nanos(body, 1));
    }
    return shortest;
  }

  /** How long the JIT has worked so far; a method counts when it is compiled. */
  private static long compilationNanos() {
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    return jit == null ? 0 : jit.getTotalCompilationTime() * 1_000_000;
  }

  private double nanos(Supplier<?> body, int calls) {
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      Reference.reachabilityFence(body.get()); // so that no result is left out
    }
    return System.nanoTime() - (double) start;
  }

  private static double at(double[] sorted, int count, double part) {
    return sorted[(int) Math.min(count - 1, Math.floor(part * count))];
  }
}
