package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How many floating-point operations a kernel does: a fused multiplication and addition counts as
 * two, exp and its kind as those of their sequence, a function of the JDK as one.
 */
public final class FloatWork {

  private FloatWork() {}

  /**
   * How often a call evaluates expressions.
   *
   * @param points at all points of all axes
   * @param rows once for each row of the innermost axis
   * @param results once for each point of the parallel axes
   */
  public record Times(double points, double rows, double results) {}

  /** The operations of a call. */
  public static double of(Kernel k, Times times) {
    boolean reducesColumns = !k.reductions().isEmpty() && !k.reducesRows();
    var row = new AlongRow(k);
    double operations = 0;
    Set<Expr> atPoints = ExprNodes.of(atPoints(k));
    for (Expr e : ExprNodes.of(k.roots())) {
      double each =
          !atPoints.contains(e)
              ? times.results()
              : k.innermost() < 0 || reducesColumns || row.changes(e)
                  ? times.points()
                  : times.rows();
      operations += weight(e) * each;
    }
    for (Reduction r : k.reductions()) {
      operations += weight(r) * times.points();
    }
    return operations;
  }

  /** The expressions that stand inside of all loops. */
  private static List<Expr> atPoints(Kernel k) {
    boolean reduces = !k.reductions().isEmpty();
    return Stream.concat(
            k.reductions().stream().flatMap(r -> r.parts().stream()),
            k.results().stream().filter(r -> r.alongRow() || !reduces).map(Kernel.Result::value))
        .toList();
  }

  private static int weight(Reduction r) {
    if (r.finds() || !r.value().type().isFloat()) {
      return 0;
    }
    return r.contraction().isPresent() ? 2 : 1;
  }

  private static int weight(Expr e) {
    if (!e.type().isFloat()) {
      return 0;
    }
    return switch (e) {
      case Op op ->
          switch (op.op()) {
            case ADD, SUB, MUL, DIV, SQRT, MIN, MAX -> 1;
            case FMA -> 2;
            default -> 0;
          };
      case Expr.JdkMath _ -> 1;
      default -> 0;
    };
  }
}
