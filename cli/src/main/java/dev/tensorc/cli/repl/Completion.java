package dev.tensorc.cli.repl;

import dev.tensorc.ir.Builtin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Names of values, definitions, builtins and commands, and of files behind {@code :load x=}. */
final class Completion implements Completer {

  private final Session session;

  Completion(Session session) {
    this.session = session;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> found) {
    String text = line.line();
    if (text.startsWith(":") && text.contains("=")) {
      files(line.word(), found);
      return;
    }
    if (line.word().startsWith(":") || text.isBlank()) {
      Commands.ALL.forEach((name, what) -> found.add(candidate(":" + name, "commands", what)));
    }
    if (!line.word().startsWith(":")) {
      session.values().forEach((name, v) -> found.add(candidate(name, "values", v.type())));
      session.functions().forEach((name, head) -> found.add(candidate(name, "yours", head)));
      for (Builtin b : Builtin.values()) {
        found.add(candidate(b.label(), "functions", b.doc()));
      }
    }
  }

  private static void files(String word, List<Candidate> found) {
    try {
      Path typed = Path.of(word);
      Path folder = word.endsWith("/") ? typed : typed.getParent();
      try (Stream<Path> files = Files.list(folder == null ? Path.of("") : folder)) {
        files
            .sorted()
            .forEach(
                f -> {
                  String name = f + (Files.isDirectory(f) ? "/" : "");
                  found.add(
                      new Candidate(name, name, "files", null, null, null, !name.endsWith("/")));
                });
      }
    } catch (IOException | InvalidPathException _) {
      // there are no files where there is no folder
    }
  }

  private static Candidate candidate(String value, String group, String what) {
    return new Candidate(value, value, group, what, null, null, false);
  }
}
