package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Dim;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

  private final Declarations declarations;
  private final String functionName;
  private final Span home;
  private final Set<String> parameters;
  private final @Nullable Frame caller;
  private final Span callSite;
  private final Map<String, Local> locals = new LinkedHashMap<>();
  private final Map<String, BoundDim> dims = new LinkedHashMap<>();

  private Frame(
      Declarations declarations,
      String functionName,
      Span home,
      Set<String> parameters,
      @Nullable Frame caller,
      Span callSite) {
    this.declarations = declarations;
    this.home = home;
    this.functionName = functionName;
    this.parameters = parameters;
    this.caller = caller;
    this.callSite = callSite;
  }

  static Frame top(Declarations declarations, Ast.Function function) {
    return new Frame(
        declarations,
        function.name().text(),
        function.name().span(),
        parameters(function),
        null,
        function.span());
  }

  /** Where the constants of a file are evaluated: no parameters, no dims. */
  static Frame file(Declarations declarations, Span place) {
    return new Frame(declarations, "", place, Set.of(), null, place);
  }

  static Frame called(
      Declarations declarations, Ast.Function function, Frame caller, Span callSite) {
    return new Frame(
        declarations,
        function.name().text(),
        function.name().span(),
        parameters(function),
        caller,
        callSite);
  }

  private static Set<String> parameters(Ast.Function function) {
    return function.params().stream().map(p -> p.name().text()).collect(Collectors.toSet());
  }

  /** The top level of the file that the text stands in. */
  Declarations declarations() {
    return declarations;
  }

  /** The place of the function's name, which no other function shares; the file's where none. */
  Span home() {
    return home;
  }

  boolean isParameter(String name) {
    return parameters.contains(name);
  }

  String functionName() {
    return functionName;
  }

  /** The frame that this one was expanded in; null where it is no call. */
  @Nullable Frame caller() {
    return caller;
  }

  /** The call, or the function itself where there is none. */
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
