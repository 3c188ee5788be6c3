package dev.tensorc.cli.bench;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.Supplier;

/** Repeats something until the JIT has compiled it, and then measures it. */
public final class Measurer {

  private static final double NANOS = 1e9;

  /** A measurement is this long at least: the clock and what reads it take some 50 ns. */
  private static final double SHORTEST_NANOS = 100_000;

  private static final int MOST_SAMPLES = 100_000;
  private static final int FEWEST_SAMPLES = 5;

  private final double seconds;
  private final Progress progress;

  /**
   * @param seconds how long it is warmed up, and how long it is measured
   */
  public Measurer(double seconds, Progress progress) {
    this.seconds = seconds;
    this.progress = progress;
  }

  /** Measures what calls of {@code body} take. */
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
    long start = System.nanoTime();
    double elapsed = 0;
    double shortest = Double.POSITIVE_INFINITY;
    while (elapsed < seconds * NANOS) {
      shortest = Math.min(shortest, nanos(body, 1));
      elapsed = System.nanoTime() - (double) start;
      progress.at(elapsed / (2 * seconds * NANOS));
    }
    return (int) Math.ceil(SHORTEST_NANOS / Math.max(shortest, 1));
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
