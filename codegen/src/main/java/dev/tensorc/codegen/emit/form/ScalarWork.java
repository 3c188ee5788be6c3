package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import java.util.Set;

/** The part of a kernel's work that is done element by element, however the program is written. */
public final class ScalarWork {

  /** A division of 64-bit integers takes as long as so many other operations. */
  private static final int LONG_DIVISION = 3;

  /** So does a conversion to f16 or bf16. */
  private static final int CONVERSION = 5;

  private ScalarWork() {}

  /**
   * In operations of scalar code for a point of all axes.
   *
   * @param obstacle why the kernel is scalar code
   */
  public static long of(Kernel k, Obstacle.Kind obstacle) {
    Set<Expr> nodes = ExprNodes.of(k.roots());
    return switch (obstacle) {
      case PLACES, THROWS_AT_PLACES -> nodes.stream().mapToLong(ScalarWork::readAnywhere).sum();
      case DIVIDES_LONGS ->
          LONG_DIVISION * nodes.stream().filter(Vectorizable::dividesLongs).count();
      case CONVERSION -> CONVERSION * nodes.stream().filter(Vectorizable::roundsTwice).count();
      case PRODUCTS_IN_TURN -> 1;
      case APART -> k.inputs().size();
      case NO_AXIS, ROUNDS_OFTEN, THROWS_TWICE, THROWS_AND_REDUCES, OPEN_BOOL -> 0;
      case REDUCES_INDICES, JDK_TWICE, REDUCES_NARROWER -> 0;
    };
  }

  /** The cost of reading an element at a place that no slice has, and of finding that place. */
  private static long readAnywhere(Expr e) {
    return e instanceof Expr.Gathered g && !isInSlices(g.distance())
        ? 1 + Vectorizable.operations(g.distance())
        : 0;
  }

  /** Whether a place goes on by equal steps along each axis, or stays at an end of an axis. */
  private static boolean isInSlices(Expr place) {
    return switch (place) {
      case Expr.AxisIndex _, Expr.ScalarArg _, Expr.Const _ -> true;
      case Expr.Subscript s -> isInSlices(s.index());
      case Expr.Op op ->
          switch (op.op()) {
            case ADD, SUB, MUL, SHL, NEG, CAST, MIN, MAX, SELECT, LT, LE ->
                op.args().stream().allMatch(ScalarWork::isInSlices);
            default -> false;
          };
      default -> false;
    };
  }
}
