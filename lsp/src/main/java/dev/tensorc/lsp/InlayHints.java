package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.InlayHint;
import org.eclipse.lsp4j.InlayHintKind;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.jsonrpc.messages.Either;

/** The types of {@code let} and {@code var} where none is written. */
final class InlayHints {

  private InlayHints() {}

  static List<InlayHint> in(Analysis a, Range range) {
    int start = a.positions().offset(range.getStart());
    int end = a.positions().offset(range.getEnd());
    var hints = new ArrayList<InlayHint>();
    for (Ast.Function f : a.functions()) {
      for (Binding b : Binding.of(f)) {
        Span name = b.name().span();
        if (!b.typed() && start <= name.start() && name.end() <= end) {
          a.findings()
              .typeOf(name.start(), name.end())
              .ifPresent(type -> hints.add(hint(a, name.end(), type)));
        }
      }
    }
    return hints;
  }

  private static InlayHint hint(Analysis a, int offset, String type) {
    var hint = new InlayHint(a.positions().position(offset), Either.forLeft(": " + type));
    hint.setKind(InlayHintKind.Type);
    return hint;
  }
}
