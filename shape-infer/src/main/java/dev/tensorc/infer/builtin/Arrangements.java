package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
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
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Functions that put the elements of their arguments at other places, and those that only rename
 * axes, which are views.
 */
final class Arrangements implements BuiltinFamily {

  private final BuiltinContext cx;

  Arrangements(BuiltinContext cx) {
    this.cx = cx;
  }

  @Override
  public Typed call(Builtin b, List<Optional<Ast.Expr>> args, Ast.Call c) {
    Span span = c.span();
    Ast.Expr first = args.getFirst().orElseThrow();
    return switch (b) {
      case CONCAT -> cx.concatenation.concat(b, first, args.get(1), span);
      case STACK -> cx.concatenation.stack(b, first, args.get(1), span);
      case MATRIX_TRANSPOSE ->
          cx.arrays.array(b, first).map(x -> matrixTransposed(x, span)).orElse(Typed.UNKNOWN);
      case FLIP ->
          cx.arrays.array(b, first).map(x -> flip(x, args.get(1), span)).orElse(Typed.UNKNOWN);
      case PERMUTE_DIMS ->
          cx.arrays
              .ranked(b, first)
              .flatMap(x -> permutation(x, args.get(1).orElseThrow(), span))
              .orElse(Typed.UNKNOWN);
      case MOVEAXIS ->
          cx.arrays
              .array(b, first)
              .flatMap(x -> moved(x, args.get(1).orElseThrow(), args.get(2).orElseThrow(), span))
              .orElse(Typed.UNKNOWN);
      case TAKE, TAKE_ALONG_AXIS -> {
        Optional<Value> x = cx.arrays.array(b, first);
        Optional<Value> indices = cx.arrays.indices(b, cx.arg(args.get(1).orElseThrow()));
        yield x.isEmpty() || indices.isEmpty()
            ? Typed.UNKNOWN
            : (b == Builtin.TAKE
                    ? cx.gathers.take(x.get(), indices.get(), args.get(2), span)
                    : cx.gathers.takeAlong(x.get(), indices.get(), args.get(2), span))
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
      case RESHAPE -> cx.reshapes.call(first, args.get(1).orElseThrow(), span);
      case PAD, ROLL, REPEAT, TILE ->
          cx.arrays
              .array(b, first)
              .map(x -> cx.padRollTile.call(b, x, args, span))
              .orElse(Typed.UNKNOWN);
      case DIFF ->
          cx.arrays
              .array(b, first)
              .map(x -> cx.differences.call(x, args, span))
              .orElse(Typed.UNKNOWN);
      case SLIDING_WINDOW_VIEW ->
          cx.arrays.array(b, first).map(x -> cx.windows.call(x, args, span)).orElse(Typed.UNKNOWN);
      case TRIL, TRIU ->
          cx.arrays
              .array(b, first)
              .map(x -> triangle(b, x, args.get(1), span))
              .orElse(Typed.UNKNOWN);
      default -> throw new CompilerBug("infer", b + " is no arrangement");
    };
  }

  private Typed flip(Value x, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Integer>> over =
        axis.isEmpty()
            ? Optional.of(Axes.indices(x.rank()))
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
    return new Typed.Strong(cx.fills.view(x, dims, x.axes(), walks, Names.ofSource(span), span));
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
    var rest = new ArrayList<>(Axes.indices(x.rank()));
    rest.removeAll(from.get());
    var order = new ArrayList<Integer>();
    for (int place = 0; place < x.rank(); place++) {
      int moved = to.get().indexOf(place);
      order.add(moved >= 0 ? from.get().get(moved) : rest.removeFirst());
    }
    return Optional.of(permuted(x, order, span));
  }

  private Typed matrixTransposed(Value x, Span span) {
    cx.ranks.atLeast(x, 2, "`matrix_transpose` is for matrices", span);
    if (x.rank() < 2) {
      return cx.fail(
          ErrorId.TRANSPOSE
              .at(span, "`matrix_transpose` is for matrices, but `" + x.name() + "` has rank 1")
              .found(x.type())
              .expected("at least rank 2")
              .hint("give it a second axis first: `x[:, newaxis]`"));
    }
    var order = new ArrayList<>(Axes.indices(x.rank()));
    Collections.swap(order, x.rank() - 2, x.rank() - 1);
    return permuted(x, order, span);
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
    return new Typed.Strong(
        cx.fills.view(x, dims, x.axes().changed(stretch), walks, Names.ofSource(span), span));
  }

  // ---------------------------------------------------------------- triangles

  private Typed triangle(Builtin b, Value x, Optional<Ast.Expr> k, Span span) {
    cx.ranks.atLeast(x, 2, "`" + b.label() + "` takes matrices", span);
    if (x.rank() < 2) {
      return cx.fail(
          ErrorId.RANK
              .at(span, "`" + b.label() + "` takes matrices, but `" + x.name() + "` has rank 1")
              .found(cx.shown(x))
              .expected("rank 2 or more"));
    }
    Builtin kept = b == Builtin.TRIL ? Builtin.LESS_EQUAL : Builtin.GREATER_EQUAL;
    Value zero = cx.fills.zero(x.dtype(), span);
    return cx.creation
        .diagonal(kept, cx.emit.resolve(x.shape()), k, span)
        .map(
            inside ->
                cx.elementwise.apply(
                    Builtin.WHERE,
                    List.of(
                        ofEachMatrix(inside, x, span),
                        new Arg(new Typed.Strong(x), span),
                        new Arg(new Typed.Strong(zero), span)),
                    span))
        .orElse(Typed.UNKNOWN);
  }

  /** A matrix with the axes before it that {@code x} has, whatever the rules of broadcasting. */
  private Arg ofEachMatrix(Arg matrix, Value x, Span span) {
    if (x.rank() == 2 || !(matrix.typed() instanceof Typed.Strong(Value m))) {
      return matrix;
    }
    var walks = List.of(ViewAxis.whole(x.rank() - 2), ViewAxis.whole(x.rank() - 1));
    List<Dim> shape = cx.emit.resolve(x.shape());
    return new Arg(
        new Typed.Strong(cx.fills.view(m, shape, x.axes(), walks, m.name(), span)), span);
  }
}
