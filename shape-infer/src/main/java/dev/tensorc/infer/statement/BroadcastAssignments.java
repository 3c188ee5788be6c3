package dev.tensorc.infer.statement;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Frame;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ascriptions.Declared;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Assignments to whole variables where those are updates, as in tml: {@code a = 1} and {@code var
 * a: int[3] = 1} write 1 to every place of {@code a}, whose type never changes.
 */
final class BroadcastAssignments {

  private final StatementContext cx;

  BroadcastAssignments(StatementContext cx) {
    this.cx = cx;
  }

  /**
   * The variable's value once the given one, of its dtype, is assigned to it; empty where it cannot
   * be.
   */
  Optional<Value> assigned(Value value, Frame.Local x, Frame.Variable variable, Span span) {
    Value current = ((Typed.Strong) x.typed).value();
    return into(variable.name(), current, value, span)
        .map(v -> cx.emit.withAxes(v, variable.axes()));
  }

  /**
   * The first value of a variable that is declared with a type: the given one, broadcast to its
   * dims.
   */
  Typed defined(Typed typed, Declared written, Ast.Name name, Span span) {
    if (typed.isUnknown()) {
      return typed;
    }
    Span place = written.span();
    Optional<Value> value =
        cx.weak.assigned(typed, written.dtype(), name.text(), Names.ofSource(span), span, place);
    if (value.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value v = value.get();
    Declared declared = written.rest().isPresent() ? written.ofRank(v.rank()) : written;
    Optional<List<Dim>> shape = shape(v, declared, name.text(), span);
    if (shape.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value target = cx.emit.fresh(v.dtype(), shape.get(), declared.axes(), name.text(), name.span());
    return into(name.text(), target, v, name.span().to(span))
        .<Typed>map(all -> new Typed.Strong(cx.emit.withAxes(all, declared.axes())))
        .orElse(Typed.UNKNOWN);
  }

  private Optional<Value> into(String name, Value target, Value value, Span span) {
    return cx.broadcasting
        .into(Optional.empty(), name, target, value, Optional.empty(), span)
        .map(
            j -> isWhole(j, value) ? value : cx.emit.rename(cx.broadcasts.repeated(j, span), name));
  }

  private boolean isWhole(Joins.Joined joined, Value value) {
    boolean whole = value.rank() == joined.shape().size();
    for (int axis = 0; whole && axis < value.rank(); axis++) {
      whole = cx.emit.facts().same(value.shape().get(axis), joined.shape().get(axis));
    }
    return whole;
  }

  /** The declared sizes, where {@code ?} and new names are those of the value. */
  private Optional<List<Dim>> shape(Value value, Declared declared, String name, Span span) {
    var shape = new ArrayList<Dim>();
    int rank = declared.dims().size();
    for (int axis = 0; axis < rank; axis++) {
      int own = axis - (rank - value.rank());
      Optional<Dim> given =
          own < 0 ? Optional.empty() : Optional.of(cx.emit.resolve(value.shape().get(own)));
      Ast.Dim dim = declared.dims().get(axis);
      given.ifPresent(size -> cx.ascriptions.bindName(dim, size));
      Optional<Dim> size =
          switch (dim) {
            case Ast.ExprDim e -> cx.dims.size(e).map(d -> cx.shapes.checked(name, d, e.span()));
            case Ast.BcastDim _ -> Optional.of(Dims.ONE);
            case Ast.DynamicDim _, Ast.RestDim _ -> given;
          };
      if (size.isEmpty()) {
        if (!(dim instanceof Ast.ExprDim)) {
          cx.report(unknownSize(value, declared, axis, name, span));
        }
        return Optional.empty();
      }
      shape.add(size.get());
    }
    return Optional.of(shape);
  }

  private Diagnostic unknownSize(Value value, Declared declared, int axis, String name, Span span) {
    return ErrorId.UPDATE
        .at(
            span,
            "`"
                + Names.ofSource(span)
                + "` does not say how large axis "
                + axis
                + " of `"
                + name
                + "` is")
        .found(cx.shown(value))
        .expected(declared.text())
        .related(declared.span(), "declared here")
        .hint("declare the size: a number or a name that is bound");
  }
}
