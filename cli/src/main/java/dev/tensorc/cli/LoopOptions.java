package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.cli.error.Failure;
import picocli.CommandLine.Option;

/** What decides how loops are made, for the commands that make or explain them. */
final class LoopOptions {

  @Option(
      names = "--versions",
      paramLabel = "N",
      description = "Versions of a kernel beside its fallback; ${DEFAULT-VALUE} unless given.")
  private int versions = Options.DEFAULT_VERSIONS;

  @Option(
      names = "--no-fusion",
      description = "Store the result of every step instead of fusing steps into kernels.")
  private boolean unfused;

  Options in(Options options) {
    if (versions < 0) {
      throw Failure.usage("--versions: must not be negative");
    }
    return options.withVersions(versions).withFusion(!unfused);
  }
}
