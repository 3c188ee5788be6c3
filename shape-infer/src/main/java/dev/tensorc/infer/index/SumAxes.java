package dev.tensorc.infer.index;

import dev.tensorc.frontend.Ast;
import dev.tensorc.infer.index.IndexScope.Subscripted;
import dev.tensorc.infer.index.IndexScope.Walked;
import java.util.List;

/**
 * Where the axes of {@code sum[j](e)} stand among those of its elements, which decides the order in
 * which floats are added: {@code y[i, k] = sum[j](a[i, j, k])} adds as {@code sum(a, axis=1)} does.
 *
 * <p>They stand before the last index outside where that walks the last axis of something that is
 * read, unless one of them alone walks the last axis of something else whose rows differ outside.
 * Else they stand last. So sums of windows, {@code sum[r](x[i + r])}, go down columns, and sums of
 * rows along them.
 */
final class SumAxes {

  private final List<PointIndex> outer;
  private final List<PointIndex> reduced;

  private SumAxes(List<PointIndex> outer, List<PointIndex> reduced) {
    this.outer = outer;
    this.reduced = reduced;
  }

  /**
   * The first of the axes.
   *
   * @param outer the indices in sight outside
   * @param reduced those that are summed over
   */
  static int first(
      Ast.IndexReduce r, List<PointIndex> outer, List<PointIndex> reduced, IndexScope scope) {
    if (outer.isEmpty()) {
      return 0;
    }
    var axes = new SumAxes(outer, reduced);
    List<Subscripted> read =
        scope.subscripted.entrySet().stream()
            .filter(e -> isInside(e.getKey(), r))
            .map(e -> e.getValue())
            .toList();
    boolean down = read.stream().anyMatch(axes::hasLastOutside);
    boolean along = read.stream().anyMatch(axes::isRowOf);
    return down && !along ? outer.size() - 1 : outer.size();
  }

  private static boolean isInside(Ast.Index index, Ast.IndexReduce r) {
    return index.span().source() == r.value().span().source()
        && index.span().start() >= r.value().span().start()
        && index.span().end() <= r.value().span().end();
  }

  private boolean hasLastOutside(Subscripted s) {
    return s.axes().stream()
        .anyMatch(w -> isLast(s, w) && w.subscript().factors().containsKey(outer.getLast()));
  }

  /** Whether a reduced index alone walks its rows, which are not the same everywhere. */
  private boolean isRowOf(Subscripted s) {
    return s.axes().stream()
            .anyMatch(
                w ->
                    isLast(s, w)
                        && !w.subscript().isConstant()
                        && reduced.containsAll(w.subscript().factors().keySet()))
        && s.axes().stream()
            .anyMatch(w -> w.subscript().factors().keySet().stream().anyMatch(outer::contains));
  }

  private static boolean isLast(Subscripted s, Walked w) {
    return w.axis() == s.target().rank() - 1;
  }
}
