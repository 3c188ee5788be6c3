package dev.tensorc.cli;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.TimeLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;

/** How long a command may take. It is interrupted then; compilations and loops of programs end. */
final class Timeout {

  private static final double MOST_SECONDS = 1e9;

  /**
   * The time that the end of a command may take; kernels that run for long do not notice
   * interrupts.
   */
  private static final long GRACE_MILLIS = 5_000;

  private final Runnable overdue;

  private final OptionValue<Optional<Double>> limit;

  /**
   * @param overdue runs where an interrupt does not end a command
   */
  Timeout(CommandOptions options, Runnable overdue) {
    this.overdue = overdue;
    this.limit =
        options.optional(
            "--timeout",
            "SECONDS",
            Double.class,
            "Stop when it takes longer: compiling, and loops of the program.");
  }

  int during(IExecutionStrategy strategy, ParseResult parsed) {
    Optional<Double> seconds = limit.get();
    if (seconds.isEmpty()) {
      return strategy.execute(parsed);
    }
    double most = seconds.get();
    if (!(most >= 0.001 && most <= MOST_SECONDS)) {
      throw new ExecutionException(
          parsed.commandSpec().commandLine(),
          "--timeout",
          Failure.usage("--timeout: from 0.001 to 1e9 seconds, not " + most));
    }
    Duration time = Duration.ofMillis(Math.round(most * 1000));
    var ended = new CompletableFuture<Void>();
    var _ =
        ended
            .orTimeout(time.toMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS)
            .exceptionally(
                late -> {
                  overdue.run();
                  return null;
                });
    try {
      return TimeLimit.during(time, () -> strategy.execute(parsed));
    } finally {
      ended.complete(null);
    }
  }
}
