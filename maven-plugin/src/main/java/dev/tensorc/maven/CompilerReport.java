package dev.tensorc.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The report of {@code tensorc compile --report}, and how the command ended.
 *
 * @param exitCode 0 if the class files are written
 * @param output the compiler's output
 */
record CompilerReport(int exitCode, String output, List<Program> programs, List<Message> messages) {

  /**
   * A program that was compiled.
   *
   * @param imports the other files that it was made of
   * @param classes binary names; none if it exports nothing
   */
  record Program(String file, List<String> imports, List<String> classes) {}

  /**
   * An error or a warning.
   *
   * @param details lines with the place, the source line and advice
   */
  record Message(
      boolean isError, String file, int line, int column, String id, String title, String details) {

    String text() {
      return "%s:%d:%d: %s".formatted(file, line, column, title);
    }
  }

  /** Reads the lines of the report; of lines that it does not know, nothing is said. */
  static CompilerReport of(int exitCode, String output, List<String> lines) {
    var programs = new ArrayList<Program>();
    var messages = new ArrayList<Message>();
    for (String line : lines) {
      String[] fields = Fields.split(line);
      switch (fields[0]) {
        case "program" ->
            programs.add(new Program(fields[1], new ArrayList<>(), new ArrayList<>()));
        case "import" -> programs.get(programs.size() - 1).imports().add(fields[1]);
        case "class" -> programs.get(programs.size() - 1).classes().add(fields[1]);
        case "error", "warning" -> messages.add(message(fields));
        default -> {}
      }
    }
    return new CompilerReport(exitCode, output, programs, messages);
  }

  private static Message message(String[] fields) {
    return new Message(
        fields[0].equals("error"),
        fields[1],
        Integer.parseInt(fields[2]),
        Integer.parseInt(fields[3]),
        fields[4],
        fields[5],
        fields[6].stripTrailing());
  }

  /** Why the build fails; empty if it does not. */
  Optional<String> failure() {
    if (exitCode == 0) {
      return Optional.empty();
    }
    List<Message> errors = messages.stream().filter(Message::isError).toList();
    if (!errors.isEmpty()) {
      return Optional.of(listed("Array programs do not compile", errors));
    }
    return Optional.of(
        messages.isEmpty()
            ? output.strip()
            : listed("Array programs have warnings, which are errors here (werror)", messages));
  }

  private static String listed(String title, List<Message> messages) {
    var text = new StringBuilder(title).append(':');
    messages.forEach(message -> text.append('\n').append(message.text()));
    return text.toString();
  }
}
