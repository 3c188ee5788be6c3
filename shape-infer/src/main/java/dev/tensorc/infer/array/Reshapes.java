package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.join.Arithmetic;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.AxisArguments;
import dev.tensorc.infer.type.Shapes;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.ClauseSize;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** {@code reshape}: the same elements in row-major order, as many of them. */
public final class Reshapes {

  private final ArrayContext cx;

  Reshapes(ArrayContext cx) {
    this.cx = cx;
  }

  public Typed call(Ast.Expr array, Ast.Expr written, Span span) {
    Arg arg = cx.arg(array);
    if (arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    Optional<Value> x =
        cx.nesting.plain("`reshape`", cx.weak.alone(arg.typed(), arg.span()), arg.span());
    Optional<Shapes.Shape> shape = x.flatMap(v -> shape(v, written));
    return shape.isPresent() && sameCount(x.get(), shape.get(), span)
        ? new Typed.Strong(reshaped(x.get(), shape.get().sizes(), shape.get().axes(), span))
        : Typed.UNKNOWN;
  }

  /** All elements along one axis. */
  public Value flat(Value x, Span span) {
    return x.rank() == 1 ? x : reshaped(x, List.of(cx.emit.resolve(Dims.product(x.shape()))), span);
  }

  /** The elements in the shape of another value, which may be unranked. */
  public Value shapedAs(Value other, Value x, Span span) {
    return reshaped(x, cx.emit.resolve(other.shape()), other.axes().unmarked(), span);
  }

  public Value reshaped(Value x, List<Dim> shape, Span span) {
    return reshaped(x, shape, Axes.plain(shape.size()), span);
  }

  /** As {@link #reshaped(Value, List, Span)}, of a shape that may be an unranked one. */
  Value reshaped(Value x, List<Dim> shape, Axes axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), shape, axes, Names.ofSource(span), span);
    if (!x.isScalar() && !shape.isEmpty()) {
      return cx.emit.add(new TensorIr.Reshape(result, x));
    }
    var first = Collections.nCopies(x.rank(), ViewAxis.at(Dims.ZERO)); // the one element
    return cx.emit.add(new TensorIr.View(result, x, first));
  }

  /**
   * The array with an axis so many times as long.
   *
   * @param before where an axis of that many points goes which all show the same: before the axis
   *     all of it is repeated, behind it each element
   */
  public Value repeated(Value x, int axis, Dim times, int before, Span span) {
    var shown = new ArrayList<>(cx.emit.resolve(x.shape()));
    shown.add(before, times);
    var walks = new ArrayList<ViewAxis>();
    for (int a = 0; a < x.rank(); a++) {
      walks.add(ViewAxis.whole(a < before ? a : a + 1));
    }
    String name = Names.ofSource(span);
    Value all = cx.fills.view(x, shown, Axes.plain(shown.size()), walks, name, span);
    var dims = new ArrayList<>(cx.emit.resolve(x.shape()));
    dims.set(axis, cx.emit.resolve(Dims.product(List.of(dims.get(axis), times))));
    return reshaped(all, dims, span);
  }

  // ---------------------------------------------------------------- the shape

  /** The sizes, that of -1 computed; empty, and reported, where one is wrong. */
  private Optional<Shapes.Shape> shape(Value x, Ast.Expr written) {
    List<Ast.Expr> items = AxisArguments.listed(written);
    List<Ast.Expr> open = items.stream().filter(Reshapes::follows).toList();
    if (open.isEmpty()) {
      return cx.shapes.ofAnyRank(Builtin.RESHAPE, written);
    }
    if (open.size() > 1) {
      cx.report(
          ErrorId.BAD_SIZE
              .at(open.get(1).span(), "only one size of a shape can follow from the others")
              .found(Names.ofSource(written.span()))
              .hint("give the others as numbers or names"));
      return Optional.empty();
    }
    var shape = new ArrayList<Dim>();
    var known = new ArrayList<Dim>();
    for (Ast.Expr item : items) {
      if (!follows(item)) {
        Optional<Dim> size = cx.shapes.size(Builtin.RESHAPE, item);
        if (size.isEmpty()) {
          return Optional.empty();
        }
        known.add(size.get());
        shape.add(size.get());
      }
    }
    Ast.Expr follows = open.getFirst();
    Dim divisor = cx.emit.resolve(Dims.product(known));
    if (Dims.isConst(divisor, 0)) {
      cx.report(
          ErrorId.BAD_SIZE
              .at(follows.span(), "this size does not follow from the others: they make no element")
              .found(Names.ofSource(written.span()))
              .hint("any size would do: write the one that is meant"));
      return Optional.empty();
    }
    shape.add(items.indexOf(follows), rest(x, divisor, written.span(), follows.span()));
    return Optional.of(new Shapes.Shape(cx.emit.resolve(shape), List.of()));
  }

  private static boolean follows(Ast.Expr e) {
    return e instanceof Ast.Unary u
        && u.op() == Ast.UnaryOp.NEG
        && u.operand() instanceof Ast.IntLit one
        && one.value() == 1;
  }

  /** How many elements are left for the open size; a number that is not whole fails its check. */
  private Dim rest(Value x, Dim divisor, Span shape, Span span) {
    Dim all = cx.emit.resolve(Dims.product(x.shape()));
    if (divisor instanceof Dim.Const c && c.value() > 0) {
      return Dims.ceilDiv(all, c.value());
    }
    var left = new ArrayList<>(factors(all));
    for (Dim factor : factors(divisor)) {
      if (!left.remove(factor)) {
        atLeastOne(divisor, shape);
        return computed(all, divisor, span);
      }
    }
    return Dims.product(left);
  }

  private static List<Dim> factors(Dim d) {
    return d instanceof Dim.Product p ? p.factors() : List.of(d);
  }

  /** Where the other sizes make no element any size would do, so that none follows. */
  private void atLeastOne(Dim others, Span shape) {
    String name = "elements of the other sizes";
    String says = name + " of " + Names.ofSource(shape) + " >= 1";
    cx.clauses.demand(
        new TensorIr.ClauseCheck(
            Builtin.RESHAPE.label(),
            says,
            List.of(new ClauseSize(name, others)),
            others,
            TensorIr.Relation.GREATER_EQUAL,
            Dims.ONE,
            shape));
  }

  private Dim computed(Dim all, Dim divisor, Span span) {
    Arithmetic c = cx.arithmetic;
    Arg by = c.apply(Builtin.MAXIMUM, span, c.size(divisor, span), c.number(1, span));
    Arg count = c.apply(Builtin.FLOOR_DIVIDE, span, c.size(all, span), by);
    return Dims.clamp(cx.scalarDims.of(count).orElseThrow());
  }

  // ---------------------------------------------------------------- the count

  /** Demands as many elements; a count that is known to differ is an error. */
  private boolean sameCount(Value x, Shapes.Shape shape, Span span) {
    Dim before = cx.emit.resolve(Dims.product(x.shape()));
    Dim after = cx.emit.resolve(Dims.product(shape.sizes()));
    if (before.equals(after)) {
      return true;
    }
    if (Dims.sub(before, after) instanceof Dim.Const) {
      cx.report(cx.origin(counts(x, shape, before, after, span), x, span));
      return false;
    }
    String name = "elements of " + x.name();
    String shapeName = "elements of the shape";
    cx.clauses.demand(
        new TensorIr.ClauseCheck(
            Builtin.RESHAPE.label(),
            name + " == " + shapeName,
            List.of(new ClauseSize(name, before), new ClauseSize(shapeName, after)),
            before,
            TensorIr.Relation.EQUAL,
            after,
            span));
    return true;
  }

  private Diagnostic counts(Value x, Shapes.Shape shape, Dim before, Dim after, Span span) {
    var target = new Value(-1, x.dtype(), shape.sizes(), shape.axes(), "shape", span);
    return ErrorId.SIZE
        .at(
            span,
            "`%s` has %s elements, but the shape has %s"
                .formatted(x.name(), ShapeText.dim(before), ShapeText.dim(after)))
        .found(cx.shown(x))
        .expected(cx.shown(target))
        .hint("`reshape` keeps every element; to cut or to fill see slices and `pad`");
  }
}
