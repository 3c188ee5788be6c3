package dev.tensorc.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** A completion script for fish, which picocli does not make. */
final class FishCompletion {

  private final List<String> lines = new ArrayList<>();

  private FishCompletion() {}

  /** A {@code complete} command for each verb, and for each option behind its verb. */
  static String of(CommandLine tensorc) {
    var script = new FishCompletion();
    script.lines.add("# Completion of tensorc in fish; `tensorc completion fish` prints it.");
    tensorc
        .getCommandSpec()
        .options()
        .forEach(option -> script.option("__fish_use_subcommand", option));
    tensorc
        .getSubcommands()
        .forEach(
            (verb, command) -> {
              script.verb(verb, first(command.getCommandSpec().usageMessage().description()));
              command
                  .getCommandSpec()
                  .options()
                  .forEach(option -> script.option("__fish_seen_subcommand_from " + verb, option));
            });
    return String.join("\n", script.lines) + "\n";
  }

  private void verb(String verb, String description) {
    lines.add(
        "complete -c tensorc -f -n __fish_use_subcommand -a %s -d %s"
            .formatted(verb, quoted(description)));
  }

  private void option(String condition, OptionSpec option) {
    var line = new StringBuilder("complete -c tensorc -n " + quoted(condition));
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.arity().max() > 0) {
      line.append(" -r"); // a value follows
    }
    lines.add(line + " -d " + quoted(first(option.description())));
  }

  /** The first sentence, or the part of it on the first line. */
  private static String first(String... description) {
    return description.length == 0 ? "" : description[0].replaceFirst("\\. .*", ".");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
