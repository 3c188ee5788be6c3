package dev.tensorc.cli;

import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.repl.Repl;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tensorc repl}. */
@Command(
    mixinStandardHelpOptions = true,
    description = "Computes what you enter, line by line.",
    footer = {
      "",
      "An expression prints its value and type, `let x = ...` names one, `fn f(x) { ... }` is a",
      "function; :load x=file.npy, :plot x, :explain x + 1 and others are listed by :help. Tab",
      "completes, arrows find what was entered before. Lines of standard input are run as they",
      "are where it is no terminal; the exit code is 1 if one of them had a mistake.",
      "",
      "Examples:",
      "  $ tensorc repl",
      "  $ tensorc repl samples/edges.tc",
    })
final class ReplCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @ParentCommand private Main main = new Main();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A program (.tc) whose functions are there from the beginning.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Where entered lines are kept; tensorc/history in ~/.local/state unless given.")
  private Optional<Path> history = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var repl = new Repl(file, main.debug());
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      boolean all = repl.run(lines, spec.commandLine().getOut(), spec.commandLine().getErr());
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
    if (history.isPresent()) {
      return history.get();
    }
    String state = System.getenv("XDG_STATE_HOME");
    Path folder =
        state == null || state.isEmpty()
            ? Path.of(System.getProperty("user.home", ""), ".local", "state")
            : Path.of(state);
    return Files.createDirectories(folder.resolve("tensorc")).resolve("history");
  }
}
