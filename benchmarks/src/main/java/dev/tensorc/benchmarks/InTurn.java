package dev.tensorc.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/**
 * Times a computation of ours and the same in a Python process, in turn.
 *
 * @param rounds how often each is sampled
 * @param warmUpNanos how long ours runs before that, at least once; again, as long as kernels of it
 *     are not vector code yet
 */
record InTurn(int rounds, long warmUpNanos) {

  private static final long SAMPLE_NANOS = 20_000_000L;

  private static final String ROW = "%-22s %11s %11s %7s %13s %6s %s%n";

  static String head() {
    return row("function", "ours", "NumPy", "ratio", "of rounds", "goal", "holds");
  }

  private static String row(Object... columns) {
    return String.format(Locale.ROOT, ROW, columns);
  }

  /** The line of a task: NumPy's time over ours. */
  String row(String key, Contender contender, NumpyProcess numpy) throws IOException {
    do {
      warmUp(contender);
    } while (WarmUpThread.isRunning());
    numpy.nanos(key, 1);
    long times = Math.max(1, (long) (SAMPLE_NANOS / nanos(contender, 1)));
    long theirTimes = Math.max(1, (long) (SAMPLE_NANOS / numpy.nanos(key, 1)));
    var ours = new ArrayList<Double>();
    var theirs = new ArrayList<Double>();
    var ratios = new ArrayList<Double>();
    for (int round = 0; round < rounds; round++) {
      ours.add(nanos(contender, times));
      theirs.add(numpy.nanos(key, theirTimes));
      ratios.add(theirs.getLast() / ours.getLast());
    }
    double ratio = Medians.of(theirs) / Medians.of(ours);
    Optional<Goal> goal = Goals.againstNumpy(key);
    return row(
        key,
        "%.0f us".formatted(Medians.of(ours) / 1000),
        "%.0f us".formatted(Medians.of(theirs) / 1000),
        "%.2f".formatted(ratio),
        "%.2f-%.2f"
            .formatted(
                ratios.stream().min(Double::compare).orElseThrow(),
                ratios.stream().max(Double::compare).orElseThrow()),
        goal.map(Goal::text).orElse(""),
        goal.map(g -> g.holds(Medians.of(ours), Medians.of(theirs)) ? "yes" : "NO").orElse(""));
  }

  private void warmUp(Contender contender) {
    long end = System.nanoTime() + warmUpNanos;
    do {
      nanos(contender, 1);
    } while (System.nanoTime() < end);
  }

  private static double nanos(Contender c, long times) {
    long start = System.nanoTime();
    try {
      c.run(times);
    } catch (Throwable e) {
      throw new BenchmarkException("a computation failed", e);
    }
    return (double) (System.nanoTime() - start) / times;
  }
}
