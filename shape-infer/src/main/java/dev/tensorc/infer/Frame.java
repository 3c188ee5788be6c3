package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names in sight inside one function, or one expansion of it at a call. */
final class Frame {

  /** A parameter or {@code let}. */
  static final class Local {
    final Typed typed;
    final Span span;
    final boolean parameter;
    boolean used;

    Local(Typed typed, Span span, boolean parameter) {
      this.typed = typed;
      this.span = span;
      this.parameter = parameter;
    }
  }

  /** What a dim name stands for and where it was bound. */
  record BoundDim(Dim dim, Span span) {}

  private final String functionName;
  private final Frame caller;
  private final Span callSite;
  private final Map<String, Local> locals = new LinkedHashMap<>();
  private final Map<String, BoundDim> dims = new LinkedHashMap<>();

  private Frame(String functionName, Frame caller, Span callSite) {
    this.functionName = functionName;
    this.caller = caller;
    this.callSite = callSite;
  }

  static Frame top(Ast.Function function) {
    return new Frame(function.name().text(), null, null);
  }

  /** Where the constants of a file are evaluated: no parameters, no dims. */
  static Frame file() {
    return new Frame("", null, null);
  }

  static Frame called(Ast.Function function, Frame caller, Span callSite) {
    return new Frame(function.name().text(), caller, callSite);
  }

  String functionName() {
    return functionName;
  }

  Frame caller() {
    return caller;
  }

  Span callSite() {
    return callSite;
  }

  Map<String, Local> locals() {
    return locals;
  }

  Map<String, BoundDim> dims() {
    return dims;
  }
}
