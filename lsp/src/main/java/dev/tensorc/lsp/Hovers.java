package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import java.util.Optional;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Position;

/**
 * The text that an editor shows for a place under the pointer: of a name its type and where it was
 * bound, of a function its signature and documentation, of any other part of an expression its
 * type.
 */
final class Hovers {

  private final Analysis a;

  private Hovers(Analysis analysis) {
    this.a = analysis;
  }

  static Optional<Hover> at(Analysis analysis, Position position) {
    var hovers = new Hovers(analysis);
    int offset = analysis.positions().offset(position);
    Optional<int[]> word = analysis.wordAt(offset);
    return word.flatMap(w -> hovers.name(w[0], w[1])).or(() -> hovers.expression(offset));
  }

  private Optional<Hover> name(int start, int end) {
    String name = a.source().text().substring(start, end);
    Optional<Span> place = a.definition(start, end);
    boolean called = a.source().text().startsWith("(", end);
    Optional<Ast.Function> function = a.function(name);
    if (function.isPresent() && (called || place.equals(function.map(f -> f.name().span())))) {
      Ast.Function f = function.get();
      String from = isHere(f) ? "" : "\n\nfrom `" + f.span().source().name() + "`";
      return hover(start, end, Signature.of(f), f.doc() + from);
    }
    if (called && Builtin.named(name).isPresent()) {
      Builtin b = Builtin.named(name).get();
      return hover(start, end, Signature.of(b), b.doc());
    }
    Optional<String> type = a.findings().typeOf(start, end).or(() -> place.flatMap(this::typeAt));
    if (type.isEmpty() && place.isEmpty()) {
      return Optional.empty();
    }
    String code = type.map(t -> name + ": " + t).orElse(name);
    return hover(start, end, code, place.map(p -> origin(name, p)).orElse(""));
  }

  private Optional<String> typeAt(Span definition) {
    return a.findings().typeOf(definition.start(), definition.end());
  }

  private boolean isHere(Ast.Function f) {
    return f.span().source().name().equals(a.source().name());
  }

  /** {@code parameter of `f`, line 3: `x: f32[n]`}. */
  private String origin(String name, Span place) {
    String line = place.source().line(place.line()).strip();
    String what = a.bound(name, place.start()).map(Binding::what).orElseGet(() -> topLevel(name));
    String where = a.functionAt(place.start()).map(f -> " of `" + f.name().text() + "`").orElse("");
    return "%s%s, line %d: `%s`".formatted(what, where, place.line(), line);
  }

  private String topLevel(String name) {
    return a.weight(name).isPresent() ? "weight" : "constant";
  }

  private Optional<Hover> expression(int offset) {
    return a.findings()
        .around(offset)
        .flatMap(
            p -> {
              String text = a.source().text().substring(p[0], p[1]).replaceAll("\\s+", " ");
              return a.findings()
                  .typeOf(p[0], p[1])
                  .flatMap(type -> hover(p[0], p[1], text + ": " + type, ""));
            });
  }

  private Optional<Hover> hover(int start, int end, String code, String doc) {
    var content = new MarkupContent(MarkupKind.MARKDOWN, Signature.markdown(code, doc));
    return Optional.of(new Hover(content, a.positions().range(start, end)));
  }
}
