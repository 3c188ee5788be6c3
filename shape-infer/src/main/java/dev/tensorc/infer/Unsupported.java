package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the language has and this compiler does not compile yet: one clear diagnostic each. What
 * becomes supported leaves this file.
 */
final class Unsupported {

  private static final Set<String> BUILTINS = Set.of("nonzero");

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
      case "nonzero" -> "keep the shape and choose with `where(c, x, 0)`";
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
