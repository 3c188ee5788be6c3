package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the language has and this compiler does not compile yet: one clear diagnostic each. What
 * becomes supported leaves this file.
 */
final class Unsupported {

  private static final Set<String> BUILTINS =
      Set.copyOf(
          List.of(
              "argsort cumulative_prod cumulative_sum dot nonzero searchsorted sort".split(" ")));

  private Unsupported() {}

  /** Whether the language has a function called that which is not compiled yet. */
  static boolean isBuiltin(String name) {
    return BUILTINS.contains(name);
  }

  static Set<String> builtins() {
    return new TreeSet<>(BUILTINS);
  }

  static Diagnostic builtin(Ast.Name name) {
    return ErrorId.UNSUPPORTED_BUILTIN
        .at(name.span(), "the builtin `" + name.text() + "` is not supported yet")
        .hint(insteadOf(name.text()));
  }

  /** What to write today. */
  private static String insteadOf(String builtin) {
    return switch (builtin) {
      case "cumulative_sum" -> "write `let t[i] = sum[k](where(k <= i, x[k], 0)) for i in 0:n`";
      case "cumulative_prod" -> "write `let t[i] = prod[k](where(k <= i, x[k], 1)) for i in 0:n`";
      case "dot" -> "write `a @ b`";
      case "searchsorted" -> "count: `sum(astype(x < v[:, newaxis], i64), axis=1)`";
      case "nonzero" -> "keep the shape and choose with `where(c, x, 0)`";
      case "sort", "argsort" -> "sort before the call, and pass the sorted array in";
      default -> "";
    };
  }

  static Diagnostic expression(Span span, String what, String hint) {
    return ErrorId.UNSUPPORTED_EXPRESSION.at(span, what + " not supported yet").hint(hint);
  }

  static Diagnostic type(Span span, String what, String hint) {
    return ErrorId.UNSUPPORTED_TYPE.at(span, what + " not supported yet").hint(hint);
  }
}
