package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Elements at places that other elements name: {@code take}. */
final class Gathers {

  private final Context cx;

  Gathers(Context cx) {
    this.cx = cx;
  }

  Optional<Typed> take(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    return cx.arrays
        .along(Builtin.TAKE, x, axis, span)
        .map(found -> new Typed.Strong(taken(x, indices, found, span)));
  }

  /** The elements at these places of an axis. */
  Value taken(Value x, Value indices, int axis, Span span) {
    var dims = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    var places = new ArrayList<Integer>();
    var own = new ArrayList<Integer>();
    for (int a = 0; a < x.rank(); a++) {
      if (a != axis) {
        own.add(dims.size());
        dims.add(cx.emit.resolve(x.shape().get(a)));
        stretch.add(x.axes().stretch().get(a));
        continue;
      }
      own.add(-1);
      for (int i = 0; i < indices.rank(); i++) {
        places.add(dims.size());
        dims.add(cx.emit.resolve(indices.shape().get(i)));
        stretch.add(indices.axes().stretch().get(i));
      }
    }
    return gathered(x, own, axis, new Operand(indices, places), dims, Axes.of(stretch), span);
  }

  /**
   * Along the other axes the array and the indices broadcast; each has an axis of its own there.
   */
  Optional<Typed> takeAlong(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    Optional<Integer> along = axis.isEmpty() ? Optional.of(x.rank() - 1) : cx.arrays.axis(axis, x);
    return along.flatMap(a -> takeAlong(x, indices, a, span)).map(Typed.Strong::new);
  }

  /** As {@link #takeAlong(Value, Value, Optional, Span)}. */
  Optional<Value> takeAlong(Value x, Value indices, int along, Span span) {
    int rank = x.rank();
    if (indices.rank() != rank) {
      cx.report(
          ErrorId.AXIS
              .at(
                  span,
                  "`take_along_axis`: `%s` has %s and `%s` has %s"
                      .formatted(
                          x.name(), Ranks.axes(rank), indices.name(), Ranks.axes(indices.rank())))
              .because(x.name() + ": " + cx.shown(x))
              .because(indices.name() + ": " + cx.shown(indices))
              .hint("indices have the array's rank; `take` has one list for all"));
      return Optional.empty();
    }
    var own = new ArrayList<>(Indexing.axes(rank));
    own.set(along, rank);
    Optional<Joins.Joined> joined =
        cx.broadcasting.join(
            Builtin.TAKE_ALONG_AXIS,
            List.of(x, indices),
            List.of(own, Indexing.axes(rank)),
            rank + 1,
            span);
    own.set(along, -1);
    return joined.map(
        j ->
            gathered(
                x,
                own,
                along,
                new Operand(indices, Indexing.axes(rank)),
                cx.emit.resolve(j.shape().subList(0, rank)),
                Axes.of(j.axes().stretch().subList(0, rank)),
                span));
  }

  private Value gathered(
      Value x, List<Integer> own, int axis, Operand places, List<Dim> dims, Axes axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Gather(result, new Operand(x, own), axis, places));
  }
}
