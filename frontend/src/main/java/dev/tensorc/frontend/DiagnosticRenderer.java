package dev.tensorc.frontend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The one place where diagnostics become text: no colours, no trailing blanks. */
public final class DiagnosticRenderer {

  /** As many as a reader looks at; the others are counted. */
  private static final int MAX_SHOWN_DIAGNOSTICS = 20;

  private DiagnosticRenderer() {}

  /**
   *
   *
   * {@snippet :
   * error[TC-P001]: expected an expression after `*`
   *  --> pricing.tc:4:16
   *   |
   * 4 |     let a = b *
   *   |                ^
   *   found:    the end of the line
   * hint: ...
   * }
   */
  public static String render(Diagnostic diagnostic) {
    return text(lines(diagnostic));
  }

  /**
   * The text that {@link #render} shows below the title, for tools that show that in a way of their
   * own.
   */
  public static String details(Diagnostic diagnostic) {
    List<String> lines = lines(diagnostic);
    return text(lines.subList(1, lines.size()));
  }

  private static List<String> lines(Diagnostic diagnostic) {
    var lines = new ArrayList<String>();
    String severity = diagnostic.severity().name().toLowerCase(Locale.ROOT);
    String id = diagnostic.id().isEmpty() ? "" : "[" + diagnostic.id() + "]";
    lines.add(severity + id + ": " + diagnostic.title());
    lines.addAll(Snippet.of(diagnostic.span()));
    labelled(lines, "  found:    ", diagnostic.found());
    labelled(lines, "  expected: ", diagnostic.expected());
    for (String line : diagnostic.because()) {
      line.lines().forEach(each -> lines.add("  " + each));
    }
    for (var related : diagnostic.related()) {
      labelled(lines, "note: ", related.text());
      lines.addAll(Snippet.of(related.span()));
    }
    labelled(lines, "hint: ", diagnostic.hint());
    return lines;
  }

  private static String text(List<String> lines) {
    var text = new StringBuilder();
    lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
    return text.toString();
  }

  /**
   * At most 20 in source order, one blank line between them, and how many more there are; where
   * they are more, errors go before warnings.
   */
  public static String renderAll(List<Diagnostic> diagnostics) {
    // Files in the order in which they first come up, each from top to bottom.
    Map<SourceText, Integer> files = new LinkedHashMap<>();
    diagnostics.forEach(d -> files.putIfAbsent(d.span().source(), files.size()));
    var inSourceOrder =
        Comparator.<Diagnostic>comparingInt(d -> files.get(d.span().source()))
            .thenComparingInt(d -> d.span().start());
    var text = new StringBuilder();
    diagnostics.stream()
        .sorted(Comparator.comparing(Diagnostic::severity).thenComparing(inSourceOrder))
        .limit(MAX_SHOWN_DIAGNOSTICS)
        .sorted(inSourceOrder)
        .forEach(d -> text.append(text.isEmpty() ? "" : "\n").append(render(d)));
    if (diagnostics.size() > MAX_SHOWN_DIAGNOSTICS) {
      text.append("\n... and ")
          .append(diagnostics.size() - MAX_SHOWN_DIAGNOSTICS)
          .append(" more\n");
    }
    return text.toString();
  }

  /** Further lines of the text stand under its first one. */
  private static void labelled(List<String> lines, String label, String text) {
    if (!text.isEmpty()) {
      lines.add(label + text.replace("\n", "\n" + " ".repeat(label.length())));
    }
  }
}
