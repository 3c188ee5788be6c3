package dev.tensorc.cli;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The report of {@code tensorc compile --report} for other tools, as lines of fields between tabs.
 * In a field, a tab, a line end and a backslash are written as in Java.
 *
 * <pre>{@code
 * program  FILE
 * import   FILE                                      of the program above; also its weights
 * class    BINARY NAME                               of the program above
 * error    FILE  LINE  COLUMN  ID  TITLE  DETAILS    or warning
 * }</pre>
 */
final class CompileReport {

  private final StringBuilder lines = new StringBuilder();

  private CompileReport() {}

  static String text(List<Compiled> programs, Collection<Diagnostic> diagnostics) {
    var report = new CompileReport();
    for (Compiled program : programs) {
      report.line("program", program.file().toString());
      program.imports().forEach(file -> report.line("import", file));
      program.weights().ifPresent(file -> report.line("import", file.toString()));
      program.classFiles().keySet().forEach(name -> report.line("class", name));
    }
    diagnostics.forEach(report::diagnostic);
    return report.lines.toString();
  }

  private void diagnostic(Diagnostic d) {
    line(
        d.severity().name().toLowerCase(Locale.ROOT),
        d.span().source().name(),
        Integer.toString(d.span().line()),
        Integer.toString(d.span().column()),
        d.id(),
        d.title(),
        DiagnosticRenderer.details(d));
  }

  private void line(String... fields) {
    var line = new StringBuilder();
    for (String field : fields) {
      line.append(line.isEmpty() ? "" : "\t").append(escaped(field));
    }
    lines.append(line).append('\n');
  }

  private static String escaped(String field) {
    return field
        .replace("\\", "\\\\")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }
}
