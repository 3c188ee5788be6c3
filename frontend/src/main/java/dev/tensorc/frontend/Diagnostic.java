package dev.tensorc.frontend;

import java.util.ArrayList;
import java.util.List;

/**
 * One thing to tell the user about a program, as data. {@link DiagnosticRenderer} alone turns it
 * into text.
 *
 * @param id stable, such as {@code TC-S012}: P parse, N names, T dtypes, S shapes, B broadcasting,
 *     I indices, K kernels, U not supported yet; empty for failed expectations, which are no errors
 *     of a program
 * @param title one line, no full stop, names the operands
 * @param span the text under the caret
 * @param found the value or type found; empty where it adds nothing
 * @param expected the expected one; empty where it adds nothing
 * @param because further lines, shown as written: shapes aligned, where a size came from
 * @param related other places, each with a word on its part
 * @param hint the code to write instead; empty where there is no good advice
 */
public record Diagnostic(
    String id,
    Severity severity,
    String title,
    Span span,
    String found,
    String expected,
    List<String> because,
    List<Related> related,
    String hint) {

  public record Related(Span span, String text) {}

  public Diagnostic {
    because = List.copyOf(because);
    related = List.copyOf(related);
  }

  public static Diagnostic error(String id, Span span, String title) {
    return new Diagnostic(id, Severity.ERROR, title, span, "", "", List.of(), List.of(), "");
  }

  public Diagnostic found(String text) {
    return new Diagnostic(id, severity, title, span, text, expected, because, related, hint);
  }

  public Diagnostic expected(String text) {
    return new Diagnostic(id, severity, title, span, found, text, because, related, hint);
  }

  public Diagnostic because(String line) {
    var lines = new ArrayList<>(because);
    lines.add(line);
    return new Diagnostic(id, severity, title, span, found, expected, lines, related, hint);
  }

  public Diagnostic related(Span place, String text) {
    var places = new ArrayList<>(related);
    places.add(new Related(place, text));
    return new Diagnostic(id, severity, title, span, found, expected, because, places, hint);
  }

  public Diagnostic hint(String text) {
    return new Diagnostic(id, severity, title, span, found, expected, because, related, text);
  }
}
