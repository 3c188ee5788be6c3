package dev.tensorc.cli.repl;

import dev.tensorc.cli.error.Errors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/** The dialogue: runs each line that somebody enters, and prints its value. */
public final class Repl {

  private static final String PROMPT = "tc> ";
  private static final String NEXT_PROMPT = "  > ";
  private static final String END = "quit";
  private static final int LINE_WIDTH = 80;

  private final Session session;

  private final boolean debug;

  /**
   * A dialogue without values.
   *
   * @param file a program whose functions are there from the beginning, and beside which imports
   *     are found; empty for none, and imports in the current folder
   * @param debug whether errors have a stack trace
   */
  public Repl(Optional<Path> file, boolean debug) {
    this.session = new Session(file.map(f -> f.resolveSibling("")).orElse(Path.of("")));
    this.debug = debug;
    file.ifPresent(
        f ->
            session.define(new Entered.Definition("import", "import \"" + f.getFileName() + "\"")));
  }

  /**
   * Reads from a terminal until its end, or {@code :quit}.
   *
   * @param history where lines are kept from one dialogue to the next; empty for nowhere
   * @param colours whether plots may have colours
   */
  public void run(Terminal terminal, Optional<Path> history, boolean colours) {
    LineReaderBuilder builder =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("tensorc")
            .parser(new InputParser())
            .completer(new Completion(session))
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, NEXT_PROMPT)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true);
    history.ifPresent(file -> builder.variable(LineReader.HISTORY_FILE, file));
    LineReader reader = builder.build();
    PrintWriter out = terminal.writer();
    var commands = new Commands(session, terminal.getColumns(), colours);
    while (true) {
      try {
        String line = reader.readLine(PROMPT);
        if (isEnd(line)) {
          return;
        }
        answer(line, commands, out, out);
      } catch (UserInterruptException _) { // Ctrl-C drops the line
        continue;
      } catch (EndOfFileException _) {
        return;
      }
    }
  }

  /**
   * Reads lines without a terminal, and prints their results alone.
   *
   * @return whether all of them could be run
   * @throws IOException if they cannot be read
   */
  public boolean run(BufferedReader lines, PrintWriter out, PrintWriter err) throws IOException {
    var commands = new Commands(session, LINE_WIDTH, false);
    boolean all = true;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      var text = new StringBuilder(line);
      while (InputParser.isOpen(text.toString()) && (line = lines.readLine()) != null) {
        text.append('\n').append(line);
      }
      if (isEnd(text.toString())) {
        return all;
      }
      all &= answer(text.toString(), commands, out, err);
    }
    return all;
  }

  private static boolean isEnd(String line) {
    return line.strip().equals(":" + END);
  }

  private boolean answer(String text, Commands commands, PrintWriter out, PrintWriter err) {
    try {
      out.print(answer(text, commands));
      return true;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      Errors.report(e, debug, err);
      return false;
    } finally {
      out.flush();
      err.flush();
    }
  }

  private String answer(String text, Commands commands) {
    if (text.isBlank() || text.strip().startsWith("#")) {
      return "";
    }
    return switch (Entered.of(text)) {
      case Entered.Command c -> commands.run(c);
      case Entered.Definition d -> {
        session.define(d);
        yield "";
      }
      case Entered.Assigned a -> named(a.name(), session.run(a));
      case Entered.Let let -> {
        List<Named> values = session.run(let);
        var lines = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
          lines.append(named(let.names().get(i), values.get(i)));
        }
        yield lines.toString();
      }
      case Entered.Expression e -> {
        var lines = new StringBuilder();
        session.run(e).forEach(v -> lines.append(v.text()).append('\n'));
        yield lines.toString();
      }
    };
  }

  /** The value where it is short, else its type. */
  private static String named(String name, Named value) {
    String text = value.text();
    boolean isShort = text.length() <= LINE_WIDTH && !text.contains("\n");
    return name + (isShort ? " = " + text : ": " + value.type()) + "\n";
  }
}
