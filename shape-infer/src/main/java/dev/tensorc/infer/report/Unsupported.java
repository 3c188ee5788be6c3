package dev.tensorc.infer.report;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;

/**
 * Parts of the language that this compiler does not compile yet: one clear diagnostic each. A part
 * that becomes supported leaves this file.
 */
public final class Unsupported {

  private Unsupported() {}

  public static Diagnostic expression(Span span, String what, String hint) {
    return ErrorId.UNSUPPORTED_EXPRESSION.at(span, what + " not supported yet").hint(hint);
  }

  public static Diagnostic type(Span span, String what, String hint) {
    return ErrorId.UNSUPPORTED_TYPE.at(span, what + " not supported yet").hint(hint);
  }
}
