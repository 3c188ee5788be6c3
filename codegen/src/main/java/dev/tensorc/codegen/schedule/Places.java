package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import java.util.List;

/** Whether the places that a kernel computes are the same for all lanes of a vector. */
final class Places {

  private final Kernel kernel;
  private final int lanes;

  private Places(Kernel kernel, int lanes) {
    this.kernel = kernel;
    this.lanes = lanes;
  }

  /**
   * Whether vectors along an axis read rows whose beginnings are computed, and the first wrong
   * place is the one that is reported. That is not so where results of reductions compute places
   * too, nor where some places are computed for a row and others along it.
   */
  static boolean fit(Kernel k, int lanes) {
    return !k.computesPlaces() || new Places(k, lanes).fit();
  }

  private boolean fit() {
    List<Expr> nodes = ExprNodes.inOrder(kernel.roots());
    boolean areSame =
        nodes.stream()
            .allMatch(
                e ->
                    switch (e) {
                      case LoopIr.Gathered g -> !kernel.varies(g.distance(), lanes);
                      case LoopIr.Guarded g -> !kernel.varies(g, lanes);
                      default -> true;
                    });
    List<Expr> alongRows =
        nodes.stream()
            .filter(e -> e instanceof LoopIr.Gathered g && kernel.follows(g.input(), lanes))
            .toList();
    long checked = subscripts(nodes);
    boolean inOrder = checked <= 1 || subscripts(ExprNodes.inOrder(alongRows)) == checked;
    List<Expr> stored = kernel.results().stream().map(LoopIr.Result::value).toList();
    boolean inOnePart =
        kernel.reductions().isEmpty()
            || (kernel.reductions().size() == 1 && subscripts(ExprNodes.inOrder(stored)) == 0);
    return areSame && inOrder && inOnePart;
  }

  private static long subscripts(List<Expr> nodes) {
    return nodes.stream().filter(LoopIr.Subscript.class::isInstance).count();
  }
}
