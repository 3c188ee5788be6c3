package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Ascriptions.Declared;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The function that is compiled: a symbol for each axis of each parameter, what the declared types
 * say of them as checks at entry, then the body.
 */
final class Signatures {

  private final Context cx;
  private final Ast.Function function;
  private final List<TensorIr.DimBinding> bindings = new ArrayList<>();

  /** For each parameter the symbols of its axes. */
  private final List<List<Dim.Sym>> symbols = new ArrayList<>();

  private Signatures(Context cx, Ast.Function function) {
    this.cx = cx;
    this.function = function;
  }

  static Optional<TensorIr.Function> infer(
      Ast.Function function, Declarations declarations, Diagnostics diagnostics) {
    var cx = new Context(diagnostics, Frame.top(declarations, function));
    try {
      return new Signatures(cx, function).infer();
    } catch (ArithmeticException e) {
      diagnostics.report(
          ErrorId.BAD_SIZE
              .at(
                  function.name().span(),
                  "`" + function.name().text() + "` has sizes beyond 64 bits")
              .hint(
                  "no array has that many elements: look for a large number in a dim or a slice"));
      return Optional.empty();
    }
  }

  private Optional<TensorIr.Function> infer() {
    var declared = new ArrayList<Declared>();
    for (Ast.Param p : function.params()) {
      cx.ascriptions.declared(p.type()).ifPresent(declared::add);
    }
    if (declared.size() < function.params().size()) {
      return Optional.empty();
    }
    for (int p = 0; p < declared.size(); p++) {
      bind(p, declared.get(p));
    }
    var params = new ArrayList<TensorIr.Param>();
    for (int p = 0; p < declared.size(); p++) {
      params.add(param(p, declared.get(p)));
    }
    return cx.bodies.infer(function).map(results -> function(params, results));
  }

  private TensorIr.Function function(List<TensorIr.Param> params, List<Typed> typed) {
    var values = typed.stream().map(t -> cx.weak.alone(t, function.name().span())).toList();
    var results = new ArrayList<TensorIr.Result>();
    for (int i = 0; i < values.size(); i++) {
      results.add(result(i, values.get(i)));
    }
    return new TensorIr.Function(
        function.name().text(),
        function.doc(),
        List.copyOf(params),
        List.copyOf(bindings),
        List.copyOf(cx.emit.entryChecks()),
        cx.emit.entryFacts(),
        cx.emit.body().yielding(values),
        List.copyOf(results),
        function.span());
  }

  /** A symbol for each axis; a name that stands alone for the first time is that symbol. */
  private void bind(int param, Declared declared) {
    symbols.add(new ArrayList<>());
    for (int axis = 0; axis < declared.dims().size(); axis++) {
      Optional<Ast.Ref> name =
          cx.dims
              .alone(declared.dims().get(axis))
              .filter(r -> !cx.frame.dims().containsKey(r.name()))
              .filter(r -> !cx.frame.isParameter(r.name()));
      String label =
          name.map(Ast.Ref::name)
              .orElse("?" + function.params().get(param).name().text() + "." + axis);
      var symbol = new Dim.Sym(bindings.size(), label, name.isPresent());
      name.ifPresent(r -> cx.dims.bind(r, symbol));
      bindings.add(new TensorIr.DimBinding(symbol, param, axis));
      symbols.getLast().add(symbol);
    }
  }

  private TensorIr.Param param(int param, Declared declared) {
    Ast.Param p = function.params().get(param);
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < declared.dims().size(); axis++) {
      int at = axis;
      Dim.Sym symbol = symbols.get(param).get(axis);
      shape.add(
          switch (declared.dims().get(axis)) {
            case Ast.ExprDim e when !symbol.named() ->
                cx.dims
                    .size(e)
                    .map(expected -> expect(param, at, symbol, expected, e.span()))
                    .orElse(symbol);
            case Ast.ExprDim _, Ast.DynamicDim _, Ast.BcastDim _, Ast.RestDim _ -> symbol;
          });
    }
    String name = p.name().text();
    Value value = cx.emit.parameter(declared.dtype(), shape, name, p.span());
    cx.names.bind(p.name(), Frame.Role.PARAMETER, new Typed.Strong(value));
    return new TensorIr.Param(name, declared.text(), value, p.span());
  }

  /** The axis must have that size; from then on it is that size. */
  private Dim expect(int param, int axis, Dim.Sym symbol, Dim expected, Span span) {
    cx.emit.check(
        new TensorIr.ParamCheck(param, axis, symbol, expected, span), List.of(symbol, expected));
    cx.emit.learn(symbol, expected, span);
    return expected;
  }

  private TensorIr.Result result(int position, Value value) {
    List<Dim> shape = cx.emit.resolve(value.shape());
    String inferred = ShapeText.type(value.dtype(), shape);
    if (function.results().isEmpty()) {
      return new TensorIr.Result("", inferred, value.dtype(), shape);
    }
    Ast.Result r = function.results().get(position);
    return new TensorIr.Result(
        r.name().map(Ast.Name::text).orElse(""),
        Names.ofSource(r.type().span()),
        value.dtype(),
        shape);
  }
}
