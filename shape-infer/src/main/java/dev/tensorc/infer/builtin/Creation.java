package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.Shapes;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * New arrays of numbers: each element is computed of its own indices ({@link TensorIr.Iota}), so
 * that nothing is stored that only another computation reads.
 */
public final class Creation implements BuiltinFamily {

  private final BuiltinContext cx;
  private final Ranges ranges;

  Creation(BuiltinContext cx) {
    this.cx = cx;
    this.ranges = new Ranges(cx);
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    return switch (b) {
      case FULL -> full(b, args.getFirst(), args.get(1), args.get(2), span);
      case ZEROS, ONES -> full(b, args.getFirst(), Optional.empty(), args.get(1), span);
      case FULL_LIKE -> like(b, args.getFirst(), args.get(1), args.get(2), span);
      case ZEROS_LIKE, ONES_LIKE -> like(b, args.getFirst(), Optional.empty(), args.get(1), span);
      case ARANGE -> ranges.call(args, span);
      case LINSPACE -> linspace(b, args, span);
      case EYE -> eye(b, args, span);
      default -> throw new CompilerBug("infer", b + " creates nothing");
    };
  }

  /** The index on one axis of a matrix; along the other one it stretches. */
  private Arg spread(List<Dim> matrix, int axis, Span span) {
    List<Dim> shape = new ArrayList<>(List.of(Dims.ONE, Dims.ONE));
    List<Stretch> stretch = new ArrayList<>(List.of(Stretch.ALWAYS, Stretch.ALWAYS));
    shape.set(axis, matrix.get(axis));
    stretch.set(axis, Stretch.BY_DISCIPLINE);
    Value index = cx.emit.fresh(DType.I64, shape, Axes.of(stretch), "index", span);
    return new Arg(new Typed.Strong(cx.emit.add(new TensorIr.Iota(index, axis))), span);
  }

  /** The result in the dtype that is asked for, if one is. */
  Typed as(Optional<Ast.Expr> dtype, Arg made, Span span) {
    return dtype.isEmpty()
        ? made.typed()
        : cx.words
            .dtype(dtype.get())
            .map(d -> cx.elementwise.astype(made, d, span))
            .orElse(Typed.UNKNOWN);
  }

  // ---------------------------------------------------------------- one number everywhere

  /**
   * @param value of each element; where it is left out, the function's name says it
   */
  private Typed full(
      Builtin b,
      Optional<Ast.Expr> written,
      Optional<Ast.Expr> value,
      Optional<Ast.Expr> dtype,
      Span span) {
    Optional<Shapes.Shape> shape = cx.shapes.ofAnyRank(b, written.orElseThrow());
    Optional<Arg> number = number(b, value, DType.F64, span);
    if (shape.isEmpty() || number.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Typed scalar = as(dtype, number.get(), span);
    return scalar.isUnknown()
        ? Typed.UNKNOWN
        : filled(scalar, shape.get().sizes(), shape.get().axes(), span);
  }

  private Typed like(
      Builtin b,
      Optional<Ast.Expr> array,
      Optional<Ast.Expr> value,
      Optional<Ast.Expr> dtype,
      Span span) {
    Arg arg = cx.arg(array.orElseThrow());
    if (arg.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    Optional<Value> x =
        cx.nesting.plain("`" + b.label() + "`", cx.weak.alone(arg.typed(), arg.span()), arg.span());
    if (x.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Optional<DType> own =
        dtype.isEmpty() ? Optional.of(x.get().dtype()) : cx.words.dtype(dtype.get());
    Optional<Arg> number = own.flatMap(d -> number(b, value, d, span));
    return number
        .flatMap(n -> cx.weak.as(n.typed(), own.orElseThrow(), n.span()))
        .map(v -> filled(new Typed.Strong(v), x.get(), span))
        .orElse(Typed.UNKNOWN);
  }

  private Typed filled(Typed scalar, Value like, Span span) {
    return filled(scalar, cx.emit.resolve(like.shape()), like.axes().unmarked(), span);
  }

  private Typed filled(Typed scalar, List<Dim> shape, Axes axes, Span span) {
    Value value = cx.weak.alone(scalar, span);
    return shape.isEmpty()
        ? new Typed.Strong(value)
        : new Typed.Strong(cx.fills.filled(value, shape, axes, Names.ofSource(span), span));
  }

  /** The scalar that is written, or the 0 or 1 of the function's name. */
  private Optional<Arg> number(Builtin b, Optional<Ast.Expr> value, DType dtype, Span span) {
    if (value.isEmpty()) {
      boolean zero = b == Builtin.ZEROS || b == Builtin.ZEROS_LIKE;
      Value number = zero ? cx.fills.zero(dtype, span) : cx.fills.one(dtype, span);
      return Optional.of(new Arg(new Typed.Strong(number), span));
    }
    Arg arg = cx.arg(value.get());
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    if (arg.typed().rank() > 0) {
      cx.report(
          ErrorId.NEEDS_SCALAR
              .at(arg.span(), "`" + b.label() + "` takes a scalar, but this is an array")
              .found(arg.typed().type())
              .hint("to repeat an array, write `broadcast_to(x, shape)`"));
      return Optional.empty();
    }
    return Optional.of(arg);
  }

  // ---------------------------------------------------------------- equal distances

  private Typed linspace(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Arg start = cx.arg(args.get(0).orElseThrow());
    Arg stop = cx.arg(args.get(1).orElseThrow());
    Optional<Dim> num = cx.shapes.size(b, args.get(2).orElseThrow());
    if (num.isEmpty() || start.typed().isUnknown() || stop.typed().isUnknown()) {
      return Typed.UNKNOWN;
    }
    for (Arg end : List.of(start, stop)) {
      if (end.typed().rank() > 0) {
        return cx.fail(
            ErrorId.NEEDS_SCALAR
                .at(end.span(), "`linspace` goes from a number to a number")
                .found(end.typed().type()));
      }
    }
    Optional<Boolean> endpoint = cx.words.flag("endpoint", args.get(4), true);
    Optional<DType> dtype =
        args.get(3).isEmpty() ? Optional.of(DType.F64) : cx.words.dtype(args.get(3).get());
    if (endpoint.isEmpty() || dtype.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Typed spaced = spaced(start, stop, num.get(), endpoint.get(), span);
    if (args.get(3).isEmpty() || spaced.isUnknown()) {
      return spaced;
    }
    Arg made = new Arg(spaced, span);
    Arg whole = dtype.get().isInt() ? cx.arithmetic.apply(Builtin.FLOOR, span, made) : made;
    return cx.elementwise.astype(whole, dtype.get(), span);
  }

  /** Whether or not the stop is the last of the numbers, the steps are equal. */
  private Typed spaced(Arg start, Arg stop, Dim num, boolean endpoint, Span span) {
    Arg at = cx.arithmetic.indices(List.of(num), 0, span);
    Arg last = cx.arithmetic.size(endpoint ? Dims.add(num, -1) : num, span);
    Arg gaps = cx.arithmetic.apply(Builtin.MAXIMUM, span, last, cx.arithmetic.number(1, span));
    Arg width = cx.arithmetic.apply(Builtin.SUBTRACT, span, stop, start);
    Arg step = cx.arithmetic.apply(Builtin.DIVIDE, span, width, gaps);
    Arg inside =
        cx.arithmetic.apply(
            Builtin.ADD, span, cx.arithmetic.apply(Builtin.MULTIPLY, span, at, step), start);
    if (!endpoint) {
      return inside.typed();
    }
    Arg ends = cx.arithmetic.apply(Builtin.EQUAL, span, at, gaps);
    return cx.arithmetic.apply(Builtin.WHERE, span, ends, stop, inside).typed();
  }

  private Typed eye(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Optional<Dim> rows = cx.shapes.size(b, args.get(0).orElseThrow());
    Optional<Dim> columns = args.get(1).isEmpty() ? rows : cx.shapes.size(b, args.get(1).get());
    if (rows.isEmpty() || columns.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Optional<Arg> on =
        diagonal(Builtin.EQUAL, List.of(rows.get(), columns.get()), args.get(2), span);
    if (on.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Optional<DType> dtype =
        args.get(3).isEmpty() ? Optional.of(DType.F64) : cx.words.dtype(args.get(3).get());
    return dtype.map(d -> cx.elementwise.astype(on.get(), d, span)).orElse(Typed.UNKNOWN);
  }

  /**
   * Where the column compares so with the row, moved by k.
   *
   * @param shape its last two axes are rows and columns
   */
  Optional<Arg> diagonal(Builtin comparison, List<Dim> shape, Optional<Ast.Expr> k, Span span) {
    var matrix = shape.subList(shape.size() - 2, shape.size());
    Arg row = spread(matrix, 0, span);
    Arg column = spread(matrix, 1, span);
    if (k.isPresent()) {
      Optional<Dim> moved = cx.indexing.integer(k.get(), "diagonal");
      if (moved.isEmpty()) {
        return Optional.empty();
      }
      row = cx.arithmetic.apply(Builtin.ADD, span, row, cx.arithmetic.size(moved.get(), span));
    }
    return Optional.of(cx.arithmetic.apply(comparison, span, column, row));
  }
}
