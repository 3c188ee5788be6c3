package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;

/** The options that decide how loops are made, for the commands that make or explain them. */
final class LoopOptions {

  private final OptionValue<Integer> versions;

  private final OptionValue<Boolean> unfused;

  LoopOptions(CommandOptions options) {
    this.versions =
        options.value(
            "--versions",
            "N",
            Integer.class,
            Options.DEFAULT_VERSIONS,
            "Versions of a kernel beside its fallback; "
                + Options.DEFAULT_VERSIONS
                + " unless given.");
    this.unfused =
        options.flag(
            "--no-fusion", "Store the result of every step instead of fusing steps into kernels.");
  }

  Options in(Options options) {
    if (versions.get() < 0) {
      throw Failure.usage("--versions: must not be negative");
    }
    return options.withVersions(versions.get()).withFusion(!unfused.get());
  }
}
