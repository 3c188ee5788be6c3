package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.cli.repl.Repl;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** {@code tensorc repl}. */
final class ReplCommand extends Verb {

  private final Main main;

  private final OptionValue<Optional<Path>> file =
      options.optionalWord(
          "FILE", Path.class, "A program (.tc) whose functions are there from the beginning.");

  private final OptionValue<Optional<Path>> history =
      options.optional(
          "--history",
          "FILE",
          Path.class,
          "Where entered lines are kept, instead of in the file ~/.local/state/tensorc/history.");

  ReplCommand(Main main) {
    super(
        "Computes the lines that you enter, one by one.",
        """

        An expression prints its value and type, `let x = ...` names one,
        `fn f(x) { ... }` is a function; :load x=file.npy, :plot x, :explain x + 1 and
        others are listed by :help. Tab completes, arrows find earlier lines. Lines of
        standard input are run as they are where it is no terminal; the exit code is 1
        if one of them had a mistake.

        Examples:
          $ tensorc repl
          $ tensorc repl samples/edges.tc\
        """);
    this.main = main;
  }

  @Override
  public Integer call() throws IOException {
    var repl = new Repl(file.get(), main.debug());
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      boolean all = repl.run(lines, out(), err());
      return all ? ExitCodes.OK : ExitCodes.ERROR;
    }
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      boolean colours = System.getenv("NO_COLOR") == null && !terminal.getType().startsWith("dumb");
      repl.run(terminal, Optional.of(historyFile()), colours);
    }
    return ExitCodes.OK;
  }

  /** The file, in a folder that is there. */
  private Path historyFile() throws IOException {
    if (history.get().isPresent()) {
      return history.get().orElseThrow();
    }
    String state = System.getenv("XDG_STATE_HOME");
    Path folder =
        state == null || state.isEmpty()
            ? Path.of(System.getProperty("user.home", ""), ".local", "state")
            : Path.of(state);
    return Files.createDirectories(folder.resolve("tensorc")).resolve("history");
  }
}
