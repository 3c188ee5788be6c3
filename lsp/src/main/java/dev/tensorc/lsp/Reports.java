package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.lsp4j.DiagnosticRelatedInformation;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.Location;

/** Diagnostics in the protocol's words. */
final class Reports {

  private final Document document;
  private final Workspace workspace;

  Reports(Document document, Workspace workspace) {
    this.document = document;
    this.workspace = workspace;
  }

  /** All of a document; a mistake in an imported file is shown at the import. */
  List<org.eclipse.lsp4j.Diagnostic> all() {
    return document.diagnostics().stream().map(this::report).toList();
  }

  private org.eclipse.lsp4j.Diagnostic report(Diagnostic d) {
    boolean here = d.span().source().name().equals(document.source().name());
    Span place = here ? d.span() : importOf(d.span());
    String text = here ? text(d) : d.span().location() + ": " + text(d);
    var report = new org.eclipse.lsp4j.Diagnostic(Positions.of(place), text);
    report.setSeverity(
        d.severity() == Severity.ERROR ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning);
    report.setCode(d.id());
    report.setSource("tensorc");
    report.setRelatedInformation(d.related().stream().flatMap(this::related).toList());
    return report;
  }

  private Stream<DiagnosticRelatedInformation> related(Diagnostic.Related r) {
    return workspace.uri(r.span().source().name()).stream()
        .map(uri -> new Location(uri, Positions.of(r.span())))
        .map(place -> new DiagnosticRelatedInformation(place, r.text()));
  }

  /** The import of the file; the first one where another file imports it. */
  private Span importOf(Span other) {
    var imports =
        document.analysis().program().stream()
            .flatMap(p -> p.items().stream())
            .flatMap(item -> item instanceof Ast.Import i ? Stream.of(i) : Stream.empty())
            .toList();
    return imports.stream()
        .filter(i -> other.source().name().endsWith(i.path()))
        .findFirst()
        .or(() -> imports.stream().findFirst())
        .map(Ast.Import::span)
        .orElse(new Span(document.source(), 0, 0, 1, 1));
  }

  private static String text(Diagnostic d) {
    var text = new StringBuilder(d.title());
    add(text, "found: ", d.found());
    add(text, "expected: ", d.expected());
    d.because().forEach(line -> add(text, "", line));
    add(text, "hint: ", d.hint());
    return text.toString();
  }

  private static void add(StringBuilder text, String label, String value) {
    if (!value.isEmpty()) {
      text.append('\n').append(label).append(value);
    }
  }
}
