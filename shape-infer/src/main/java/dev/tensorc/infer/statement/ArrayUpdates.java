package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.ArraySubscripts.Found;
import dev.tensorc.infer.index.PointSpelling;
import dev.tensorc.infer.index.Scatters;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Operators;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Nesting;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.ClauseSize;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Place;
import dev.tensorc.ir.TensorIr.Relation;
import dev.tensorc.ir.TensorIr.Scatter;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Updates behind an array: {@code a[mask] = v}, {@code a[mask] += v}, {@code a[places] = v}.
 * Elements that a mask leaves out stay as they are.
 */
final class ArrayUpdates {

  private final StatementContext cx;

  ArrayUpdates(StatementContext cx) {
    this.cx = cx;
  }

  /**
   * The variable once the update is made; empty, and reported, where it cannot be.
   *
   * @param arrays the arrays among the subscripts
   */
  Optional<Value> of(Ast.Assign a, Frame.Local x, Frame.Variable variable, List<Found> arrays) {
    Value whole = ((Typed.Strong) x.typed).value();
    Span place = a.target().span().to(a.subscripts().getLast().span());
    Found found = arrays.getFirst();
    Optional<Diagnostic> refused = refused(a, whole, arrays, place);
    if (refused.isPresent()) {
      cx.report(refused.get());
      return Optional.empty();
    }
    return found.isMask()
        ? masked(a, x, variable, whole, found.array(), place)
        : placed(a, x, variable, whole, found, place);
  }

  private Optional<Diagnostic> refused(Ast.Assign a, Value whole, List<Found> arrays, Span place) {
    Found found = arrays.getFirst();
    if (whole.isUnranked()) {
      return Optional.of(cx.needsRank(whole, "subscripts name axes by position", place));
    }
    if (whole.axes().isNested() || whole.isScalar()) {
      return Optional.of(
          Nesting.refused("an array among subscripts", whole, cx.shown(whole), place));
    }
    if (a.subscripts().size() > 1 || a.subscripts().getFirst().items().size() > 1) {
      Diagnostic d =
          ErrorId.SUBSCRIPTS.at(
              place,
              (found.isMask() ? "a mask" : "an array of places")
                  + " stands alone between the brackets of a target");
      Typed value = cx.infer(a.value());
      return Optional.of(d.hint(value.isUnknown() ? "" : inNotation(a, whole, arrays, value)));
    }
    if (!a.dims().isEmpty()) {
      return Optional.of(
          ErrorId.BROADCAST_DIMS
              .at(a.span(), "an update behind an array takes no broadcast dimensions")
              .hint("say in index notation where each element goes"));
    }
    return Optional.empty();
  }

  /** The update in index notation, where it has only one list of subscripts. */
  private String inNotation(Ast.Assign a, Value whole, List<Found> arrays, Typed value) {
    String text = Names.ofSource(a.value().span());
    String symbol = a.op().map(Ast.BinaryOp::symbol).orElse("");
    return a.subscripts().size() > 1
        ? "write all subscripts between one pair of brackets"
        : PointSpelling.of(
                a.target().text(), whole.rank(), a.subscripts().getFirst().items(), arrays, cx)
            .map(
                s -> {
                  String v = s.of(text, value.rank());
                  String e = s.element();
                  String written = symbol.isEmpty() ? v : "%s %s %s".formatted(e, symbol, v);
                  return s.masked().isEmpty()
                      ? "say where each element goes: `%s %s= %s`".formatted(e, symbol, v)
                      : "choose by element: `%s = where(%s, %s, %s)`"
                          .formatted(e, s.masked(), written, e);
                })
            .map(hint -> hint.replace("  =", " ="))
            .orElse("say in index notation where each element goes");
  }

  // ---------------------------------------------------------------- masks

  private Optional<Value> masked(
      Ast.Assign a, Frame.Local x, Frame.Variable variable, Value whole, Value mask, Span place) {
    if (!cx.maskedPlaces.fits(whole, mask, place)) {
      return Optional.empty();
    }
    Optional<Builtin> op = a.op().flatMap(Operators::builtin);
    if (op.filter(Builtin::throwsOfIntegers).isPresent() && whole.dtype().isInt()) {
      String symbol = a.op().orElseThrow().symbol();
      String name = a.target().text();
      String chosen = mask.name();
      cx.report(
          ErrorId.UNSUPPORTED_EXPRESSION
              .at(a.span(), "`" + symbol + "=` of integers behind a mask is not supported yet")
              .because("it may throw for elements that the mask leaves out")
              .hint(
                  "write `%s = where(%s, %s %s where(%s, %s, 1), %s)`"
                      .formatted(
                          name,
                          chosen,
                          name,
                          symbol,
                          chosen,
                          Names.ofSource(a.value().span()),
                          name)));
      return Optional.empty();
    }
    Typed typed = cx.infer(a.value(), Optional.of(variable.dtype()));
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    int row = whole.rank() - mask.rank();
    return typed.rank() == row + 1
        ? listed(a, x, variable, whole, mask, typed, place)
        : alike(a, x, variable, whole, mask, typed, place);
  }

  /** One value for every place of the mask: a scalar, or a row. */
  private Optional<Value> alike(
      Ast.Assign a,
      Frame.Local x,
      Frame.Variable variable,
      Value whole,
      Value mask,
      Typed typed,
      Span place) {
    int leading = mask.rank();
    Value row = region(whole, List.of(), leading, place);
    Optional<Operand> written =
        a.op().isPresent()
            ? fitted(row, typed, a)
                .flatMap(_ -> cx.updates.combined(a, typed, x, x.typed, variable.name(), variable))
                .map(Operand::whole)
            : value(a, x, variable, typed)
                .flatMap(
                    v ->
                        fitted(row, new Typed.Strong(v), a)
                            .map(
                                axes ->
                                    new Operand(v, axes.stream().map(k -> k + leading).toList())));
    return written.map(
        w -> {
          List<Dim> shape = cx.emit.resolve(whole.shape());
          Value chosen = cx.emit.fresh(whole.dtype(), shape, variable.name(), a.span());
          var operands = List.of(new Operand(mask, Axes.indices(leading)), w, Operand.whole(whole));
          cx.emit.add(new TensorIr.Map(chosen, Builtin.WHERE, operands));
          Value result =
              cx.emit.fresh(whole.dtype(), shape, whole.axes(), variable.name(), a.span());
          var all = IntStream.range(0, whole.rank()).mapToObj(ViewAxis::whole).toList();
          return cx.emit.add(new TensorIr.Update(result, whole, all, shape, Operand.whole(chosen)));
        });
  }

  /** One element, or row, for each place where the mask is true. */
  private Optional<Value> listed(
      Ast.Assign a,
      Frame.Local x,
      Frame.Variable variable,
      Value whole,
      Value mask,
      Typed typed,
      Span place) {
    Value places = cx.maskedPlaces.places(mask, place);
    Value given = ((Typed.Strong) typed).value();
    Dim size = given.shape().getFirst();
    Dim count = places.shape().getFirst();
    String left = "len(" + Names.ofSource(a.value().span()) + ")";
    String right = "count_nonzero(" + mask.name() + ")";
    cx.emit.check(
        new TensorIr.ClauseCheck(
            "`" + Names.ofSource(a.span()) + "`",
            left + " == " + right,
            List.of(new ClauseSize(left, size), new ClauseSize(right, count)),
            size,
            Relation.EQUAL,
            count,
            a.span()),
        List.of(size, count));
    cx.emit.learnSize(size, count, a.span(), "operation");
    Optional<Builtin> op = a.op().flatMap(Operators::builtin);
    if (op.isPresent() && !Scatter.COMBINING.contains(op.get())) {
      cx.report(
          ErrorId.UNSUPPORTED_EXPRESSION
              .at(
                  a.span(),
                  "`%s=` of one element for each place of a mask is not supported yet"
                      .formatted(a.op().orElseThrow().symbol()))
              .hint(
                  "write its result: `%1$s = %1$s %2$s %3$s`"
                      .formatted(
                          Names.ofSource(place),
                          a.op().orElseThrow().symbol(),
                          Names.ofSource(a.value().span()))));
      return Optional.empty();
    }
    Value flat = cx.maskedPlaces.flat(whole, mask.rank(), place);
    return cx.scatters
        .value(a, x, variable, new Scatters.Written(op, a.value()), typed)
        .flatMap(v -> written(a, flat, variable, op, places, 0, v, place))
        .map(
            v ->
                mask.rank() == 1
                    ? v
                    : cx.reshapes.reshaped(v, cx.emit.resolve(whole.shape()), a.span()));
  }

  // ---------------------------------------------------------------- places

  private Optional<Value> placed(
      Ast.Assign a, Frame.Local x, Frame.Variable variable, Value whole, Found found, Span place) {
    if (a.op().isPresent()) {
      Typed value = cx.infer(a.value());
      String symbol = a.op().get().symbol();
      String name = Names.ofSource(place);
      if (!value.isUnknown()) {
        cx.report(
            ErrorId.UNSUPPORTED_EXPRESSION
                .at(
                    a.span(),
                    "`%s %s= ...` is not defined for a place that is named twice"
                        .formatted(name, symbol))
                .because("in NumPy the last update wins, computed of the element before them all")
                .hint(
                    "one after the other: %s; as in NumPy: `%s = %s %s %s`"
                        .formatted(
                            inNotation(a, whole, List.of(found), value)
                                .replaceFirst("^[^`]*: ", ""),
                            name,
                            name,
                            symbol,
                            Names.ofSource(a.value().span()))));
      }
      return Optional.empty();
    }
    Optional<Value> value = cx.updates.plain(a, x, variable);
    Value places = cx.emit.cast(found.array(), DType.I64, place);
    return value.flatMap(v -> written(a, whole, variable, Optional.empty(), places, 0, v, place));
  }

  /**
   * Elements written at places of the first axis.
   *
   * @param axis of the program's array, for messages
   */
  private Optional<Value> written(
      Ast.Assign a,
      Value whole,
      Frame.Variable variable,
      Optional<Builtin> combine,
      Value places,
      int axis,
      Value value,
      Span place) {
    List<Dim> leading = cx.emit.resolve(places.shape());
    Value region = region(whole, leading, 1, place);
    var at = new ArrayList<Place>();
    var along = new Operand(places, Axes.indices(places.rank()));
    at.add(Place.of(0, along, variable.name(), axis, a.subscripts().getFirst().span()));
    for (int k = 1; k < whole.rank(); k++) {
      Dim size = cx.emit.resolve(whole.shape().get(k));
      Value index = cx.emit.fresh(DType.I64, List.of(size), Names.ofSource(place), place);
      cx.emit.add(new TensorIr.Iota(index, 0));
      var own = new Operand(index, List.of(places.rank() + k - 1));
      at.add(Place.of(k, own, variable.name(), k, place));
    }
    return cx.broadcasting
        .into(Optional.empty(), region.name(), region, value, Optional.empty(), a.span())
        .map(
            j ->
                cx.scatters.scatter(
                    whole,
                    variable,
                    combine,
                    region.shape(),
                    at,
                    new Operand(value, j.operands().getLast().axes()),
                    a.span()));
  }

  // ---------------------------------------------------------------- values

  /** The written value, of the variable's dtype. */
  private Optional<Value> value(Ast.Assign a, Frame.Local x, Frame.Variable variable, Typed typed) {
    Span span = a.value().span();
    return cx.weak.assigned(typed, variable, Names.ofSource(span), span, x.span);
  }

  /** The axes of a target that a value is broadcast to; empty, and reported, where it is not. */
  private Optional<List<Integer>> fitted(Value target, Typed typed, Ast.Assign a) {
    if (!(typed instanceof Typed.Strong(Value v)) || v.isScalar()) {
      return Optional.of(List.of());
    }
    return cx.broadcasting
        .into(Optional.empty(), target.name(), target, v, Optional.empty(), a.span())
        .map(j -> j.operands().getLast().axes());
  }

  /** The target, for messages and joins: these axes, then those of the array from there. */
  private Value region(Value whole, List<Dim> leading, int from, Span place) {
    var shape = new ArrayList<>(leading);
    shape.addAll(cx.emit.resolve(whole.shape().subList(from, whole.rank())));
    return cx.emit.fresh(
        whole.dtype(), shape, Axes.plain(shape.size()), Names.ofSource(place), place);
  }
}
