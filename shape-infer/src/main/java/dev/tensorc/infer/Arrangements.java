package dev.tensorc.infer;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.Elementwise.Arg;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Functions that put the elements of their arguments at other places. Those that only rename axes
 * are views; {@code concat} writes one array after the other into a new one; {@code take} is a
 * gather.
 */
final class Arrangements {

  private final Context cx;

  Arrangements(Context cx) {
    this.cx = cx;
  }

  Typed call(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Ast.Expr first = args.getFirst().orElseThrow();
    return switch (b) {
      case CONCAT -> concat(b, first, args.get(1), span);
      case STACK -> stack(b, first, args.get(1), span);
      case FLIP -> array(b, first).map(x -> flip(x, args.get(1), span)).orElse(Typed.UNKNOWN);
      case PERMUTE_DIMS ->
          array(b, first)
              .flatMap(x -> permutation(x, args.get(1).orElseThrow(), span))
              .orElse(Typed.UNKNOWN);
      case MOVEAXIS ->
          array(b, first)
              .flatMap(x -> moved(x, args.get(1).orElseThrow(), args.get(2).orElseThrow(), span))
              .orElse(Typed.UNKNOWN);
      case TAKE, TAKE_ALONG_AXIS -> {
        Optional<Value> x = array(b, first);
        Optional<Value> indices = indices(b, cx.expressions.arg(args.get(1).orElseThrow()));
        yield x.isEmpty() || indices.isEmpty()
            ? Typed.UNKNOWN
            : (b == Builtin.TAKE
                    ? take(x.get(), indices.get(), args.get(2), span)
                    : takeAlong(x.get(), indices.get(), args.get(2), span))
                .orElse(Typed.UNKNOWN);
      }
      case BROADCAST_TO,
          BROADCAST_IN_DIM,
          BROADCAST_DIMS,
          UNBROADCAST_DIMS,
          EXPAND_DIMS,
          SQUEEZE,
          NARROW ->
          cx.broadcasts.call(b, args, span);
      default -> throw new IllegalStateException(b + " is no arrangement");
    };
  }

  // ---------------------------------------------------------------- arguments

  /** An argument with axes; empty, and reported, where it is a scalar. */
  private Optional<Value> array(Builtin b, Ast.Expr e) {
    Arg arg = cx.expressions.arg(e);
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    Value x = cx.weak.alone(arg.typed(), arg.span());
    if (x.isScalar()) {
      cx.report(needsArray(b, arg));
      return Optional.empty();
    }
    return cx.ranks.plain("`" + b.label() + "`", x, arg.span());
  }

  private static Diagnostic needsArray(Builtin b, Arg arg) {
    return ErrorId.RANK
        .at(
            arg.span(),
            "`" + b.label() + "` takes arrays, but `" + arg.typed().name() + "` is a scalar")
        .found(arg.typed().type())
        .hint("a scalar has no axis; `[x]` is an array of one element");
  }

  /** The arrays of a bracketed list, in their common dtype; empty, and reported, where none. */
  private Optional<List<Value>> arrays(Builtin b, Ast.Expr e) {
    if (!(e instanceof Ast.ArrayLit list) || list.semicolons() || list.rows().isEmpty()) {
      cx.report(
          ErrorId.BAD_ARGUMENTS
              .at(e.span(), "`" + b.label() + "` takes a list of arrays in brackets")
              .hint("write `" + b.label() + "([a, b])`"));
      return Optional.empty();
    }
    List<Arg> args = list.rows().getFirst().stream().map(cx.expressions::arg).toList();
    if (args.isEmpty() || args.stream().anyMatch(a -> a.typed().isUnknown())) {
      return Optional.empty();
    }
    DType dtype = DTypeRules.common(args.stream().map(Arg::typed).toList());
    var values = new ArrayList<Value>();
    for (Arg arg : args) {
      cx.weak
          .as(arg.typed(), dtype, arg.span())
          .flatMap(v -> cx.ranks.plain("`" + b.label() + "`", v, arg.span()))
          .ifPresent(values::add);
    }
    return values.size() == args.size() ? Optional.of(values) : Optional.empty();
  }

  private Optional<Value> indices(Builtin b, Arg arg) {
    if (arg.typed().isUnknown()) {
      return Optional.empty();
    }
    if (!arg.typed().dtype().isInt()) {
      cx.report(
          ErrorId.NEEDS_INTEGER
              .at(arg.span(), "the indices of `" + b.label() + "` are integers")
              .found(arg.typed().type())
              .hint("convert them: `astype(" + arg.typed().name() + ", i64)`"));
      return Optional.empty();
    }
    return cx.weak
        .as(arg.typed(), DType.I64, arg.span())
        .flatMap(v -> cx.ranks.plain("`" + b.label() + "`", v, arg.span()));
  }

  // ---------------------------------------------------------------- one after the other

  private Typed concat(Builtin b, Ast.Expr list, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Value>> arrays = arrays(b, list);
    if (arrays.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value first = arrays.get().getFirst();
    for (Value v : arrays.get()) {
      if (v.isScalar()) {
        return cx.fail(needsArray(b, new Arg(new Typed.Strong(v), v.span())));
      }
    }
    Optional<Integer> along = axis(axis, first);
    return along.isPresent() && sameShapes(b.label(), arrays.get(), along.get(), span)
        ? new Typed.Strong(joined(arrays.get(), along.get(), span))
        : Typed.UNKNOWN;
  }

  private Typed stack(Builtin b, Ast.Expr list, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Value>> arrays = arrays(b, list);
    if (arrays.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value first = arrays.get().getFirst();
    Optional<Integer> along =
        axis.isEmpty()
            ? Optional.of(0)
            : cx.axes.one(
                axis.get(), first.rank() + 1, Names.ofSource(span), "rank " + (first.rank() + 1));
    if (along.isEmpty() || !sameShapes(b.label(), arrays.get(), -1, span)) {
      return Typed.UNKNOWN;
    }
    var slabs = arrays.get().stream().map(v -> slab(v, along.get(), span)).toList();
    return new Typed.Strong(joined(slabs, along.get(), span));
  }

  /** Arrays along a new first axis; empty, and reported, where their shapes differ. */
  Optional<Value> stacked(List<Value> arrays, Span span) {
    return sameShapes("an array literal", arrays, -1, span)
        ? Optional.of(joined(arrays.stream().map(v -> slab(v, 0, span)).toList(), 0, span))
        : Optional.empty();
  }

  /** The array with a new axis of size 1. */
  private Value slab(Value v, int axis, Span span) {
    var dims = new ArrayList<>(cx.emit.resolve(v.shape()));
    dims.add(axis, Dims.ONE);
    var axes = new ArrayList<ViewAxis>();
    for (int own = 0; own < v.rank(); own++) {
      axes.add(ViewAxis.whole(own < axis ? own : own + 1));
    }
    return view(v, dims, Axes.plain(dims.size()), axes, v.name(), span);
  }

  private Optional<Integer> axis(Optional<Ast.Expr> axis, Value x) {
    return axis.isEmpty()
        ? Optional.of(0)
        : cx.axes.one(axis.get(), x.rank(), x.name(), cx.shown(x));
  }

  /**
   * Demands equal ranks, and equal sizes on every axis but one: these arrays do not broadcast.
   *
   * @param but the axis on which sizes may differ; -1 for none
   */
  private boolean sameShapes(String what, List<Value> arrays, int but, Span span) {
    Value first = arrays.getFirst();
    boolean good = true;
    for (int k = 1; k < arrays.size() && good; k++) {
      Value other = arrays.get(k);
      if (other.rank() != first.rank()) {
        cx.report(
            ErrorId.RANK
                .at(
                    span,
                    "%s: `%s` has rank %d and `%s` has rank %d"
                        .formatted(what, first.name(), first.rank(), other.name(), other.rank()))
                .because(first.name() + ": " + cx.shown(first))
                .because(other.name() + ": " + cx.shown(other))
                .hint("arrays do not broadcast here: give both the same axes, as in `x[newaxis]`"));
        return false;
      }
      for (int axis = 0; axis < first.rank() && good; axis++) {
        good = axis == but || sameSize(what, first, other, k, axis, span);
      }
    }
    return good;
  }

  private boolean sameSize(String what, Value first, Value other, int number, int axis, Span span) {
    Dim expected = first.shape().get(axis);
    Dim actual = other.shape().get(axis);
    Dim left = cx.emit.resolve(expected);
    Dim right = cx.emit.resolve(actual);
    if (left.equals(right)) {
      return true;
    }
    if (Dims.sub(left, right) instanceof Dim.Const) {
      Diagnostic d =
          ErrorId.SIZE
              .at(
                  span,
                  "%s: `%s` has size %s and `%s` has size %s on axis %d"
                      .formatted(
                          what,
                          first.name(),
                          ShapeText.dim(left),
                          other.name(),
                          ShapeText.dim(right),
                          axis))
              .because(first.name() + ": " + cx.shown(first))
              .because(other.name() + ": " + cx.shown(other))
              .hint(
                  what.equals(Builtin.CONCAT.label())
                      ? "sizes differ only on the axis along which the arrays are put together"
                      : "stacked arrays have one shape; `concat` takes arrays of different"
                          + " lengths");
      cx.report(cx.origin(cx.origin(d, first, span), other, span));
      return false;
    }
    String subject = "array " + number + " of " + what + " (" + other.name() + ")";
    cx.emit.check(
        new TensorIr.SizeCheck(subject, first.type(), axis, actual, expected, span),
        List.of(actual, expected));
    cx.emit.learnSize(actual, expected, span, "operation");
    return true;
  }

  /** A new array that is overwritten part by part. */
  private Value joined(List<Value> parts, int axis, Span span) {
    Value first = parts.getFirst();
    Dim length = Dims.ZERO;
    for (Value part : parts) {
      length = Dims.add(length, part.shape().get(axis));
    }
    var shape = new ArrayList<>(cx.emit.resolve(first.shape()));
    shape.set(axis, cx.emit.resolve(length));
    String name = Names.ofSource(span);
    Value whole = filled(first.dtype(), shape, name, span);
    Dim start = Dims.ZERO;
    for (Value part : parts) {
      whole = written(whole, part, axis, cx.emit.resolve(start), span);
      start = Dims.add(start, part.shape().get(axis));
    }
    return whole;
  }

  /** The array with a part overwritten. */
  private Value written(Value whole, Value part, int axis, Dim start, Span span) {
    var region = new ArrayList<ViewAxis>();
    for (int a = 0; a < whole.rank(); a++) {
      region.add(a == axis ? ViewAxis.along(a, start, 1) : ViewAxis.whole(a));
    }
    Value result = cx.emit.fresh(whole.dtype(), whole.shape(), whole.axes(), whole.name(), span);
    return cx.emit.add(
        new TensorIr.Update(
            result, whole, region, cx.emit.resolve(part.shape()), Emitter.identity(part)));
  }

  /** An array of zeros. */
  private Value filled(DType dtype, List<Dim> shape, String name, Span span) {
    Value zero =
        cx.emit.constant(
            dtype,
            switch (dtype.carrier()) {
              case BOOLEAN -> false;
              case INT, LONG -> Scalars.wrap(dtype, 0);
              case FLOAT -> 0f;
              case DOUBLE -> 0.0;
            },
            "0",
            span);
    return view(zero, shape, Axes.plain(shape.size()), List.of(), name, span);
  }

  private Value view(
      Value x, List<Dim> dims, Axes axes, List<ViewAxis> walks, String name, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, name, span);
    return cx.emit.add(new TensorIr.View(result, x, walks));
  }

  // ---------------------------------------------------------------- other axes

  private Typed flip(Value x, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Integer>> over =
        axis.isEmpty()
            ? Optional.of(Indexing.axes(x.rank()))
            : cx.axes.list(axis.get(), new Typed.Strong(x));
    if (over.isEmpty()) {
      return Typed.UNKNOWN;
    }
    var walks = new ArrayList<ViewAxis>();
    for (int a = 0; a < x.rank(); a++) {
      Dim last = cx.emit.resolve(Dims.add(x.shape().get(a), -1));
      walks.add(over.get().contains(a) ? ViewAxis.along(a, last, -1) : ViewAxis.whole(a));
    }
    List<Dim> dims = cx.emit.resolve(x.shape());
    return new Typed.Strong(view(x, dims, x.axes(), walks, Names.ofSource(span), span));
  }

  private Optional<Typed> permutation(Value x, Ast.Expr axes, Span span) {
    Optional<List<Integer>> order = cx.axes.list(axes, new Typed.Strong(x));
    if (order.isPresent() && order.get().size() != x.rank()) {
      cx.report(
          ErrorId.AXIS
              .at(
                  axes.span(),
                  "`permute_dims` names every axis of `%s` once: %d, not %d"
                      .formatted(x.name(), x.rank(), order.get().size()))
              .found(cx.shown(x))
              .hint("to move some axes, see `moveaxis`"));
      return Optional.empty();
    }
    return order.map(o -> permuted(x, o, span));
  }

  private Optional<Typed> moved(Value x, Ast.Expr source, Ast.Expr destination, Span span) {
    Optional<List<Integer>> from = cx.axes.list(source, new Typed.Strong(x));
    Optional<List<Integer>> to = cx.axes.list(destination, new Typed.Strong(x));
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (from.get().size() != to.get().size()) {
      cx.report(
          ErrorId.AXIS
              .at(
                  destination.span(),
                  "%d axes are moved to %d places".formatted(from.get().size(), to.get().size()))
              .hint("name a place for each axis, in the same order"));
      return Optional.empty();
    }
    var rest = new ArrayList<>(Indexing.axes(x.rank()));
    rest.removeAll(from.get());
    var order = new ArrayList<Integer>();
    for (int place = 0; place < x.rank(); place++) {
      int moved = to.get().indexOf(place);
      order.add(moved >= 0 ? from.get().get(moved) : rest.removeFirst());
    }
    return Optional.of(permuted(x, order, span));
  }

  /** The axes in that order. */
  private Typed permuted(Value x, List<Integer> order, Span span) {
    var dims = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    for (int axis : order) {
      dims.add(cx.emit.resolve(x.shape().get(axis)));
      stretch.add(x.axes().stretch().get(axis));
    }
    var walks = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < x.rank(); axis++) {
      walks.add(ViewAxis.whole(order.indexOf(axis)));
    }
    return new Typed.Strong(view(x, dims, Axes.of(stretch), walks, Names.ofSource(span), span));
  }

  // ---------------------------------------------------------------- gathers

  private Optional<Typed> take(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    if (axis.isEmpty() && x.rank() > 1) {
      cx.report(
          ErrorId.AXIS
              .at(span, "`take` of `" + x.name() + "` does not say along which axis")
              .found(cx.shown(x))
              .hint("write `axis=0`; only an array of rank 1 has just one"));
      return Optional.empty();
    }
    return axis(axis, x).map(along -> new Typed.Strong(taken(x, indices, along, span)));
  }

  private Value taken(Value x, Value indices, int axis, Span span) {
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

  private Optional<Typed> takeAlong(Value x, Value indices, Optional<Ast.Expr> axis, Span span) {
    Optional<Integer> along = axis.isEmpty() ? Optional.of(x.rank() - 1) : axis(axis, x);
    if (along.isEmpty()
        || !sameShapes(Builtin.TAKE_ALONG_AXIS.label(), List.of(x, indices), along.get(), span)) {
      return Optional.empty();
    }
    var own = new ArrayList<>(Indexing.axes(x.rank()));
    own.set(along.get(), -1);
    var dims = cx.emit.resolve(indices.shape());
    Operand places = Emitter.identity(indices);
    return Optional.of(
        new Typed.Strong(gathered(x, own, along.get(), places, dims, indices.axes(), span)));
  }

  private Value gathered(
      Value x, List<Integer> own, int axis, Operand places, List<Dim> dims, Axes axes, Span span) {
    Value result = cx.emit.fresh(x.dtype(), dims, axes, Names.ofSource(span), span);
    return cx.emit.add(new TensorIr.Gather(result, new Operand(x, own), axis, places));
  }
}
