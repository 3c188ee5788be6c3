package dev.tensorc.codegen.loop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The nodes that expressions are made of. */
public final class ExprNodes {

  private ExprNodes() {}

  /** The expressions that an expression is computed from. */
  public static List<Expr> children(Expr e) {
    return switch (e) {
      case Expr.Op op -> op.args();
      case Expr.SlowPath s ->
          Stream.concat(Stream.of(s.slow(), s.fast()), s.args().stream()).toList();
      case Expr.Named n -> List.of(n.value());
      case Expr.JdkMath f -> f.args();
      case Expr.Gathered g -> List.of(g.distance());
      case Expr.Subscript s -> List.of(s.index(), s.size());
      case Expr.Guarded g -> List.of(g.condition(), g.element());
      case Expr.Load _, Expr.ScalarArg _, Expr.PlanScalar _, Expr.AxisStride _ -> List.of();
      case Expr.AxisIndex _ -> List.of();
      case Expr.DimSize _, Expr.Element _, Expr.Const _, Expr.Reduced _ -> List.of();
    };
  }

  /** The same node over other children; a leaf as it is. */
  public static Expr withChildren(Expr e, UnaryOperator<Expr> other) {
    return switch (e) {
      case Expr.Op op ->
          new Expr.Op(
              op.op(), op.type(), op.args().stream().map(other).toList(), op.amount(), op.span());
      case Expr.SlowPath s ->
          new Expr.SlowPath(
              other.apply(s.slow()),
              other.apply(s.fast()),
              s.function(),
              s.args().stream().map(other).toList());
      case Expr.JdkMath f -> new Expr.JdkMath(f.function(), f.args().stream().map(other).toList());
      case Expr.Named n -> new Expr.Named(n.name(), n.arguments(), other.apply(n.value()));
      case Expr.Load _, Expr.ScalarArg _, Expr.Const _, Expr.Reduced _ -> e;
      case Expr.AxisIndex _ -> e;
      case Expr.Gathered g -> new Expr.Gathered(g.input(), g.type(), other.apply(g.distance()));
      case Expr.Subscript s ->
          new Expr.Subscript(other.apply(s.index()), other.apply(s.size()), s.place());
      case Expr.Guarded g -> new Expr.Guarded(other.apply(g.condition()), other.apply(g.element()));
      case Expr.PlanScalar _, Expr.DimSize _, Expr.Element _, Expr.AxisStride _ ->
          throw new IllegalStateException("not of a kernel: " + e);
    };
  }

  /** All nodes of expressions, each once. */
  public static Set<Expr> of(List<Expr> roots) {
    return closure(roots, ExprNodes::children);
  }

  /**
   * The expressions in lanes. Scalar code computes places that are the same in all lanes, and
   * values that are the same in the whole kernel: their operands are left out.
   */
  public static Set<Expr> inLanes(List<Expr> roots) {
    Set<Expr> same = same(roots);
    return closure(
        roots,
        e ->
            same.contains(e) || (e instanceof Expr.Gathered g && !g.inLanes())
                ? List.of()
                : children(e));
  }

  /** The nodes whose values are the same in the whole kernel, and cannot throw. */
  private static Set<Expr> same(List<Expr> roots) {
    Set<Expr> same = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Expr e : inOrder(roots)) {
      boolean own =
          switch (e) {
            case Expr.Load _, Expr.Gathered _, Expr.AxisIndex _, Expr.Reduced _ -> false;
            default -> !throwsItself(e);
          };
      if (own && same.containsAll(children(e))) {
        same.add(e);
      }
    }
    return same;
  }

  /** Whether computing expressions may end the run. */
  public static boolean mayThrow(List<Expr> roots) {
    return of(roots).stream().anyMatch(ExprNodes::throwsItself);
  }

  /** Whether computing a node of its operands' values may end the run. */
  public static boolean throwsItself(Expr e) {
    return e instanceof Expr.Subscript || (e instanceof Expr.Op op && op.span().isPresent());
  }

  /** All nodes of expressions, as they are evaluated: operands first. */
  public static List<Expr> inOrder(List<Expr> roots) {
    Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    var nodes = new ArrayList<Expr>();
    roots.forEach(e -> addInOrder(e, seen, nodes));
    return nodes;
  }

  /** The nodes of one kind, as they are evaluated. */
  public static <T extends Expr> Stream<T> inOrder(List<Expr> roots, Class<T> kind) {
    return inOrder(roots).stream().filter(kind::isInstance).map(kind::cast);
  }

  private static void addInOrder(Expr e, Set<Expr> seen, List<Expr> nodes) {
    if (seen.add(e)) {
      children(e).forEach(c -> addInOrder(c, seen, nodes));
      nodes.add(e);
    }
  }

  /** These nodes, and the nodes that stand for them in the text for readers, which may be gone. */
  public static Set<Expr> shown(List<Expr> roots) {
    return closure(
        roots,
        e ->
            e instanceof Expr.Named n
                ? Stream.concat(n.arguments().stream(), Stream.of(n.value())).toList()
                : children(e));
  }

  private static Set<Expr> closure(List<Expr> roots, Function<Expr, List<Expr>> children) {
    Set<Expr> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    roots.forEach(e -> collect(e, children, nodes));
    return nodes;
  }

  private static void collect(Expr e, Function<Expr, List<Expr>> children, Set<Expr> nodes) {
    if (nodes.add(e)) {
      children.apply(e).forEach(c -> collect(c, children, nodes));
    }
  }
}
