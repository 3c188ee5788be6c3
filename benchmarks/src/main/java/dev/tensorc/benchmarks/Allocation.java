package dev.tensorc.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * {@code benchmarks/run allocation}: the allocation of calls that write into an existing result,
 * from JMH's gc profiler. It counts JMH's own allocation, too, so that a rate is never quite 0.
 *
 * <p>Vectors are in boxes until the second compiler has done a method, and it begins with methods
 * that were called thousands of times: one that is called once for 8 ms of work is not done after
 * 40 seconds, and later where other processes keep the compiler waiting. So the first JVM compiles
 * early, and calls wait for it. Early, that compiler knows less of a method, and may leave a call
 * in code that runs once, and with it objects; so where the first JVM allocates, one with the JVM's
 * own thresholds counts.
 */
final class Allocation {

  static final String KEY = "allocation";

  /** JMH's name of it. */
  private static final String RATE = "gc.alloc.rate";

  /** Megabytes in a second that count as none: JMH alone takes 0.007, vectors in boxes hundreds. */
  private static final double NONE = 0.02;

  private static final TimeValue WARM_UP = TimeValue.seconds(8);
  private static final TimeValue MEASURED = TimeValue.seconds(1);
  private static final int ITERATIONS = 5;
  private static final double MEDIAN = 50;
  private static final List<String> COMPILE_EARLY =
      List.of("-XX:CompileThresholdScaling=0.1", "-Xbatch");
  private static final List<String> COMPILE_AS_EVER = List.of();

  private Allocation() {}

  /**
   * Prints a line for each kernel and storage.
   *
   * @param log where JMH's own output goes
   * @return the calls that allocate
   */
  static List<String> run(List<String> keys, List<Storage> storages, Path log) {
    var problems = new ArrayList<String>();
    for (String key : keys) {
      for (Storage storage : storages) {
        double rate = rate(key, storage, COMPILE_EARLY, log);
        if (rate > NONE) {
          rate = rate(key, storage, COMPILE_AS_EVER, log);
        }
        System.out.printf(
            Locale.ROOT,
            "%-20s %-8s %12.4f MB/s %s%n",
            key,
            storage.label(),
            rate,
            rate > NONE ? "NO" : "none");
        if (rate > NONE) {
          problems.add("%s, %s: allocates %.2f MB/s".formatted(key, storage.label(), rate));
        }
      }
    }
    return problems;
  }

  private static double rate(String key, Storage storage, List<String> thresholds, Path log) {
    var options =
        new OptionsBuilder()
            .include(IntoCalls.class.getName())
            .param("key", key)
            .param("storage", storage.name())
            .addProfiler(GCProfiler.class)
            .mode(Mode.AverageTime)
            .forks(1)
            .warmupIterations(1)
            .warmupTime(WARM_UP)
            .measurementIterations(ITERATIONS)
            .measurementTime(MEASURED)
            .jvmArgs(
                Stream.concat(JvmResult.PROGRAM_OPTIONS.stream(), thresholds.stream())
                    .toArray(String[]::new))
            .shouldFailOnError(true)
            .output(log.toString())
            .build();
    try {
      Result<?> rate = new Runner(options).runSingle().getSecondaryResults().get(RATE);
      if (rate == null) {
        throw new BenchmarkException("JMH's gc profiler says nothing of " + RATE);
      }
      // not the mean: now and then a second has 0.15 MB of the JVM's own
      return rate.getStatistics().getPercentile(MEDIAN);
    } catch (RunnerException e) {
      throw new BenchmarkException("JMH failed for " + key + "; its log is " + log, e);
    }
  }
}
