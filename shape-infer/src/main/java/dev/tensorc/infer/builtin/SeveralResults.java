package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Arg;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Functions with as many results as arrays go in, or as an axis has elements, which are views; and
 * {@code top_k}.
 */
final class SeveralResults {

  private final BuiltinContext cx;

  SeveralResults(BuiltinContext cx) {
    this.cx = cx;
  }

  /** The results; empty, and reported, where something is wrong. */
  Optional<List<Typed>> call(Builtin b, List<Optional<Ast.Expr>> args, Span span) {
    Ast.Expr first = args.getFirst().orElseThrow();
    Optional<List<Value>> results =
        switch (b) {
          case UNSTACK -> cx.arrays.array(b, first).flatMap(x -> parts(b, x, args.get(1), span));
          case TOP_K ->
              cx.arrays.array(b, first).flatMap(x -> cx.sortingAndTotals.largest(x, args, span));
          case MESHGRID -> arrays(b, first).flatMap(all -> grids(b, all, args.get(1), span));
          case NONZERO -> cx.arrays.array(b, first).flatMap(x -> cx.maskedPlaces.nonzero(x, span));
          case BROADCAST_ARRAYS -> arrays(b, first).flatMap(all -> broadcast(all, span));
          default -> throw new CompilerBug("infer", b + " has one result");
        };
    return results.map(all -> all.stream().<Typed>map(Typed.Strong::new).toList());
  }

  /** Each of its own dtype. */
  private Optional<List<Value>> arrays(Builtin b, Ast.Expr listed) {
    var values = new ArrayList<Value>();
    for (Ast.Expr e : ((Ast.ArrayLit) listed).rows().getFirst()) {
      Arg arg = cx.arg(e);
      if (arg.typed().isUnknown()) {
        return Optional.empty();
      }
      Value x = cx.weak.alone(arg.typed(), arg.span());
      String what = "`" + b.label() + "`";
      Optional<Value> plain =
          b == Builtin.MESHGRID
              ? cx.ranks.plain(what, x, arg.span())
              : cx.nesting.plain(what, x, arg.span());
      if (plain.isEmpty()) {
        return Optional.empty();
      }
      values.add(x);
    }
    return Optional.of(values);
  }

  // ---------------------------------------------------------------- unstack

  private Optional<List<Value>> parts(Builtin b, Value x, Optional<Ast.Expr> written, Span span) {
    Optional<Integer> axis = cx.arrays.axis(b, x, written, span);
    if (axis.isEmpty()) {
      return Optional.empty();
    }
    Dim size = cx.emit.resolve(x.shape().get(axis.get()));
    if (!(size instanceof Dim.Const count)) {
      var d =
          ErrorId.NEEDS_CONSTANT
              .at(
                  span,
                  "how many parts `unstack` gives is known when compiling, but the size of axis %d"
                          .formatted(x.axisName(axis.get()))
                      + " of `%s` is not".formatted(x.name()))
              .found(cx.shown(x))
              .hint("declare the size, which is checked then: `let y: f32[2, n] = x`");
      cx.report(cx.origin(d, x, span));
      return Optional.empty();
    }
    var parts = new ArrayList<Value>();
    for (int i = 0; i < count.value(); i++) {
      parts.add(cx.fills.at(x, axis.get(), Dims.of(i), x.name() + " at " + i, span));
    }
    return Optional.of(parts);
  }

  // ---------------------------------------------------------------- meshgrid

  private Optional<List<Value>> grids(
      Builtin b, List<Value> vectors, Optional<Ast.Expr> indexing, Span span) {
    for (Value v : vectors) {
      if (v.rank() > 1) {
        cx.report(
            ErrorId.RANK
                .at(
                    span,
                    "`%s` takes vectors, but `%s` has rank %d"
                        .formatted(b.label(), v.name(), v.rank()))
                .found(cx.shown(v))
                .expected("rank 1"));
        return Optional.empty();
      }
    }
    Optional<String> order = cx.words.choice(b, "indexing", indexing);
    if (order.isEmpty()) {
      return Optional.empty();
    }
    boolean swapped = order.get().equals("xy");
    int rank = vectors.size();
    var places = new ArrayList<>(Axes.indices(rank));
    if (swapped && rank > 1) {
      places.set(0, 1);
      places.set(1, 0);
    }
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < rank; axis++) {
      Value v = vectors.get(places.indexOf(axis));
      shape.add(v.isScalar() ? Dims.ONE : cx.emit.resolve(v.shape().getFirst()));
    }
    var grids = new ArrayList<Value>();
    for (int i = 0; i < rank; i++) {
      Value v = vectors.get(i);
      List<ViewAxis> walks = v.isScalar() ? List.of() : List.of(ViewAxis.whole(places.get(i)));
      grids.add(cx.fills.view(v, shape, Axes.plain(rank), walks, v.name(), span));
    }
    return Optional.of(grids);
  }

  // ---------------------------------------------------------------- broadcast_arrays

  private Optional<List<Value>> broadcast(List<Value> arrays, Span span) {
    if (arrays.size() == 1) {
      return Optional.of(arrays);
    }
    return cx.broadcasting
        .join(Builtin.MATERIALIZE, arrays, Optional.empty(), span)
        .map(
            joined ->
                joined.operands().stream()
                    .map(o -> cx.broadcasts.repeated(joined, o, span))
                    .toList());
  }
}
