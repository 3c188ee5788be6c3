package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.Diagnostics;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Declarations;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.scope.WeightUses;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.infer.type.Clauses;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The function that is compiled: a symbol for each axis of each parameter, the declared types'
 * demands on them as checks at entry, then the body.
 */
final class Signatures {

  private final FunctionContext cx;
  private final Ast.Function function;

  /** For each parameter the symbols of its axes. */
  private final List<List<Dim.Sym>> symbols = new ArrayList<>();

  /** The types of unranked parameters, as declared. */
  private final Map<Integer, Declared> unranked = new HashMap<>();

  /** The ranks of unranked parameters. */
  private final Map<Integer, Dim.Sym> ranks = new HashMap<>();

  /** The weights that it uses, by their numbers, and their sizes. */
  private final Map<Integer, TensorIr.Weight> weights = new LinkedHashMap<>();

  private final Map<Integer, List<Dim>> weightShapes = new HashMap<>();

  private Signatures(FunctionContext cx, Ast.Function function) {
    this.cx = cx;
    this.function = function;
  }

  static Optional<TensorIr.Function> infer(
      Ast.Function function,
      Map<String, DType> types,
      Declarations declarations,
      Optional<TensorIr.Weights> weights,
      Diagnostics diagnostics) {
    var file = new FunctionContext(diagnostics, Frame.file(declarations, function.span()));
    Optional<Ast.Function> alone = file.constParams.alone(declarations, function, types);
    if (alone.isEmpty()) {
      return Optional.empty();
    }
    var cx =
        new FunctionContext(
            diagnostics, Frame.top(declarations, alone.get(), alone.get() != function));
    cx.frame.types().putAll(types);
    try {
      var signature = new Signatures(cx, alone.get());
      weights.ifPresent(w -> signature.weights(w, WeightUses.of(declarations, alone.get(), w)));
      return signature.infer();
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
      cx.ascriptions.declared(p.type()).filter(this::compiled).ifPresent(declared::add);
    }
    if (declared.size() < function.params().size()) {
      return Optional.empty();
    }
    Set<String> sizes = Clauses.sizes(function);
    for (int p = 0; p < declared.size(); p++) {
      if (declared.get(p).rest().isPresent()) {
        unranked(p, declared);
      }
      bind(p, declared.get(p), sizes);
    }
    var params = new ArrayList<TensorIr.Param>();
    for (int p = 0; p < declared.size(); p++) {
      params.add(param(p, declared.get(p)));
    }
    weights.forEach((number, weight) -> params.add(weight(number, weight)));
    cx.clauses.where(function);
    return cx.bodies.infer(function).map(results -> function(params, results));
  }

  /** The sizes of weights that the function uses: they are parameters behind those of callers. */
  private void weights(TensorIr.Weights all, Set<Integer> used) {
    for (int number : used) {
      int param = function.params().size() + weights.size();
      TensorIr.Weight weight = all.tensors().get(number);
      var shape = new ArrayList<Dim>();
      for (int axis = 0; axis < weight.sizes().size(); axis++) {
        shape.add(weightSize(weight, weight.sizes().get(axis), param, axis));
      }
      weights.put(number, weight);
      weightShapes.put(number, shape);
    }
  }

  private Dim weightSize(TensorIr.Weight weight, String size, int param, int axis) {
    if (Character.isDigit(size.charAt(0))) {
      return Dims.of(Long.parseLong(size));
    }
    boolean named = !size.equals("?");
    Optional<Dim> known = named ? cx.weights.size(size) : Optional.empty();
    if (known.isPresent()) {
      return known.get();
    }
    String label = named ? size : "?" + weight.name() + "." + axis;
    Dim.Sym symbol = cx.emit.symbol(label, named, param, axis, false);
    if (named) {
      cx.weights.define(size, symbol);
    }
    return symbol;
  }

  private TensorIr.Param weight(int number, TensorIr.Weight weight) {
    List<Dim> shape = Objects.requireNonNull(weightShapes.get(number));
    Axes axes = Axes.plain(shape.size());
    Value value = cx.emit.parameter(weight.dtype(), shape, axes, weight.name(), weight.span());
    cx.weights.define(weight.name(), value);
    return new TensorIr.Param(
        weight.name(), weight.declaredType(), value, Optional.of(number), weight.span());
  }

  private TensorIr.Function function(List<TensorIr.Param> params, List<Typed> typed) {
    var values = typed.stream().map(t -> cx.weak.alone(t, function.name().span())).toList();
    var results = new ArrayList<TensorIr.Result>();
    for (int i = 0; i < values.size(); i++) {
      results.add(result(i, values.get(i)));
    }
    return new TensorIr.Function(
        function.name().text(),
        List.copyOf(cx.frame.types().values()),
        function.doc(),
        List.copyOf(params),
        List.copyOf(cx.emit.bindings()),
        List.copyOf(cx.emit.entryChecks()),
        cx.emit.entryFacts(),
        cx.emit.body().yielding(values),
        List.copyOf(results),
        function.span());
  }

  private boolean compiled(Declared declared) {
    boolean tooMany = declared.rest().isPresent() && declared.dims().size() - 1 > Axes.MAX_RANK;
    if (tooMany) {
      cx.report(
          ErrorId.UNRANKED
              .at(declared.span(), "a type with `...` has at most " + Axes.MAX_RANK + " axes")
              .hint("drop `...`: then there may be more"));
    }
    return !tooMany;
  }

  /** The parameter has as many axes as it may have, and a symbol for how many it really has. */
  private void unranked(int param, List<Declared> declared) {
    Declared read = declared.get(param);
    String name = function.params().get(param).name().text();
    int least = read.dims().size() - 1;
    Dim.Sym rank = cx.emit.symbol("?rank." + name, false, param, TensorIr.DimBinding.RANK, false);
    ranks.put(param, rank);
    declared.set(param, read.anonymous(Axes.MAX_RANK));
    unranked.put(param, read);
    if (least > 0) {
      cx.emit.check(
          new TensorIr.RankCheck(
              name,
              List.of(rank),
              TensorIr.Relation.GREATER_EQUAL,
              Dims.of(least),
              "it is declared %s: at least %s".formatted(read.text(), axes(least)),
              read.span()),
          List.of(rank));
    }
  }

  /** The name of an axis in messages. */
  private int axisName(int param, int axis) {
    return ranks.containsKey(param) ? axis - Axes.MAX_RANK : axis;
  }

  private static String axes(int count) {
    return count == 1 ? "1 axis" : count + " axes";
  }

  /** A symbol for each axis; a name that stands alone for the first time is that symbol. */
  private void bind(int param, Declared declared, Set<String> sizes) {
    symbols.add(new ArrayList<>());
    String parameter = function.params().get(param).name().text();
    if (sizes.contains(parameter)) {
      cx.clauses.isSize(function.params().get(param), declared);
      cx.frame.sizes().put(parameter, cx.emit.symbol(parameter, true, param, -1, false));
    }
    for (int axis = 0; axis < declared.dims().size(); axis++) {
      Optional<Ast.Ref> name =
          cx.dims
              .alone(declared.dims().get(axis))
              .filter(r -> !cx.frame.dims().containsKey(r.name()))
              .filter(r -> !cx.frame.isParameter(r.name()));
      String label = name.map(Ast.Ref::name).orElse("?" + parameter + "." + axisName(param, axis));
      Dim.Sym symbol = cx.emit.symbol(label, name.isPresent(), param, axis, false);
      name.ifPresent(r -> cx.dims.bind(r, symbol));
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
                    .map(expected -> expect(param, axisName(param, at), symbol, expected, e.span()))
                    .orElse(symbol);
            case Ast.BcastDim b -> expect(param, axisName(param, at), symbol, Dims.ONE, b.span());
            case Ast.ExprDim _, Ast.DynamicDim _, Ast.RestDim _ -> symbol;
          });
    }
    String name = p.name().text();
    Axes axes = declared.axes();
    if (ranks.containsKey(param)) {
      axes = Axes.of(axes.stretch(), List.of(ranks.get(param)));
    }
    Value value = cx.emit.parameter(declared.dtype(), shape, axes, name, p.span());
    if (unranked.containsKey(param)) {
      cx.ascriptions.sameRest(value, unranked.get(param), name, p.span());
    }
    Dim size = cx.frame.sizes().get(name);
    Typed typed = new Typed.Strong(value);
    if (size != null && value.isScalar()) { // a number that is a size
      cx.emit.bound(value, size);
      cx.clauses.notNegativeAtEntry(function, p, size);
      typed = new Typed.Weak(value);
    }
    cx.names.bind(p.name(), Frame.Role.PARAMETER, typed);
    return new TensorIr.Param(name, declared.text(), value, p.span());
  }

  /** The axis must have that size; from then on it is that size. */
  private Dim expect(int param, int axis, Dim.Sym symbol, Dim expected, Span span) {
    cx.emit.check(
        new TensorIr.ParamCheck(param, axis, symbol, expected, span), List.of(symbol, expected));
    cx.emit.learnSize(symbol, expected, span, "declaration");
    return expected;
  }

  private TensorIr.Result result(int position, Value value) {
    List<Dim> shape = cx.emit.resolve(value.shape());
    String inferred = ShapeText.type(value.dtype(), shape, value.axes().unmarked());
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
