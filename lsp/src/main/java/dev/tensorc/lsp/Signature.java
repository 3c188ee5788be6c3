package dev.tensorc.lsp;

import dev.tensorc.frontend.Ast;
import dev.tensorc.ir.Builtin;
import java.util.stream.Collectors;

/** Functions as hovers and completion show them. */
final class Signature {

  private Signature() {}

  /** {@code fn f(x: f32[n]) -> f32[n]}, as written. */
  static String of(Ast.Function f) {
    String text = f.span().source().text();
    int begin = f.name().span().start();
    return "fn " + text.substring(begin, f.body().span().start()).strip().replaceAll("\\s+", " ");
  }

  /** {@code sum(x, axis=None)}. */
  static String of(Builtin b) {
    return b.params().stream()
        .map(p -> p.optional() ? p.name() + "=" + p.otherwise() : p.name())
        .collect(Collectors.joining(", ", b.label() + "(", ")"));
  }

  /** A program's text and its documentation, as Markdown. */
  static String markdown(String code, String doc) {
    String fenced = "```tensor\n" + code + "\n```";
    return doc.isBlank() ? fenced : fenced + "\n\n" + doc;
  }
}
