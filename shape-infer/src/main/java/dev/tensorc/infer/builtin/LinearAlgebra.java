package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.array.Reductions;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Functions of vectors and matrices, written out as views, products and reductions. */
final class LinearAlgebra implements BuiltinFamily {

  private final BuiltinContext cx;

  LinearAlgebra(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    Ast.Expr first = args.getFirst().orElseThrow();
    return switch (b) {
      case DIAGONAL -> diagonal(b, first, args.get(1), span).orElse(Typed.UNKNOWN);
      case TRACE ->
          diagonal(b, first, args.get(1), span)
              .map(d -> trace(d, args.get(2), span))
              .orElse(Typed.UNKNOWN);
      case OUTER -> outer(b, first, args.get(1).orElseThrow(), span);
      case CROSS -> cross(b, first, args.get(1).orElseThrow(), args.get(2), span);
      case VECTOR_NORM, MATRIX_NORM -> new Norms(cx).call(b, args, span);
      default -> throw new CompilerBug("infer", b + " is no linear algebra");
    };
  }

  // ---------------------------------------------------------------- diagonals

  /** The diagonal of each matrix in the last two axes: both walk the result's last axis. */
  private Optional<Typed> diagonal(
      Builtin b, Ast.Expr array, Optional<Ast.Expr> offset, Span span) {
    Optional<Value> matrices = cx.arrays.matrices(b, cx.arg(array));
    Optional<Dim> moved =
        offset.isEmpty()
            ? Optional.of(Dims.ZERO)
            : cx.indexing.integer(offset.get(), "offset of a diagonal");
    if (matrices.isEmpty() || moved.isEmpty()) {
      return Optional.empty();
    }
    Value x = matrices.get();
    int last = x.rank() - 2;
    Dim row = Dims.clamp(Dims.mul(Dims.of(-1), moved.get()));
    Dim column = Dims.clamp(moved.get());
    Dim rows = Dims.sub(x.shape().get(last), row);
    Dim columns = Dims.sub(x.shape().get(last + 1), column);
    var shape = new ArrayList<>(cx.emit.resolve(x.shape().subList(0, last)));
    shape.add(cx.emit.resolve(Dims.min(Dims.clamp(rows), Dims.clamp(columns))));
    var stretch = new ArrayList<>(x.axes().stretch().subList(0, last));
    stretch.add(Stretch.BY_DISCIPLINE);
    var walks = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < last; axis++) {
      walks.add(ViewAxis.whole(axis));
    }
    walks.add(ViewAxis.along(last, row, 1));
    walks.add(ViewAxis.along(last, column, 1));
    String name = Names.ofSource(span);
    return Optional.of(
        new Typed.Strong(cx.fills.view(x, shape, x.axes().changed(stretch), walks, name, span)));
  }

  private Typed trace(Typed diagonal, Optional<Ast.Expr> dtype, Span span) {
    return cx.reductions.sum(
        Builtin.SUM,
        new Arg(diagonal, span),
        Optional.of(List.of(diagonal.rank() - 1)),
        Reductions.Options.NONE,
        dtype,
        span);
  }

  // ---------------------------------------------------------------- products of vectors

  private Typed outer(Builtin b, Ast.Expr first, Ast.Expr second, Span span) {
    Optional<Value> x = vector(b, first);
    Optional<Value> y = vector(b, second);
    if (x.isEmpty() || y.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Arg column = new Arg(new Typed.Strong(placed(x.get(), 0, span)), first.span());
    Arg row = new Arg(new Typed.Strong(placed(y.get(), 1, span)), second.span());
    return cx.elementwise.apply(Builtin.MULTIPLY, List.of(column, row), span);
  }

  private Optional<Value> vector(Builtin b, Ast.Expr e) {
    Optional<Value> x = cx.arrays.ranked(b, e);
    if (x.isPresent() && x.get().rank() != 1) {
      cx.report(
          ErrorId.RANK
              .at(
                  e.span(),
                  "`%s` takes vectors, but `%s` has rank %d"
                      .formatted(b.label(), x.get().name(), x.get().rank()))
              .found(cx.shown(x.get()))
              .expected("rank 1")
              .hint(
                  "for all elements write `reshape(x, -1)`; for vectors in rows, `a[..., :,"
                      + " newaxis] * b[..., newaxis, :]`"));
      return Optional.empty();
    }
    return x;
  }

  /** A vector as one axis of a matrix, whose other axis stretches in every discipline. */
  private Value placed(Value x, int axis, Span span) {
    var shape = new ArrayList<>(cx.emit.resolve(x.shape()));
    var stretch = new ArrayList<>(x.axes().stretch());
    shape.add(1 - axis, Dims.ONE);
    stretch.add(1 - axis, Stretch.ALWAYS);
    return cx.fills.view(x, shape, Axes.of(stretch), List.of(ViewAxis.whole(axis)), x.name(), span);
  }

  private Typed cross(
      Builtin b, Ast.Expr first, Ast.Expr second, Optional<Ast.Expr> written, Span span) {
    Optional<Value> x = cx.arrays.array(b, first);
    Optional<Value> y = cx.arrays.array(b, second);
    if (x.isEmpty() || y.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Optional<Integer> along = cx.axes.ofBoth(b, written, x.get(), y.get(), span);
    if (along.isEmpty()) {
      return Typed.UNKNOWN;
    }
    int fromEnd = along.get();
    if (!ofThree(b, x.get(), fromEnd, span) || !ofThree(b, y.get(), fromEnd, span)) {
      return Typed.UNKNOWN;
    }
    var parts = new ArrayList<Value>();
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3;
      int k = (i + 2) % 3;
      Arg ahead = product(x.get(), j, y.get(), k, fromEnd, span);
      Arg back = product(x.get(), k, y.get(), j, fromEnd, span);
      Arg part = cx.arithmetic.apply(Builtin.SUBTRACT, span, ahead, back);
      if (!(part.typed() instanceof Typed.Strong(Value element))) {
        return Typed.UNKNOWN;
      }
      parts.add(element);
    }
    return new Typed.Strong(
        cx.concatenation.alongNew(parts, parts.getFirst().rank() + 1 - fromEnd, span));
  }

  private Arg product(Value x, int at, Value y, int with, int fromEnd, Span span) {
    Arg left = new Arg(new Typed.Strong(element(x, fromEnd, at, span)), span);
    Arg right = new Arg(new Typed.Strong(element(y, fromEnd, with, span)), span);
    return left.typed().isUnknown() || right.typed().isUnknown()
        ? new Arg(Typed.UNKNOWN, span)
        : cx.arithmetic.apply(Builtin.MULTIPLY, span, left, right);
  }

  /** The array at one place of an axis. */
  private Value element(Value x, int fromEnd, int at, Span span) {
    return cx.fills.at(x, x.rank() - fromEnd, Dims.of(at), x.name(), span);
  }

  /** Whether the axis has 3 elements, which is checked where it is open. */
  private boolean ofThree(Builtin b, Value x, int fromEnd, Span span) {
    int axis = x.rank() - fromEnd;
    Dim size = cx.emit.resolve(x.shape().get(axis));
    if (size instanceof Dim.Const c && c.value() != 3) {
      var d =
          ErrorId.SIZE
              .at(
                  span,
                  "`%s` takes vectors of 3 elements, but axis %d of `%s` has size %s"
                      .formatted(b.label(), x.axisName(axis), x.name(), ShapeText.dim(size)))
              .found(cx.shown(x));
      cx.report(
          cx.origin(d, x, span)
              .hint("`axis` says along which axis the vectors lie, by default the last"));
      return false;
    }
    String name = "axis " + x.axisName(axis) + " of " + x.name();
    cx.clauses.exactly(b.label(), name, x.shape().get(axis), 3, span);
    return true;
  }
}
