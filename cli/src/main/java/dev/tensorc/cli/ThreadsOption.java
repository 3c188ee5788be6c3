package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.runtime.Threads;

/** How many threads a loop of the program may use. */
final class ThreadsOption {

  private final OptionValue<String> threads;

  ThreadsOption(CommandOptions options) {
    this.threads =
        options.value(
            "--threads",
            "N",
            String.class,
            "",
            "How many threads a loop may use, from about 40 us of work on: 1 for plain "
                + "loops; as many as there are processors unless given. All give the same bits.");
  }

  Options in(Options options) {
    if (threads.get().isEmpty()) {
      return options;
    }
    try {
      return options.withThreads(Threads.parse(threads.get()));
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--threads: " + e.getMessage());
    }
  }
}
