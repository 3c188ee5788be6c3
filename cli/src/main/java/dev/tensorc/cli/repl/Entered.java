package dev.tensorc.cli.repl;

import dev.tensorc.cli.error.Failure;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An entered text. */
sealed interface Entered {

  /** A line for the dialogue itself: {@code :plot x}. */
  record Command(String name, String rest) implements Entered {}

  /**
   * A function, a constant or an import.
   *
   * @param name by which a later one replaces it
   */
  record Definition(String name, String text) implements Entered {}

  /** A {@code let}, which gives values names. */
  record Let(List<String> names, String text) implements Entered {}

  /**
   * A {@code let} of one name without a type: that of an expression, which may use the name's older
   * value.
   *
   * @param text with the expression from {@code start} on
   */
  record Assigned(String name, String text, int start) implements Entered {}

  /** An expression. */
  record Expression(String text) implements Entered {}

  Pattern COMMAND = Pattern.compile(":(\\w+)\\s*(.*)", Pattern.DOTALL);
  Pattern FUNCTION =
      Pattern.compile(
          "((?:@\\w+(?:\\([^)]*\\))?\\s*)*)(?:export\\s+)?(fn\\s+(\\w+).*)", Pattern.DOTALL);
  Pattern CONSTANT = Pattern.compile("const\\s+(\\w+)\\s*=.*", Pattern.DOTALL);
  Pattern IMPORT = Pattern.compile("import\\s+\"([^\"]*)\"\\s*");
  Pattern PLAIN_LET = Pattern.compile("(?:let|var)\\s+(\\w+)\\s*=(?!=)\\s*(.*)", Pattern.DOTALL);
  Pattern LET = Pattern.compile("(?:let|var)\\s+(?:\\(([^)]*)\\)|(\\w+)).*", Pattern.DOTALL);
  Pattern ASSIGNMENT = Pattern.compile("(\\w+)\\s*(\\[.*\\])?\\s*([-+*/%@&^|]*)=(?!=).*");
  Pattern STATEMENT =
      Pattern.compile("(for|while|return|weights|broadcasting)\\b.*", Pattern.DOTALL);

  /** The kind of a text; the compiler has the last word. */
  static Entered of(String text) {
    String line = text.strip();
    Matcher m = COMMAND.matcher(line);
    if (m.matches()) {
      return new Command(m.group(1), m.group(2).strip());
    }
    m = FUNCTION.matcher(line);
    if (m.matches()) {
      return new Definition(m.group(3), m.group(1) + m.group(2));
    }
    m = CONSTANT.matcher(line);
    if (m.matches()) {
      return new Definition(m.group(1), line);
    }
    m = IMPORT.matcher(line);
    if (m.matches()) {
      return new Definition(m.group(), line);
    }
    m = PLAIN_LET.matcher(line);
    if (m.matches()) {
      return new Assigned(m.group(1), line, m.start(2));
    }
    m = LET.matcher(line);
    if (m.matches()) {
      return new Let(names(Optional.ofNullable(m.group(1)).orElse(m.group(2))), line);
    }
    m = STATEMENT.matcher(line);
    if (m.matches()) {
      throw Failure.data(
          "`%s` is not supported yet outside of a function: write `fn f(...) { ... }`, and call it"
              .formatted(m.group(1)));
    }
    m = ASSIGNMENT.matcher(line);
    if (m.matches()) {
      throw Failure.data(
          "a value does not change: write `let %s = ...` for another value of that name"
              .formatted(m.group(1)));
    }
    return new Expression(line);
  }

  private static List<String> names(String targets) {
    return Stream.of(targets.split(","))
        .map(target -> target.replaceFirst(":.*", "").strip())
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
