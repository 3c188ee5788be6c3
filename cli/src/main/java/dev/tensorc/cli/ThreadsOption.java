package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.runtime.Threads;
import picocli.CommandLine.Option;

/** How many threads a loop of the program may use. */
final class ThreadsOption {

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many threads a loop may use, from about 40 us of work on: 1 for plain",
        "loops; as many as there are processors unless given. All give the same bits."
      })
  private String threads = "";

  Options in(Options options) {
    if (threads.isEmpty()) {
      return options;
    }
    try {
      return options.withThreads(Threads.parse(threads));
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--threads: " + e.getMessage());
    }
  }
}
