package dev.tensorc.cli.repl;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A program with one exported function, whose parameters are the values that an entered text names.
 *
 * <p>For {@code x + 1} where {@code x} is {@code f32[3]}:
 *
 * <pre>{@code
 * export fn repl_entry(x: f32[3]) { return (
 * x + 1
 * ) }
 * }</pre>
 *
 * @param entered as it was entered, which messages show
 * @param parameters the names of values, in order
 * @param start where the entered text would begin in the program's
 */
record Generated(String entered, SourceText program, List<String> parameters, int start) {

  /** The text's name in messages. */
  static final String NAME = "repl";

  /** The one line of the program before the entered text. */
  private static final int LINES_BEFORE = 1;

  /**
   * The program of an expression.
   *
   * @param values that it may name
   * @param definitions that it may use
   */
  static Generated of(
      String expression, Map<String, Named> values, Collection<String> definitions) {
    return of(expression, 0, values, definitions);
  }

  /**
   * The program of an expression that stands behind something else.
   *
   * @param from where it begins in the entered text
   */
  static Generated of(
      String entered, int from, Map<String, Named> values, Collection<String> definitions) {
    return of(entered, from, "return (", ") }", values, definitions);
  }

  /**
   * The program of a statement that gives values names.
   *
   * @param names of the values; none is a parameter, unless its old value is used too
   */
  static Generated ofLet(
      String let, List<String> names, Map<String, Named> values, Collection<String> definitions) {
    String results = names.size() == 1 ? names.getFirst() : "(" + String.join(", ", names) + ")";
    return of(let, 0, "", "return " + results + " }", values, definitions);
  }

  private static Generated of(
      String entered,
      int from,
      String before,
      String behind,
      Map<String, Named> values,
      Collection<String> definitions) {
    String text = entered.substring(from);
    var used = new LinkedHashMap<String, Named>(values);
    used.keySet().removeIf(name -> !names(text, name));
    String parameters =
        used.entrySet().stream()
            .map(v -> v.getKey() + ": " + v.getValue().type())
            .collect(Collectors.joining(", "));
    String head = "export fn repl_entry(%s) { %s\n".formatted(parameters, before);
    String all = String.join("\n", definitions);
    var program = new SourceText(NAME, head + text + "\n" + behind + "\n" + all + "\n");
    return new Generated(entered, program, List.copyOf(used.keySet()), head.length() - from);
  }

  private static boolean names(String text, String name) {
    return Pattern.compile("(?<![\\w.])" + name + "\\b").matcher(text).find();
  }

  /** A message, at its place in the entered text; nobody has entered the parameters. */
  Diagnostic placed(Diagnostic d) {
    List<Diagnostic.Related> related =
        d.related().stream()
            .filter(r -> !r.span().source().equals(program) || r.span().start() >= start)
            .map(r -> new Diagnostic.Related(placed(r.span()), r.text()))
            .toList();
    return new Diagnostic(
        d.id(),
        d.severity(),
        d.title(),
        placed(d.span()),
        d.found(),
        d.expected(),
        d.because(),
        related,
        d.hint());
  }

  private Span placed(Span s) {
    int from = s.start() - start;
    if (!s.source().equals(program) || from < 0 || from > entered.length()) {
      return s;
    }
    var own = new SourceText(NAME, entered);
    int to = Math.min(s.end() - start, entered.length());
    int line = s.line() - LINES_BEFORE;
    int lineStart = entered.lastIndexOf('\n', Math.max(from - 1, 0)) + 1;
    int column = line == 1 ? from + 1 : from - lineStart + 1;
    return new Span(own, from, Math.max(from, to), line, column);
  }

  /** A message of a run, with the lines of the entered text. */
  static String placed(String message) {
    return Pattern.compile("\\b" + NAME + ":(\\d+):")
        .matcher(message)
        .replaceAll(m -> NAME + ":" + (Integer.parseInt(m.group(1)) - LINES_BEFORE) + ":");
  }
}
