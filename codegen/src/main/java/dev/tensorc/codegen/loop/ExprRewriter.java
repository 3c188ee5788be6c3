package dev.tensorc.codegen.loop;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Rewrites expressions, each node once: a node that several use stays one. */
public final class ExprRewriter implements UnaryOperator<Expr> {

  private final BiFunction<Expr, UnaryOperator<Expr>, Optional<Expr>> rule;
  private final Map<Expr, Expr> done = new IdentityHashMap<>();

  /**
   * @param rule gives the replacement of a node, and may rewrite other nodes; without it the node
   *     stays, over rewritten children
   */
  public ExprRewriter(BiFunction<Expr, UnaryOperator<Expr>, Optional<Expr>> rule) {
    this.rule = rule;
  }

  @Override
  public Expr apply(Expr e) {
    Expr known = done.get(e);
    if (known == null) {
      known = rule.apply(e, this).orElseGet(() -> ExprNodes.withChildren(e, this));
      done.put(e, known);
    }
    return known;
  }
}
