package dev.tensorc.cli;

import dev.tensorc.Options;
import picocli.CommandLine.Option;

/** {@code --strict-results}, for every command that compiles. */
final class StrictResults {

  @Option(
      names = "--strict-results",
      description = "Refuse a declared size or rank that only the run can confirm.")
  private boolean strict;

  Options in(Options options) {
    return options.withStrictResults(strict);
  }
}
