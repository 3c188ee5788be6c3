package dev.tensorc.infer.builtin;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.infer.type.AxisArguments;
import dev.tensorc.infer.type.Ranks;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.ShapeText;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code sliding_window_view}: each windowed axis is walked by two axes of the result, its windows
 * and, behind all others, the places in a window, as {@code x[i + r]} of index notation is. No
 * element is copied.
 */
final class Windows {

  private final BuiltinContext cx;

  Windows(BuiltinContext cx) {
    this.cx = cx;
  }

  Typed call(Value array, List<Optional<Ast.Expr>> args, Span span) {
    Ast.Expr written = args.get(1).orElseThrow();
    if (array.isUnranked() && args.get(2).isEmpty()) {
      String why = "without `axis=` windows go along all axes; axis=-1 is the last one";
      return cx.fail(cx.needsRank(array, why, span));
    }
    int more = args.get(2).map(axes -> AxisArguments.listed(axes).size()).orElse(array.rank());
    Value x = cx.ranks.room(Builtin.SLIDING_WINDOW_VIEW, array, more, span);
    Optional<List<Dim>> sizes = cx.shapes.of(Builtin.SLIDING_WINDOW_VIEW, written);
    Optional<List<Integer>> axes =
        args.get(2).isEmpty()
            ? Optional.of(Axes.indices(x.rank()))
            : cx.axes.list(args.get(2).get(), new Typed.Strong(x));
    if (sizes.isEmpty() || axes.isEmpty()) {
      return Typed.UNKNOWN;
    }
    if (sizes.get().size() != axes.get().size()) {
      return cx.fail(
          ErrorId.AXIS
              .at(
                  written.span(),
                  "windows of %s go along %s of `%s`"
                      .formatted(
                          sizes(sizes.get().size()), Ranks.axes(axes.get().size()), x.name()))
              .found(cx.shown(x))
              .hint(
                  "give a window one size for each axis; `axis=` says which axes, by default all"));
    }
    boolean fit = true;
    for (int i = 0; i < axes.get().size(); i++) {
      fit &= fits(x, axes.get().get(i), sizes.get().get(i), written.span(), span);
    }
    return fit ? new Typed.Strong(view(x, sizes.get(), axes.get(), span)) : Typed.UNKNOWN;
  }

  private static String sizes(int count) {
    return count == 1 ? "1 size" : count + " sizes";
  }

  /** Whether a window is not known to be larger than its axis; checked where that is open. */
  private boolean fits(Value x, int axis, Dim window, Span place, Span span) {
    Dim size = cx.emit.resolve(x.shape().get(axis));
    int called = x.axisName(axis);
    if (Dims.sub(size, window) instanceof Dim.Const c && c.value() < 0) {
      var d =
          ErrorId.BAD_SIZE
              .at(
                  place,
                  "a window of %s is larger than axis %d of `%s`, which has size %s"
                      .formatted(ShapeText.dim(window), called, x.name(), ShapeText.dim(size)))
              .found(cx.shown(x));
      cx.report(
          cx.origin(d, x, span).hint("windows lie within the axis; `pad` makes it longer first"));
      return false;
    }
    String of = "axis %d of %s".formatted(called, x.name());
    cx.clauses.atMost(Builtin.SLIDING_WINDOW_VIEW.label(), "window", window, of, size, span);
    return true;
  }

  private Value view(Value x, List<Dim> windows, List<Integer> axes, Span span) {
    var shape = new ArrayList<>(cx.emit.resolve(x.shape()));
    var stretch = new ArrayList<>(x.axes().stretch());
    var walks = new ArrayList<>(Axes.indices(x.rank()).stream().map(ViewAxis::whole).toList());
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      Dim count = cx.emit.resolve(Dims.add(Dims.sub(shape.get(axis), windows.get(i)), 1));
      shape.set(axis, cx.scalarDims.notNegative(count) ? count : Dims.clamp(count));
      walks.set(
          axis, new ViewAxis(List.of(new Walk(axis, 1), new Walk(shape.size(), 1)), Dims.ZERO));
      shape.add(cx.emit.resolve(windows.get(i)));
      boolean strict = stretch.get(axis) == Stretch.NEVER;
      stretch.set(axis, strict ? Stretch.NEVER : Stretch.BY_DISCIPLINE);
      stretch.add(strict ? Stretch.NEVER : Stretch.BY_DISCIPLINE);
    }
    return cx.fills.view(x, shape, x.axes().changed(stretch), walks, Names.ofSource(span), span);
  }
}
