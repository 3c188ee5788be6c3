package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.AlignedTypes;
import dev.tensorc.infer.join.BroadcastDims;
import dev.tensorc.infer.join.Narrowing;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.report.SubscriptText;
import dev.tensorc.infer.report.Unsupported;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Joins;
import dev.tensorc.infer.rule.Joins.Operand;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.AxisArguments;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.infer.type.Shapes;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Explicit broadcasts, and functions of axes of size 1: each is a view, whose axes that may have
 * size 1 stretch to those of the shape that is asked for.
 */
public final class ExplicitBroadcasts {

  private final ArrayContext cx;

  ExplicitBroadcasts(ArrayContext cx) {
    this.cx = cx;
  }

  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Arg arg = cx.arg(args.getFirst().orElseThrow());
    Optional<Value> x = value(b, arg);
    return switch (b) {
      case BROADCAST_TO, BROADCAST_IN_DIM -> broadcast(b, x, args, span);
      case NARROW -> x.map(v -> narrow(v, span)).orElse(Typed.UNKNOWN);
      case BROADCAST_DIMS, UNBROADCAST_DIMS, EXPAND_DIMS, SQUEEZE ->
          x.map(v -> ofAxes(b, v, args.getLast(), span)).orElse(Typed.UNKNOWN);
      default -> throw new CompilerBug("infer", b + " is no broadcast");
    };
  }

  private Optional<Value> value(Builtin b, Arg x) {
    if (x.typed().isUnknown()) {
      return Optional.empty();
    }
    Value v = cx.weak.alone(x.typed(), x.span());
    boolean counts = b == Builtin.NARROW || b == Builtin.BROADCAST_IN_DIM;
    if (v.isUnranked() && counts) {
      cx.report(cx.needsRank(v, "`" + b.label() + "` counts axes", x.span()));
      return Optional.empty();
    }
    return b == Builtin.NARROW
        ? Optional.of(v)
        : cx.nesting.plain("`" + b.label() + "`", v, x.span());
  }

  private Value view(Value x, List<Dim> shape, Axes axes, List<ViewAxis> walks, Span span) {
    Value result = cx.emit.fresh(x.dtype(), shape, axes, Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.View(result, x, walks));
  }

  // ---------------------------------------------------------------- explicit broadcasts

  private Typed broadcast(
      Builtin b, Optional<Value> value, List<Optional<Ast.Expr>> args, Span span) {
    Ast.Expr written = args.get(1).orElseThrow();
    boolean ranked = b == Builtin.BROADCAST_IN_DIM;
    Optional<Shapes.Shape> shape =
        ranked
            ? cx.shapes.of(b, written).map(sizes -> new Shapes.Shape(sizes, List.of()))
            : cx.shapes.ofAnyRank(b, written);
    if (shape.isEmpty() || value.isEmpty()) {
      return Typed.UNKNOWN;
    }
    List<Dim> sizes = shape.get().sizes();
    int rank = sizes.size();
    Value x = value.get();
    var target = new Value(-1, x.dtype(), sizes, shape.get().axes(), "shape", written.span());
    List<Integer> axes;
    if (ranked) {
      Ast.Expr dims = args.get(2).orElseThrow();
      var entries = BroadcastDims.of(AxisArguments.listed(dims), dims.span(), cx);
      if (entries.isEmpty()) {
        return Typed.UNKNOWN;
      }
      var refused = entries.get().refuse(x.name(), x.rank(), "shape", rank);
      if (refused.isPresent()) {
        return cx.fail(refused.get().because(x.name() + ": " + cx.shown(x)));
      }
      axes = entries.get().axes();
    } else if (x.isUnranked() ? Ranks.least(x) > rank : x.rank() > rank) {
      return cx.fail(
          ErrorId.BROADCAST_TO
              .at(
                  span,
                  "`%s` has rank %s, and the shape has rank %d"
                      .formatted(
                          x.name(), x.isUnranked() ? Ranks.least(x) + " or more" : x.rank(), rank))
              .found(cx.shown(x))
              .because("a broadcast never drops axes")
              .hint("drop axes first: `squeeze(" + x.name() + ", 0)`, or a subscript"));
    } else {
      x = fitted(x, target, span);
      axes = IntStream.range(rank - x.rank(), rank).boxed().toList();
    }
    return to(target, x, axes, span);
  }

  /** A value of at most the target's rank, which is checked; it has the axes that it lacks. */
  private Value fitted(Value x, Value target, Span span) {
    String demand = "a broadcast to the rank of its shape never drops axes";
    return target.isUnranked()
        ? cx.ranks.atMost(x, target, demand, span)
        : cx.ranks.within(x, target.rank(), demand, span);
  }

  /** The value with its axes at those of the target. */
  private Typed to(Value target, Value x, List<Integer> axes, Span span) {
    int rank = target.rank();
    var stretches = x.axes().stretch().stream().map(s -> s != Stretch.NEVER).toList();
    var fixed = new Operand(target, Axes.indices(rank), Collections.nCopies(rank, false));
    var given = new Operand(x, axes, stretches);
    return switch (Joins.join(List.of(fixed, given), List.of(rank), cx.emit.facts())) {
      case Joins.Conflict c -> cx.fail(conflict(c, x, span));
      case Joins.Joined j -> {
        if (j.needsCheck()) {
          check(j, span);
        }
        Axes marks = j.axes().ofRank(target.axes().ranks());
        yield new Typed.Strong(
            repeated(new Joins.Joined(j.operands(), j.shape(), marks, j.open()), span));
      }
    };
  }

  /** The last operand of a join, repeated to the joined shape. */
  public Value repeated(Joins.Joined joined, Span span) {
    return repeated(joined, joined.operands().getLast(), span);
  }

  /** An operand of a join, repeated to the joined shape. */
  public Value repeated(Joins.Joined joined, Operand given, Span span) {
    Value x = given.value();
    List<Dim> shape = cx.emit.resolve(joined.shape());
    var walks = new ArrayList<ViewAxis>();
    for (int own = 0; own < x.rank(); own++) {
      int axis = given.axes().get(own);
      boolean same = cx.emit.facts().same(x.shape().get(own), shape.get(axis));
      walks.add(same ? ViewAxis.whole(axis) : ViewAxis.stretching(axis));
    }
    return view(x, shape, joined.axes(), walks, span);
  }

  private void check(Joins.Joined j, Span span) {
    Operand shape = j.operands().getFirst();
    var operands =
        List.of(
            new JoinOperand(
                "shape",
                "",
                shape.value().shape(),
                shape.axes(),
                shape.stretches(),
                shape.value().axes().ranks()),
            j.operands().getLast().checked(cx.emit.written(j.operands().getLast().value()).type()));
    cx.broadcasting.make(j, TensorIr.Joining.SHAPE, operands, span);
  }

  private Diagnostic conflict(Joins.Conflict c, Value x, Span span) {
    int own = c.second().own(c.axis()).orElseThrow();
    var d =
        ErrorId.BROADCAST_TO.at(
            span,
            "`%s` has size %s on axis %d, and the shape has size %s there"
                .formatted(
                    x.name(), size(c.second(), own), x.axisName(own), size(c.first(), c.axis())));
    var both = List.of(c.first(), c.second());
    for (String line : new AlignedTypes(both, c.rank(), c.axis(), cx.emit.facts()).lines()) {
      d = d.because(line);
    }
    boolean never = x.axes().stretch().get(own) == Stretch.NEVER;
    return cx.origin(d, x, span)
        .hint(
            never
                ? "a `strict` axis never stretches: leave `strict` out if it may"
                : "sizes must be the shape's, or 1; `broadcast_in_dim(x, shape, dims=...)` says"
                    + " which axis is which");
  }

  private String size(Operand o, int own) {
    return ShapeText.dim(cx.emit.resolve(o.value().shape().get(own)));
  }

  // ---------------------------------------------------------------- axes of size 1

  private Typed ofAxes(Builtin b, Value x, Optional<Ast.Expr> given, Span span) {
    if (given.isEmpty()) {
      return cx.arrays
          .axis(b, x, given, span)
          .map(first -> expand(x, List.of(first), x.rank() + 1, span))
          .orElse(Typed.UNKNOWN);
    }
    Ast.Expr written = given.get();
    int more = b == Builtin.EXPAND_DIMS ? AxisArguments.listed(written).size() : 0;
    return ofAxes(b, cx.ranks.room(b, x, more, span), written, more, span);
  }

  private Typed ofAxes(Builtin b, Value x, Ast.Expr written, int more, Span span) {
    var axes = cx.axes.list(written, x, more);
    if (axes.isEmpty()) {
      return Typed.UNKNOWN;
    }
    return switch (b) {
      case EXPAND_DIMS -> expand(x, axes.get(), x.rank() + more, span);
      case UNBROADCAST_DIMS -> marked(x, axes.get(), Stretch.BY_DISCIPLINE, span);
      case BROADCAST_DIMS ->
          ones(b, ErrorId.BCAST, x, axes.get(), span)
              ? marked(x, axes.get(), Stretch.ALWAYS, span)
              : Typed.UNKNOWN;
      default ->
          ones(b, ErrorId.NOT_ONE, x, axes.get(), span)
              ? without(x, axes.get(), span)
              : Typed.UNKNOWN;
    };
  }

  /** Whether no axis is known to have another size than 1; sizes that are not known are checked. */
  private boolean ones(Builtin b, ErrorId wrong, Value x, List<Integer> axes, Span span) {
    for (int axis : axes) {
      Dim size = cx.emit.resolve(x.shape().get(axis));
      if (!cx.emit.facts().couldBeOne(size)) {
        var d =
            wrong
                .at(
                    span,
                    "`%s` takes axes of size 1, but axis %d of `%s` has size %s"
                        .formatted(b.label(), x.axisName(axis), x.name(), ShapeText.dim(size)))
                .found(cx.shown(x));
        String one = SubscriptText.on(x, axis, "0");
        cx.report(cx.origin(d, x, span).hint("choose one element of the axis: `" + one + "`"));
        return false;
      }
    }
    for (int axis : axes) {
      String name = "axis " + x.axisName(axis) + " of " + x.name();
      cx.clauses.one(b.label(), name, x.shape().get(axis), span);
    }
    return true;
  }

  /** The value with these axes stretching otherwise; a strict axis is not bcast any less. */
  private Typed marked(Value x, List<Integer> axes, Stretch how, Span span) {
    var stretch = new ArrayList<>(x.axes().stretch());
    for (int axis : axes) {
      if (how == Stretch.ALWAYS || stretch.get(axis) == Stretch.ALWAYS) {
        stretch.set(axis, how);
      }
    }
    var walks = Axes.indices(x.rank()).stream().map(ViewAxis::whole).toList();
    List<Dim> shape = cx.emit.resolve(x.shape());
    return new Typed.Strong(view(x, shape, x.axes().changed(stretch), walks, span));
  }

  private Typed expand(Value x, List<Integer> axes, int rank, Span span) {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    var walks = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < rank; axis++) {
      if (axes.contains(axis)) {
        shape.add(Dims.ONE);
        stretch.add(Stretch.ALWAYS);
      } else {
        int own = walks.size();
        shape.add(cx.emit.resolve(x.shape().get(own)));
        stretch.add(x.axes().stretch().get(own));
        walks.add(ViewAxis.whole(axis));
      }
    }
    return new Typed.Strong(view(x, shape, x.axes().changed(stretch), walks, span));
  }

  /** The value without these axes of its outer level, whose sizes are 1. */
  private Typed without(Value x, List<Integer> axes, Span span) {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    var walks = new ArrayList<ViewAxis>();
    for (int own = 0; own < x.rank(); own++) {
      if (axes.contains(own)) {
        walks.add(ViewAxis.at(Dims.ZERO));
      } else {
        walks.add(ViewAxis.whole(shape.size()));
        shape.add(cx.emit.resolve(x.shape().get(own)));
        stretch.add(x.axes().stretch().get(own));
      }
    }
    var levels = new ArrayList<>(x.axes().levels());
    int outer = levels.removeFirst() - axes.size();
    if (outer > 0 || levels.isEmpty()) {
      levels.addFirst(outer);
    }
    Axes left = x.isUnranked() ? x.axes().changed(stretch) : new Axes(stretch, levels);
    return new Typed.Strong(view(x, shape, left, walks, span));
  }

  /**
   * Without axes of size 1 on the outer level: of all 1 an element is left. Where it is open which
   * those are, the result is unranked.
   */
  private Typed narrow(Value x, Span span) {
    var ones = new ArrayList<Integer>();
    for (int axis = 0; axis < x.axes().outer(); axis++) {
      Dim size = cx.emit.resolve(x.shape().get(axis));
      if (Dims.isConst(size, 1)) {
        ones.add(axis);
      } else if (cx.emit.facts().couldBeOne(size)
          && !x.axes().isNested()
          && x.rank() <= Axes.MAX_RANK) {
        return new Typed.Strong(Narrowing.narrow(cx, x, span));
      } else if (cx.emit.facts().couldBeOne(size)) {
        return cx.fail(
            Unsupported.expression(
                span,
                "`narrow` where it is open whether axis " + axis + " of `" + x.name() + "` is 1 is",
                "declare its size, or drop the axes of size 1 with `squeeze`"));
      }
    }
    return ones.isEmpty() ? new Typed.Strong(x) : without(x, ones, span);
  }
}
