package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The largest expressions of an element-wise kernel that are the same along its innermost axis, in
 * the order of evaluation. The JIT does not move them out of the loop itself: they read arrays, and
 * the loop stores to one.
 *
 * <p>An expression that may throw is one of them only where no expression that varies along the
 * axis may throw before it: otherwise the error would name another place.
 */
final class LoopInvariants {

  private final Kernel kernel;
  private final Set<Expr> varying = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Expr> late = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Expr> found = new ArrayList<>();

  private LoopInvariants(Kernel kernel) {
    this.kernel = kernel;
  }

  static List<Expr> of(Kernel kernel) {
    var invariants = new LoopInvariants(kernel);
    List<Expr> roots = kernel.results().stream().map(Kernel.Result::value).toList();
    invariants.mark(roots);
    roots.forEach(invariants::find);
    return invariants.found;
  }

  /**
   * Marks the expressions that vary, and those with a part that must not throw before others have
   * had their turn.
   */
  private void mark(List<Expr> roots) {
    boolean varyingThrew = false;
    for (Expr e : ExprNodes.inOrder(roots)) {
      boolean changes =
          switch (e) {
            case Expr.Load load -> kernel.follows(load.input(), kernel.innermost());
            case Expr.AxisIndex index -> index.axis() == kernel.innermost();
            case Expr.Gathered g -> kernel.follows(g.input(), kernel.innermost());
            default -> false;
          };
      for (Expr child : ExprNodes.children(e)) {
        changes |= varying.contains(child);
        if (late.contains(child)) {
          late.add(e);
        }
      }
      if (changes) {
        varying.add(e);
      }
      if (ExprNodes.throwsItself(e)) {
        varyingThrew |= changes;
        if (varyingThrew) {
          late.add(e);
        }
      }
    }
  }

  private void find(Expr e) {
    if (!seen.add(e)) {
      return;
    }
    if (!varying.contains(e) && !late.contains(e)) {
      if (!ExprNodes.children(e).isEmpty() || e instanceof Expr.Load) {
        found.add(e);
      }
    } else if (!(e instanceof Expr.Guarded)) { // the guarded value is computed where it is read
      ExprNodes.children(e).forEach(this::find);
    }
  }
}
