package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.vector.LaneGathers;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import java.util.List;
import java.util.stream.Stream;

/** Whether vectors along an axis read the elements at the places that a kernel computes. */
record Places(Kernel kernel, int lanes) {

  /**
   * Whether vectors along an axis read rows whose beginnings are computed, or elements whose places
   * are, and the first wrong place is the one that is reported. That is not so where results of
   * reductions compute places too, nor where some places are computed for a row and others along
   * it.
   */
  static boolean fit(Kernel k, int lanes) {
    return !k.computesPlaces() || new Places(k, lanes).fit();
  }

  private boolean fit() {
    List<Expr> nodes = ExprNodes.inOrder(kernel.roots());
    if (nodes.stream().anyMatch(e -> e instanceof Expr.Guarded && kernel.varies(e, lanes))) {
      return false;
    }
    List<Expr.Gathered> ofLanes =
        nodes.stream()
            .flatMap(e -> e instanceof Expr.Gathered g ? Stream.of(g) : Stream.empty())
            .filter(g -> kernel.varies(g.distance(), lanes))
            .toList();
    return ofLanes.isEmpty() ? rowsFit(nodes) : elementsFit(nodes, ofLanes);
  }

  /** All places are checked before the first element is read, but for those of a reduction. */
  private boolean elementsFit(List<Expr> nodes, List<Expr.Gathered> ofLanes) {
    return ofLanes.stream()
            .allMatch(
                g ->
                    LaneGathers.takes(g.type())
                        && !kernel.follows(g.input(), lanes)
                        && ExprNodes.of(List.of(g)).stream()
                            .noneMatch(Expr.Reduced.class::isInstance))
        && nodes.stream().allMatch(e -> !(e instanceof Expr.Subscript) || kernel.varies(e, lanes));
  }

  private boolean rowsFit(List<Expr> nodes) {
    List<Expr> alongRows =
        nodes.stream()
            .filter(e -> e instanceof Expr.Gathered g && kernel.follows(g.input(), lanes))
            .toList();
    long checked = subscripts(nodes);
    boolean inOrder = checked <= 1 || subscripts(ExprNodes.inOrder(alongRows)) == checked;
    List<Expr> stored = kernel.results().stream().map(Kernel.Result::value).toList();
    boolean inOnePart =
        kernel.reductions().isEmpty()
            || (kernel.reductions().size() == 1 && subscripts(ExprNodes.inOrder(stored)) == 0);
    return inOrder && inOnePart;
  }

  private static long subscripts(List<Expr> nodes) {
    return nodes.stream().filter(Expr.Subscript.class::isInstance).count();
  }
}
