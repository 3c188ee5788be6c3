package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.DTypeRules;
import dev.tensorc.infer.rule.Operators;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code if} among the elements of index notation. An arm's elements are read only where the arm is
 * taken, so that {@code if i == 0 then x[0] else x[i - 1]} stays in bounds; an operation that might
 * throw there gets an operand with which it does not. Then an element of each arm is there to
 * choose from.
 */
final class PointArms {

  /**
   * Where an arm is taken.
   *
   * @param condition bool, with an axis for each of the indices, or a scalar
   */
  private record Guard(Value condition, List<PointIndex> space, IndexScope scope) {}

  private final IndexContext cx;
  private @Nullable Guard guard;

  PointArms(IndexContext cx) {
    this.cx = cx;
  }

  Typed conditional(Ast.Conditional c, IndexScope scope) {
    Arg condition = cx.arg(c.condition());
    if (condition.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    if (condition.typed().dtype() != DType.BOOL) {
      return cx.fail(
          ErrorId.NEEDS_BOOL
              .at(
                  condition.span(),
                  "the condition of `if` takes a bool, but `%s` is %s"
                      .formatted(condition.typed().name(), condition.typed().dtype()))
              .found(condition.typed().type())
              .expected("bool")
              .hint(DTypeRules.asBool(condition.typed())));
    }
    Value holds = cx.weak.as(condition.typed(), DType.BOOL, condition.span()).orElseThrow();
    Value not =
        cx.elementwise
            .emit(Builtin.LOGICAL_NOT, List.of(holds), DType.BOOL, c.span())
            .orElseThrow();
    Arg then = where(holds, scope, c.span(), () -> cx.arg(c.then()));
    Arg otherwise = where(not, scope, c.span(), () -> cx.arg(c.otherwise()));
    if (then.typed().isUnknown() || otherwise.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    Optional<Diagnostic> differ =
        DTypeRules.armsDiffer(then.typed(), then.span(), otherwise.typed(), otherwise.span());
    if (differ.isPresent()) {
      return cx.fail(differ.get());
    }
    var args = List.of(new Arg(new Typed.Strong(holds), condition.span()), then, otherwise);
    return cx.elementwise.apply(Builtin.WHERE, args, c.span());
  }

  /** Infers expressions that are computed where this condition and the guard around it hold. */
  private Arg where(Value condition, IndexScope scope, Span span, Supplier<Arg> inside) {
    Guard before = guard;
    List<PointIndex> space = scope.space();
    Value all =
        guard(scope, span)
            .map(
                outer ->
                    cx.elementwise
                        .emit(Builtin.LOGICAL_AND, List.of(outer, condition), DType.BOOL, span)
                        .orElseThrow())
            .orElse(condition);
    guard = new Guard(all, space, scope);
    try {
      return inside.get();
    } finally {
      guard = before;
    }
  }

  /** Whether something is computed only where a condition on the index holds. */
  boolean depends(PointIndex index) {
    return guard != null && guard.space().contains(index);
  }

  /**
   * The condition under which elements are computed here, along the indices in sight; empty where
   * all are. A value that is computed as a whole in the midst of an arm has a scope of its own.
   */
  Optional<Value> guard(IndexScope scope, Span span) {
    if (guard == null || guard.scope() != scope) {
      return Optional.empty();
    }
    List<PointIndex> along = scope.space();
    Value condition = guard.condition();
    if (condition.isScalar() || guard.space().equals(along)) {
      return Optional.of(condition);
    }
    var shape = new ArrayList<Dim>(Collections.nCopies(along.size(), Dims.ONE));
    var stretch = new ArrayList<>(Collections.nCopies(along.size(), Stretch.ALWAYS));
    var axes = new ArrayList<ViewAxis>();
    for (int own = 0; own < condition.rank(); own++) {
      int axis = along.indexOf(guard.space().get(own));
      axes.add(ViewAxis.whole(axis));
      shape.set(axis, condition.shape().get(own));
      stretch.set(axis, condition.axes().stretch().get(own));
    }
    return Optional.of(
        cx.fills.view(condition, shape, Axes.of(stretch), axes, condition.name(), span));
  }

  /** Whether an operation may throw for the elements of an arm that is not taken. */
  boolean mayThrow(Ast.Binary b, IndexScope scope) {
    return guard != null
        && guard.scope() == scope
        && b.dims().isEmpty()
        && Operators.builtin(b.op()).filter(Builtin::throwsOfIntegers).isPresent();
  }

  /** The operation, with 1 for its last operand where the arm is not taken. */
  Typed guarded(Ast.Binary b, IndexScope scope) {
    Arg left = cx.arg(b.left());
    Arg right = cx.arg(b.right());
    Builtin builtin = Operators.builtin(b.op()).orElseThrow();
    return cx.elementwise.apply(builtin, List.of(left, safe(right, scope)), b.span());
  }

  private Arg safe(Arg last, IndexScope scope) {
    Optional<Value> value =
        switch (last.typed()) {
          case Typed.Strong(Value v) when v.dtype().isInt() -> Optional.of(v);
          case Typed.Weak(Value v) when v.dtype().isInt() -> Optional.of(v);
          case Typed.Strong _, Typed.Weak _, Typed.Const _, Typed.Unknown _ -> Optional.empty();
        };
    if (value.isEmpty()) {
      return last;
    }
    Value holds = guard(scope, last.span()).orElseThrow();
    Value one = cx.fills.one(value.get().dtype(), last.span());
    Value chosen =
        cx.elementwise
            .emit(Builtin.WHERE, List.of(holds, value.get(), one), one.dtype(), last.span())
            .orElseThrow();
    return new Arg(
        last.typed() instanceof Typed.Weak ? new Typed.Weak(chosen) : new Typed.Strong(chosen),
        last.span());
  }
}
