package dev.tensorc.infer.join;

import dev.tensorc.frontend.Span;
import dev.tensorc.infer.rule.Stretches;
import dev.tensorc.infer.scope.Emitter;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values where control flow meets. Facts that a region found end with it: a value that leaves the
 * region has sizes that mean the same outside, or late ones.
 */
public final class Merges {

  /** The values that two arms yield, and the value that is one or the other. */
  public record Meeting(Value then, Value otherwise, Value result) {}

  /** The late sizes of one branch: values that have one size in each arm have one behind it. */
  public static final class Sizes {
    private final Map<List<Dim>, Dim> late = new HashMap<>();

    private Dim of(Dim then, Dim otherwise, Emitter emit) {
      return then.equals(otherwise)
          ? then
          : late.computeIfAbsent(List.of(then, otherwise), _ -> emit.late());
    }
  }

  private final JoinContext cx;

  Merges(JoinContext cx) {
    this.cx = cx;
  }

  /**
   * The value as it leaves a region that was closed, with these sizes, which it has by the region's
   * facts; an empty one is its own.
   */
  public Value leaving(Emitter.Region region, Value value, List<Optional<Dim>> sizes) {
    var shape = new ArrayList<Dim>();
    boolean same = true;
    for (int axis = 0; axis < value.rank(); axis++) {
      Dim own = value.shape().get(axis);
      Dim asked = sizes.get(axis).orElse(own);
      same &= cx.emit.facts().same(own, asked);
      shape.add(asked);
    }
    if (same) {
      return value;
    }
    cx.emit.reopen(region);
    Value seen = cx.emit.fresh(value.dtype(), shape, value.axes(), value.name(), value.span());
    var axes = Axes.indices(value.rank()).stream().map(ViewAxis::whole).toList();
    cx.emit.add(new TensorIr.View(seen, value, axes));
    cx.emit.close();
    return seen;
  }

  /** The value that is one or the other; sizes that differ are late. */
  public Meeting meet(Value a, Value b, Sizes sizes, String name, Span span) {
    boolean oneRank = a.axes().ranks().equals(b.axes().ranks());
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < a.rank(); axis++) {
      Dim left = cx.emit.resolve(a.shape().get(axis));
      Dim right = cx.emit.resolve(b.shape().get(axis));
      shape.add(sizes.of(left, right, cx.emit));
    }
    var stretch = Stretches.both(a.axes().stretch(), b.axes().stretch());
    List<Dim> ranks = oneRank ? a.axes().ranks() : List.of(cx.emit.late());
    var axes = new Axes(stretch, a.axes().levels(), ranks, a.axes().isText());
    return new Meeting(a, b, cx.emit.fresh(a.dtype(), shape, axes, name, span));
  }

  /** The branch whose arms were closed. */
  public void branch(
      Value condition,
      Emitter.Region then,
      Emitter.Region otherwise,
      List<Meeting> meetings,
      Span span) {
    cx.emit.add(
        new TensorIr.If(
            meetings.stream().map(Meeting::result).toList(),
            condition,
            then.yielding(meetings.stream().map(Meeting::then).toList()),
            otherwise.yielding(meetings.stream().map(Meeting::otherwise).toList()),
            span));
  }
}
