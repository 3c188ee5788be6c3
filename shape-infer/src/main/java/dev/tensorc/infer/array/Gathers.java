package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Place;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Elements at places that other elements name: {@code take}. */
public final class Gathers {

  private final ArrayContext cx;

  Gathers(ArrayContext cx) {
    this.cx = cx;
  }

  public Optional<Typed> take(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    Builtin b = Builtin.TAKE;
    Value source = cx.ranks.room(b, x, Math.max(indices.rank() - 1, 0), span);
    Value places = cx.ranks.room(b, indices, x.rank() - 1, span);
    Optional<Integer> found = cx.arrays.along(b, source, axis, span);
    if (found.isPresent() && indices.isUnranked() && (x.isUnranked() || found.get() > 0)) {
      String why = "their axes take the place of the axis, which is the first one then";
      cx.report(cx.needsRank(indices, why, span));
      return Optional.empty();
    }
    return found.map(along -> new Typed.Strong(taken(source, places, along, span)));
  }

  /**
   * The elements at these places of an axis. Where one of both is unranked the result is: the
   * places along its first axis, or of an array that is.
   */
  public Value taken(Value x, Value indices, int axis, Span span) {
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
    Axes axes = (indices.isUnranked() ? indices : x).axes().changed(stretch);
    return gathered(x, own, axis, new Operand(indices, places), dims, axes, span);
  }

  /**
   * Along the other axes the array and the indices broadcast; each has an axis of its own there.
   */
  public Optional<Typed> takeAlong(Value array, Value given, Optional<Ast.Expr> axis, Span span) {
    Builtin b = Builtin.TAKE_ALONG_AXIS;
    List<Value> alike = cx.ranks.alike(List.of(array, given));
    Value x = alike.getFirst();
    Value indices = alike.getLast();
    Optional<Integer> along =
        axis.isEmpty() ? Optional.of(cx.axes.last(b, x, span)) : cx.axes.one(axis.get(), x);
    return along.flatMap(a -> takeAlong(x, indices, a, span)).map(Typed.Strong::new);
  }

  /** As {@link #takeAlong(Value, Value, Optional, Span)}, of values with as many axes. */
  public Optional<Value> takeAlong(Value x, Value indices, int along, Span span) {
    int rank = x.rank();
    cx.ranks.equal(indices, x, "indices have the rank of `" + x.name() + "`", span);
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
    var places = new ArrayList<>(Axes.indices(rank + 1)); // the array's axis, then the indices'
    places.remove(along + 1);
    var others = new ArrayList<>(Axes.indices(rank + 1));
    others.remove(along);
    Optional<Joins.Joined> joined =
        cx.broadcasting.join(
            Builtin.TAKE_ALONG_AXIS, List.of(x, indices), List.of(places, others), rank + 1, span);
    var own = new ArrayList<>(Axes.indices(rank));
    own.set(along, -1);
    return joined.map(
        j -> {
          var shape = new ArrayList<>(cx.emit.resolve(j.shape()));
          var stretch = new ArrayList<>(j.axes().stretch());
          shape.remove(along);
          stretch.remove(along);
          var at = new Operand(indices, Axes.indices(rank));
          return gathered(x, own, along, at, shape, x.axes().changed(stretch), span);
        });
  }

  private Value gathered(
      Value x, List<Integer> own, int axis, Operand places, List<Dim> dims, Axes axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, Names.ofSource(span), span);
    Place place = Place.of(axis, places, x.name(), x.axisName(axis), span);
    return cx.emit.add(
        new TensorIr.Gather(result, new Operand(x, own), List.of(place), Optional.empty()));
  }
}
