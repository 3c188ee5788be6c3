package dev.tensorc.cli;

import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.TimeLimit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** How long a command may take. It is interrupted then; compilations and loops of programs end. */
final class Timeout {

  private static final double MOST_SECONDS = 1e9;

  /** What the end of a command may take; kernels that run for long do not notice interrupts. */
  private static final long GRACE_MILLIS = 5_000;

  private final Runnable overdue;

  @Option(
      names = "--timeout",
      scope = ScopeType.INHERIT,
      paramLabel = "SECONDS",
      description = "Stop when it takes longer: compiling, and loops of the program.")
  private Optional<Double> seconds = Optional.empty();

  /**
   * @param overdue what to do where an interrupt does not end a command
   */
  Timeout(Runnable overdue) {
    this.overdue = overdue;
  }

  int during(IExecutionStrategy strategy, ParseResult parsed) {
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
    Duration limit = Duration.ofMillis(Math.round(most * 1000));
    var ended = new CompletableFuture<Void>();
    var _ =
        ended
            .orTimeout(limit.toMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS)
            .exceptionally(
                late -> {
                  overdue.run();
                  return null;
                });
    try {
      return TimeLimit.during(limit, () -> strategy.execute(parsed));
    } finally {
      ended.complete(null);
    }
  }
}
