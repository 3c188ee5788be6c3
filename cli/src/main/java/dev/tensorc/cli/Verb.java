package dev.tensorc.cli;

import dev.tensorc.cli.option.CommandOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the command line: its help, its options, and where it prints. */
abstract class Verb implements Callable<Integer> {

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  /** The subclass's options, which its fields add. */
  final CommandOptions options = new CommandOptions(spec);

  /**
   * @param description lines above the options in the help, each of at most 79 characters
   * @param footer such lines below them, with examples that a test runs
   */
  Verb(String description, String footer) {
    spec.versionProvider(new Main.Version());
    spec.usageMessage().description(description.split("\n"));
    if (!footer.isEmpty()) {
      spec.usageMessage().footer(footer.split("\n"));
    }
  }

  CommandSpec spec() {
    return spec;
  }

  CommandLine commandLine() {
    return spec.commandLine();
  }

  PrintWriter out() {
    return commandLine().getOut();
  }

  PrintWriter err() {
    return commandLine().getErr();
  }
}
