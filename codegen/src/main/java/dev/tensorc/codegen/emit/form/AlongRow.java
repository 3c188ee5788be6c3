package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The values of a kernel that change along a row of its innermost axis. */
public final class AlongRow {

  private final Kernel kernel;
  private final Map<Expr, Boolean> changing = new IdentityHashMap<>();

  public AlongRow(Kernel kernel) {
    this.kernel = kernel;
  }

  public boolean changes(Expr e) {
    Boolean known = changing.get(e);
    if (known == null) {
      known =
          e instanceof Expr.Load load
              ? kernel.follows(load.input(), kernel.innermost())
              : ExprNodes.children(e).stream().anyMatch(this::changes);
      changing.put(e, known);
    }
    return known;
  }

  /** How many operations are done for each element of a row, and not once for the row. */
  public long operations(List<Expr> roots) {
    return ExprNodes.of(roots).stream().filter(this::changes).mapToLong(Vectorizable::weight).sum();
  }
}
