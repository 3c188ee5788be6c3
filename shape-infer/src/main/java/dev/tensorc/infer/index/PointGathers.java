package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.frontend.Span;
import dev.tensorc.infer.index.IndexScope.Computed;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.infer.rule.Typed;
import dev.tensorc.infer.scope.Names;
import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Place;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Elements of index notation at places that are elements themselves: {@code x[p[i], j + 1]}. The
 * axes that indices walk are those of a view, from which the elements are gathered.
 */
final class PointGathers {

  private final IndexContext cx;

  PointGathers(IndexContext cx) {
    this.cx = cx;
  }

  /**
   * The elements as an array along those indices; empty, and reported, where there are none. Rows
   * of neighbours are gathered row by row: of {@code table[p[i, l], j]} along i, j and l the array
   * has j last, and the result shows it with l last.
   */
  Optional<Value> read(Subscripted s, List<PointIndex> along, IndexScope scope) {
    List<PointIndex> rowsLast = rowsLast(s, along);
    Optional<Value> all = gathered(s, rowsLast, scope);
    return rowsLast.equals(along) ? all : all.map(v -> turned(v, rowsLast, along, s.span()));
  }

  /** The indices with that one last along which elements are neighbours. */
  private static List<PointIndex> rowsLast(Subscripted s, List<PointIndex> along) {
    int last = s.target().rank() - 1;
    var order = new ArrayList<>(along);
    for (Walked w : s.axes()) {
      Set<PointIndex> indices = w.subscript().factors().keySet();
      if (w.axis() == last && indices.size() == 1 && !IndexExtents.stretches(w)) {
        PointIndex row = indices.iterator().next();
        if (order.contains(row) && !PointExpressions.places(row, s)) {
          order.remove(row);
          order.add(row);
        }
      }
    }
    return order;
  }

  /** The same elements with their axes in another order. */
  private Value turned(Value v, List<PointIndex> from, List<PointIndex> to, Span span) {
    var axes = from.stream().map(index -> ViewAxis.whole(to.indexOf(index))).toList();
    var shape = to.stream().map(index -> v.shape().get(from.indexOf(index))).toList();
    var stretch = to.stream().map(index -> v.axes().stretch().get(from.indexOf(index))).toList();
    Value result = cx.emit.fresh(v.dtype(), shape, Axes.of(stretch), v.name(), span);
    return cx.emit.add(new TensorIr.View(result, v, axes));
  }

  private Optional<Value> gathered(Subscripted s, List<PointIndex> along, IndexScope scope) {
    List<PointIndex> walked =
        along.stream().filter(index -> PointExpressions.walks(index, s)).toList();
    boolean all = s.axes().isEmpty();
    Value source = all ? s.target() : cx.points.view(s, walked);
    var own = new ArrayList<Integer>();
    walked.forEach(index -> own.add(along.indexOf(index)));
    var shape = new ArrayList<Dim>(Collections.nCopies(along.size(), Dims.ONE));
    var stretch = new ArrayList<>(Collections.nCopies(along.size(), Stretch.ALWAYS));
    for (int k = 0; k < walked.size(); k++) {
      shape.set(own.get(k), source.shape().get(k));
      stretch.set(own.get(k), source.axes().stretch().get(k));
    }
    var places = new ArrayList<Place>();
    for (Computed c : s.computed()) {
      Optional<Value> index = index(c, along, scope);
      if (index.isEmpty()) {
        return Optional.empty();
      }
      Value at = index.get();
      for (int axis = 0; axis < at.rank(); axis++) {
        if (at.axes().stretch().get(axis) != Stretch.ALWAYS) {
          shape.set(axis, cx.emit.resolve(at.shape().get(axis)));
          stretch.set(axis, Stretch.BY_DISCIPLINE);
        }
      }
      Span span = c.place().span();
      places.add(Place.of(own.size(), Operand.whole(at), s.target().name(), c.axis(), span));
      own.add(-1);
    }
    Optional<Value> guard = scope.along(along, () -> cx.pointArms.guard(scope, s.span()));
    for (int axis = 0; guard.isPresent() && axis < guard.get().rank(); axis++) {
      if (guard.get().axes().stretch().get(axis) != Stretch.ALWAYS) {
        shape.set(axis, cx.emit.resolve(guard.get().shape().get(axis)));
        stretch.set(axis, Stretch.BY_DISCIPLINE);
      }
    }
    Value result =
        cx.emit.fresh(source.dtype(), shape, Axes.of(stretch), Names.ofSource(s.span()), s.span());
    return Optional.of(
        cx.emit.add(
            new TensorIr.Gather(
                result, new Operand(source, own), places, guard.map(Operand::whole))));
  }

  /** The places of an axis, along those indices; empty, and reported, where they are none. */
  Optional<Value> index(Computed c, List<PointIndex> along, IndexScope scope) {
    Typed typed = scope.along(along, () -> cx.points.elements(scope, () -> cx.infer(c.place())));
    if (typed.isUnknown()) {
      return Optional.empty();
    }
    Ast.Expr place = c.place();
    String text = Names.ofSource(place.span());
    if (!typed.dtype().isInt()) {
      cx.report(
          ErrorId.NO_PLACE
              .at(place.span(), "`" + text + "` is no place on an axis: it is " + typed.dtype())
              .found(typed.type())
              .expected("integers")
              .hint(
                  place instanceof Ast.Binary b && b.op() == Ast.BinaryOp.DIV
                      ? "round down when dividing: `//`"
                      : typed.dtype() == DType.BOOL
                          ? "a mask chooses from a whole array, not element by element"
                          : "convert it: `astype(" + text + ", i64)`"));
      return Optional.empty();
    }
    return cx.weak.as(typed, DType.I64, place.span());
  }
}
