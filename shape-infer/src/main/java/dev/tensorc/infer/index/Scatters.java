package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.IndexScope.Computed;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Operators;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Place;
import dev.tensorc.ir.TensorIr.Scatter;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Updates at places that are elements themselves: {@code y[p[i]] += v[i]} combines the value at
 * each place with one element after the other, so that a place that is named twice counts twice.
 */
public final class Scatters {

  /** The operations whose operands may change places. */
  private static final Set<Builtin> COMMUTATIVE =
      EnumSet.of(
          Builtin.ADD,
          Builtin.MULTIPLY,
          Builtin.MAXIMUM,
          Builtin.MINIMUM,
          Builtin.BITWISE_AND,
          Builtin.BITWISE_OR,
          Builtin.BITWISE_XOR);

  private final IndexContext cx;

  Scatters(IndexContext cx) {
    this.cx = cx;
  }

  /**
   * The elements that an update writes.
   *
   * @param combine combines an element with the value at its place; empty where it replaces that
   *     value
   */
  public record Written(Optional<Builtin> combine, Ast.Expr value) {}

  /**
   * The written elements; empty, and reported, where the target is read otherwise than to be
   * combined with one element.
   *
   * @param place the left side, whose elements have computed places
   */
  public Optional<Written> written(Ast.Assign a, Span place) {
    String target = text(place);
    Written written =
        a.op().isPresent()
            ? new Written(Operators.builtin(a.op().get()), a.value())
            : combination(a.value(), target).orElse(new Written(Optional.empty(), a.value()));
    boolean combines = written.combine().stream().allMatch(Scatter.COMBINING::contains);
    boolean again =
        Pattern.compile("(?<!\\w)" + Pattern.quote(target))
            .matcher(text(written.value().span()))
            .find();
    if (combines && !again) {
      return Optional.of(written);
    }
    String name = Names.ofSource(place);
    cx.report(
        ErrorId.INDEX_TARGET
            .at(a.span(), "this is no combination of the element at `" + name + "` with another")
            .expected(
                "`%s += e`, likewise `-= *= /= &= |= ^=`, or `%s = maximum(%s, e)` or `minimum`"
                    .formatted(name, name, name))
            .because("a place may be named twice: its elements are combined one after the other")
            .hint(
                "to compute from the elements before all updates, keep those: `let before = "
                    + a.target().text()
                    + "`"));
    return Optional.empty();
  }

  /** The left side again, combined with something. */
  private static Optional<Written> combination(Ast.Expr value, String target) {
    return switch (value) {
      case Ast.Binary b when b.dims().isEmpty() ->
          Operators.builtin(b.op()).flatMap(c -> of(c, b.left(), b.right(), target));
      case Ast.Call c
          when c.args().size() == 2 && c.args().stream().allMatch(x -> x.keyword().isEmpty()) ->
          Builtin.named(c.function().text())
              .flatMap(b -> of(b, c.args().getFirst().value(), c.args().getLast().value(), target));
      default -> Optional.empty();
    };
  }

  private static Optional<Written> of(Builtin b, Ast.Expr left, Ast.Expr right, String target) {
    if (Scatter.COMBINING.contains(b) && text(left.span()).equals(target)) {
      return Optional.of(new Written(Optional.of(b), right));
    }
    return COMMUTATIVE.contains(b) && text(right.span()).equals(target)
        ? Optional.of(new Written(Optional.of(b), left))
        : Optional.empty();
  }

  /** Without white space, but between words. */
  private static String text(Span span) {
    return span.text().replaceAll("\\s+", " ").replaceAll(" ?([^\\w ]) ?", "$1");
  }

  /**
   * The variable once the update is made; empty, and reported, where it cannot be.
   *
   * @param indices those of the points, in order
   */
  public Optional<Value> update(
      Ast.Assign a,
      Frame.Local x,
      Frame.Variable variable,
      Subscripted target,
      Written written,
      List<PointIndex> indices,
      IndexScope scope) {
    var places = new TreeMap<Integer, Optional<Value>>();
    for (Walked w : target.axes()) {
      places.put(w.axis(), cx.points.elements(scope, () -> cx.points.sum(w.subscript(), w.span())));
    }
    var spans = new TreeMap<Integer, Span>();
    target.axes().forEach(w -> spans.put(w.axis(), w.span()));
    for (Computed c : target.computed()) {
      places.put(c.axis(), cx.pointGathers.index(c, indices, scope));
      spans.put(c.axis(), c.place().span());
    }
    Typed elements = cx.points.elements(scope, () -> cx.infer(written.value()));
    if (elements.isUnknown() || places.values().stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    Value whole = ((Typed.Strong) x.typed).value();
    List<Place> at =
        places.entrySet().stream()
            .map(
                e ->
                    Place.of(
                        e.getKey(),
                        along(e.getValue().orElseThrow(), indices.size()),
                        variable.name(),
                        e.getKey(),
                        Objects.requireNonNull(spans.get(e.getKey()))))
            .toList();
    List<Dim> extents = indices.stream().map(i -> cx.emit.resolve(i.extent())).toList();
    return value(a, x, variable, written, elements)
        .map(v -> along(v, extents.size()))
        .map(v -> scatter(whole, variable, written.combine(), extents, at, v, a.span()));
  }

  public Value scatter(
      Value whole,
      Frame.Variable variable,
      Optional<Builtin> combine,
      List<Dim> extents,
      List<Place> places,
      Operand value,
      Span span) {
    Value result =
        cx.emit.fresh(
            whole.dtype(), cx.emit.resolve(whole.shape()), whole.axes(), variable.name(), span);
    return cx.emit.add(
        new Scatter(result, whole, combine, extents, places, stored(value, extents.size())));
  }

  /** The elements in the variable's dtype, in which they are combined with its values. */
  public Optional<Value> value(
      Ast.Assign a, Frame.Local x, Frame.Variable variable, Written written, Typed elements) {
    Span span = written.value().span();
    if (written.combine().isEmpty()) {
      return cx.weak.assigned(elements, variable, Names.ofSource(span), span, x.span);
    }
    Builtin combine = written.combine().get();
    var args = List.of(new Arg(x.typed, a.target().span()), new Arg(elements, span));
    Optional<DType> computed = cx.elementwise.computed(combine, args, a.span());
    if (computed.isEmpty() || computed.get() == variable.dtype()) {
      return computed.flatMap(dtype -> cx.weak.as(elements, dtype, span));
    }
    cx.report(mismatch(x, variable, combine, computed.get(), elements, span));
    return Optional.empty();
  }

  private static Diagnostic mismatch(
      Frame.Local x,
      Frame.Variable variable,
      Builtin combine,
      DType computed,
      Typed elements,
      Span span) {
    String name = variable.name();
    String text = Names.ofSource(span);
    boolean converts = !elements.isWeak() && elements.dtype() != variable.dtype();
    return ErrorId.DTYPE_MISMATCH
        .at(
            span,
            "%s of `%s` and `%s` is %s, but the variable `%s` is %s"
                .formatted(DTypeRules.spell(combine), name, text, computed, name, variable.dtype()))
        .found(elements.type())
        .expected(variable.dtype().label())
        .related(x.span, "it is defined here")
        .hint(
            converts
                ? "convert it: `astype(%s, %s)`".formatted(text, variable.dtype())
                : "let `%s` begin as %s: `astype(..., %s)`".formatted(name, computed, computed));
  }

  /** As an operand along all points. */
  private Operand along(Value v, int rank) {
    return stored(Operand.whole(v), rank);
  }

  /** A scalar as an array of one element, which is that of all points. */
  private Operand stored(Operand o, int rank) {
    if (!o.value().isScalar()) {
      return o;
    }
    Value v = o.value();
    List<Dim> one = Collections.nCopies(rank, Dims.ONE);
    Value listed = cx.emit.fresh(v.dtype(), one, v.name(), v.span());
    return Operand.whole(cx.emit.add(new TensorIr.Literal(listed, List.of(v))));
  }
}
