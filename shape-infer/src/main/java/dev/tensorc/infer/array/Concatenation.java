package dev.tensorc.infer.array;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.ArrayArguments;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Leading;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * {@code concat}, {@code stack} and array literals of arrays: one after the other in a new array.
 */
public final class Concatenation {

  private static final String ALONG =
      "sizes differ only on the axis along which the arrays are put together";
  private static final String STACKED =
      "stacked arrays have one shape; `concat` takes arrays of different lengths";

  private final ArrayContext cx;

  Concatenation(ArrayContext cx) {
    this.cx = cx;
  }

  public Typed concat(Builtin b, Ast.Expr list, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Value>> arrays = cx.arrays.arrays(b, list);
    if (arrays.isEmpty()) {
      return Typed.UNKNOWN;
    }
    Value first = arrays.get().getFirst();
    for (Value v : arrays.get()) {
      if (v.isScalar()) {
        return cx.fail(ArrayArguments.needsArray(b, new Arg(new Typed.Strong(v), v.span())));
      }
    }
    if (axis.filter(cx.words::isNone).isPresent()) {
      var flat = arrays.get().stream().map(v -> cx.reshapes.flat(v, span)).toList();
      return new Typed.Strong(joined(flat, 0, span));
    }
    return cx.arrays
        .axis(b, first, axis, span)
        .flatMap(along -> along(b.label(), arrays.get(), along, ALONG, span))
        .<Typed>map(Typed.Strong::new)
        .orElse(Typed.UNKNOWN);
  }

  /**
   * Arrays one after the other along an axis of the first one; empty, and reported, where their
   * shapes differ beside it.
   *
   * @param hint advice for that case
   */
  public Optional<Value> along(String what, List<Value> arrays, int axis, String hint, Span span) {
    List<Value> alike = cx.ranks.alike(arrays);
    int own = axis + alike.getFirst().rank() - arrays.getFirst().rank();
    return sameShapes(what, alike, own, hint, span)
        ? Optional.of(joined(alike, own, span))
        : Optional.empty();
  }

  public Typed stack(Builtin b, Ast.Expr list, Optional<Ast.Expr> axis, Span span) {
    Optional<List<Value>> arrays = cx.arrays.arrays(b, list);
    if (arrays.isEmpty()) {
      return Typed.UNKNOWN;
    }
    List<Value> alike = cx.ranks.alike(arrays.get());
    alike = alike.stream().map(v -> cx.ranks.room(b, v, 1, span)).toList();
    Value first = alike.getFirst();
    int rank = first.rank() + 1;
    Optional<Integer> along =
        axis.isEmpty()
            ? cx.arrays.axis(b, first, axis, span)
            : first.isUnranked()
                ? cx.axes.fromEnd(axis.get(), first, 1)
                : cx.axes.one(axis.get(), rank, Names.ofSource(span), "rank " + rank);
    return along.isPresent() && sameShapes(b.label(), alike, -1, STACKED, span)
        ? new Typed.Strong(alongNew(alike, along.get(), span))
        : Typed.UNKNOWN;
  }

  /** Arrays along a new first axis; empty, and reported, where their shapes differ. */
  Optional<Value> stacked(List<Value> arrays, Span span) {
    return sameShapes("an array literal", arrays, -1, STACKED, span)
        ? Optional.of(alongNew(arrays, 0, span))
        : Optional.empty();
  }

  /** Arrays of one shape along a new axis. */
  public Value alongNew(List<Value> arrays, int axis, Span span) {
    Value first = arrays.getFirst();
    if (first.isUnranked()) {
      return joined(arrays.stream().map(v -> slab(v, axis, span)).toList(), axis, span);
    }
    var shape = new ArrayList<>(cx.emit.resolve(first.shape()));
    shape.add(axis, Dims.of(arrays.size()));
    Value whole =
        blank(first, shape, first.axes().changed(Axes.plain(shape.size()).stretch()), span);
    for (int k = 0; k < arrays.size(); k++) {
      whole = cx.fills.written(whole, arrays.get(k), axis, Dims.of(k), span);
    }
    return whole;
  }

  /** A new array of the dtype. */
  private Value blank(Value like, List<Dim> shape, Axes axes, Span span) {
    Value zero = cx.fills.zero(like.dtype(), span);
    return cx.fills.filled(zero, shape, axes, Names.ofSource(span), span);
  }

  /** The array with a new axis of size 1. */
  public Value slab(Value v, int axis, Span span) {
    var dims = new ArrayList<>(cx.emit.resolve(v.shape()));
    dims.add(axis, Dims.ONE);
    var axes = new ArrayList<ViewAxis>();
    for (int own = 0; own < v.rank(); own++) {
      axes.add(ViewAxis.whole(own < axis ? own : own + 1));
    }
    Axes marks = v.axes().changed(Axes.plain(dims.size()).stretch());
    return cx.fills.view(v, dims, marks, axes, v.name(), span);
  }

  /**
   * Demands equal ranks, and equal sizes on every axis but one: these arrays do not broadcast.
   *
   * @param but the axis on which sizes may differ; -1 for none
   * @param hint advice where sizes differ
   */
  public boolean sameShapes(String what, List<Value> arrays, int but, String hint, Span span) {
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
      if (first.isUnranked()) {
        sameLeading(what, first, other, but, span);
      }
      int from = !first.isUnranked() ? 0 : but < 0 ? first.rank() : but + 1;
      for (int axis = from; axis < first.rank() && good; axis++) {
        good =
            axis == but
                || new OneSize(cx, TensorIr.Meeting.PARTS, other, first, span)
                    .on(axis, what + ":", List.of(first, other), hint);
      }
    }
    return good;
  }

  /** Demands as many axes before that one, and their sizes. */
  private void sameLeading(String what, Value first, Value other, int but, Span span) {
    int trailing = but < 0 ? 0 : first.rank() - but;
    String beside = but < 0 ? "" : ", but for axis " + -trailing;
    cx.ranks.sameLeading(
        "`%s` takes arrays of one shape".formatted(what.replace("`", "")) + beside,
        Leading.of(first, first.name(), cx.shown(first), trailing),
        Leading.of(other, other.name(), cx.shown(other), trailing),
        span);
  }

  /** A new array that is overwritten part by part. */
  public Value joined(List<Value> parts, int axis, Span span) {
    Value first = parts.getFirst();
    Dim length = Dims.ZERO;
    for (Value part : parts) {
      length = Dims.add(length, part.shape().get(axis));
    }
    var shape = new ArrayList<>(cx.emit.resolve(first.shape()));
    shape.set(axis, cx.emit.resolve(length));
    Value whole = blank(first, shape, first.axes().unmarked(), span);
    Dim start = Dims.ZERO;
    for (Value part : parts) {
      var starts = new ArrayList<Dim>(Collections.nCopies(whole.rank(), Dims.ZERO));
      starts.set(axis, cx.emit.resolve(start));
      whole = cx.fills.written(whole, part, starts, span);
      start = Dims.add(start, part.shape().get(axis));
    }
    return whole;
  }
}
