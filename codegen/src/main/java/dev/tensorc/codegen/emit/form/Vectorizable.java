package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.ShortFloatValues;
import dev.tensorc.ir.DType;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The kernels that have a vector form, and why others have none. */
public final class Vectorizable {

  /** A function of the JDK takes about as long as so many operations. */
  private static final int JDK_MATH = 20;

  private Vectorizable() {}

  /** Why the kernel has no vector form; empty where it has one. */
  public static Optional<Obstacle> obstacle(Kernel k) {
    if (VectorForm.of(k) != VectorForm.NESTS) {
      return obstacleInLoops(k);
    }
    return k.nests().isEmpty() ? Optional.of(withoutNest(k)) : Optional.empty();
  }

  private static Obstacle withoutNest(Kernel k) {
    return obstacleInLoops(k)
        .filter(o -> o.kind() == Obstacle.Kind.THROWS_AT_PLACES)
        .orElseGet(() -> Obstacle.of(Obstacle.Kind.PLACES));
  }

  /** Why its loops have no vector form, whatever places they read. */
  public static Optional<Obstacle> obstacleInLoops(Kernel k) {
    if (k.rank() == 0) {
      return Optional.of(Obstacle.of(Obstacle.Kind.NO_AXIS));
    }
    if (VectorForm.of(k) == VectorForm.COLUMNS && k.parallel() == 0) {
      return Optional.of(Obstacle.of(Obstacle.Kind.PRODUCTS_IN_TURN));
    }
    for (Expr e : ExprNodes.of(k.roots())) {
      if (roundsTwice(e)) {
        return Optional.of(Obstacle.conversion(argument(e).type(), e.type()));
      }
    }
    Set<Expr> lanes = ExprNodes.inLanes(inLanes(k));
    long rounding =
        lanes.stream()
            .filter(e -> goesByFloat(e) || rounds(e))
            .mapToLong(Vectorizable::weight)
            .sum();
    if (rounding > k.tuning().budgets().forms().roundingOperations()) {
      return Optional.of(Obstacle.of(Obstacle.Kind.ROUNDS_OFTEN));
    }
    for (Expr e : lanes) {
      if (dividesLongs(e)) {
        return Optional.of(Obstacle.of(Obstacle.Kind.DIVIDES_LONGS));
      }
    }
    long throwing = lanes.stream().filter(Vectorizable::mayThrow).count();
    if (throwing > 1) {
      return Optional.of(Obstacle.of(Obstacle.Kind.THROWS_TWICE));
    }
    if (throwing > 0 && k.computesPlaces()) {
      return Optional.of(Obstacle.of(Obstacle.Kind.THROWS_AT_PLACES));
    }
    if (throwing > 0 && !k.reductions().isEmpty()) {
      return Optional.of(Obstacle.of(Obstacle.Kind.THROWS_AND_REDUCES));
    }
    for (Kernel.Input in : k.inputs()) {
      if (in.dtype() == DType.BOOL && in.axes().get(k.innermost()) == AxisUse.OPEN) {
        return Optional.of(Obstacle.of(Obstacle.Kind.OPEN_BOOL));
      }
    }
    if (knowsIndices(k) && !k.reductions().isEmpty()) {
      return Optional.of(Obstacle.of(Obstacle.Kind.REDUCES_INDICES));
    }
    if (k.reducesRows()
        && k.reductions().stream().anyMatch(r -> r.finds() && RowPiece.loses(k, r))) {
      return Optional.of(Obstacle.of(Obstacle.Kind.JDK_TWICE));
    }
    int lane = lane(k).bytes();
    return k.reductions().stream()
            .filter(r -> k.reducesRows() || !r.finds()) // the places down columns are wider
            .allMatch(r -> r.value().type().bytes() == lane)
        ? Optional.empty()
        : Optional.of(Obstacle.of(Obstacle.Kind.REDUCES_NARROWER));
  }

  /** Whether the expression is a conversion that would round twice in vectors. */
  static boolean roundsTwice(Expr e) {
    return converts(e) && !ShortFloatCosts.roundsOnce(argument(e).type());
  }

  /** Whether the expression is a division that vectors have not. */
  static boolean dividesLongs(Expr e) {
    return e instanceof Op op && (op.op() == PrimOp.FLOOR_DIV || op.op() == PrimOp.REMAINDER);
  }

  /** Whether the expression throws where an element is one that the operation does not take. */
  private static boolean mayThrow(Expr e) {
    return e instanceof Op op
        && switch (op.op()) {
          case NON_ZERO -> true;
          case POW, SHIFT_LEFT, SHIFT_RIGHT -> !op.type().isUnsigned();
          default -> false;
        };
  }

  /**
   * Whether the kernel computes with indices, so that a part of an axis is not a kernel of its own.
   */
  public static boolean knowsIndices(Kernel k) {
    return innermostKnown(k).isPresent();
  }

  /** The innermost axis whose index is a value. */
  public static Optional<Integer> innermostKnown(Kernel k) {
    return ExprNodes.of(k.roots()).stream()
        .flatMap(e -> e instanceof Expr.AxisIndex i ? Stream.of(i.axis()) : Stream.empty())
        .max(Comparator.naturalOrder());
  }

  /** Whether bools are read or written. */
  public static boolean usesBool(Kernel k) {
    return readsBool(k) || storesBool(k);
  }

  private static boolean storesBool(Kernel k) {
    return k.results().stream().anyMatch(r -> r.value().type() == DType.BOOL);
  }

  private static boolean readsBool(Kernel k) {
    return k.inputs().stream().anyMatch(in -> in.dtype() == DType.BOOL);
  }

  /**
   * Whether a row's tail is scalar code: of element-wise kernels that store bools it is, for masked
   * stores of them take their way through bytes. Where indices are known the end of a row would be
   * no kernel of its own.
   */
  public static boolean scalarTail(Kernel k) {
    return k.reductions().isEmpty() && storesBool(k) && !knowsIndices(k);
  }

  /** The dtype whose lanes the kernel counts in: the widest, of these a float if there is one. */
  public static DType lane(Kernel k) {
    return widest(numbers(k));
  }

  /**
   * The dtype whose lanes a search down columns counts in: that of the elements, or as wide as the
   * i32 that holds a place.
   */
  public static DType searchLane(Kernel k) {
    Set<DType> types = numbers(k.reductions().getFirst().parts());
    types.add(DType.I32);
    return widest(types);
  }

  private static DType widest(Set<DType> types) {
    return types.stream()
        .max(Comparator.comparing(DType::bytes).thenComparing(DType::isFloat))
        .orElse(DType.I32);
  }

  /** The narrowest dtype of the kernel. */
  public static DType narrowest(Kernel k) {
    return narrowest(k, numbers(k));
  }

  /** The narrowest dtype of the elements that a kernel searches. */
  public static DType narrowestSearched(Kernel k) {
    return narrowest(numbers(k.reductions().getFirst().parts()));
  }

  /** The narrowest dtype of the results of a search down columns, beside an i32 for a place. */
  public static DType narrowestFound(Kernel k) {
    Set<DType> types = numbers(stored(k).toList());
    types.add(DType.I32);
    return narrowest(k, types);
  }

  private static DType narrowest(Kernel k, Set<DType> types) {
    boolean storesBools = stored(k).anyMatch(e -> e.type() == DType.BOOL);
    return storesBools && !scalarTail(k)
        ? DType.I8 // as which they are stored under a mask
        : narrowest(types);
  }

  private static DType narrowest(Set<DType> types) {
    return types.stream().min(Comparator.comparing(DType::bytes)).orElse(DType.I32);
  }

  /** The narrowest dtype of the kernel that has more bytes. */
  public static DType narrowestBeside(Kernel k, int bytes) {
    return numbers(k).stream()
        .filter(d -> d.bytes() > bytes)
        .min(Comparator.comparing(DType::bytes))
        .orElseThrow();
  }

  /** The values computed in lanes: all but those stored once for each reduced row. */
  private static List<Expr> inLanes(Kernel k) {
    return Stream.concat(k.reductions().stream().flatMap(r -> r.parts().stream()), stored(k))
        .toList();
  }

  private static Stream<Expr> stored(Kernel k) {
    return k.results().stream()
        .filter(r -> r.alongRow() || !k.reducesRows())
        .map(Kernel.Result::value);
  }

  private static Set<DType> numbers(Kernel k) {
    return numbers(inLanes(k));
  }

  private static Set<DType> numbers(List<Expr> roots) {
    Set<Expr> nodes = ExprNodes.inLanes(roots);
    Set<DType> types = EnumSet.noneOf(DType.class);
    nodes.forEach(e -> types.add(e.type()));
    types.remove(DType.BOOL);
    if (nodes.stream().anyMatch(Vectorizable::goesByFloat)) {
      types.add(DType.F32);
    }
    return types;
  }

  /** Whether the expression rounds to a short float. */
  private static boolean converts(Expr e) {
    return e instanceof Op op && op.op() == PrimOp.CAST && op.type().isShortFloat();
  }

  /** Whether the expression converts from or to a short float by way of f32. */
  private static boolean goesByFloat(Expr e) {
    return e instanceof Op op
        && op.op() == PrimOp.CAST
        && (op.type().isShortFloat() || argument(op).type().isShortFloat())
        && op.type() != DType.BOOL
        && argument(op).type() != DType.BOOL;
  }

  /** Whether the expression rounds to a short float in the lanes of f32. */
  private static boolean rounds(Expr e) {
    return ShortFloatValues.roundedTo(e).isPresent();
  }

  private static Expr argument(Expr e) {
    return ((Op) e).args().getFirst();
  }

  /** Whether an element-wise kernel is scalar code where elements lie apart. */
  public static boolean isScalarApart(Kernel k) {
    return operations(k.roots())
        <= (long) k.tuning().elements().maxScalarApartOperations() * k.inputs().size();
  }

  /** How many operations an expression is made of, each shared one counted once. */
  public static long operations(Expr e) {
    return operations(List.of(e));
  }

  /** How many operations expressions are made of together. */
  public static long operations(List<Expr> roots) {
    return ExprNodes.of(roots).stream().mapToLong(Vectorizable::weight).sum();
  }

  /**
   * How many operations expressions of a kernel are as code. An element narrower than the lanes is
   * read as a part of a vector, which is as much code as two operations more.
   */
  public static long operations(Kernel k, List<Expr> roots) {
    int lane = lane(k).bytes();
    long narrow =
        ExprNodes.of(roots).stream()
            .filter(
                e -> e instanceof Expr.Load l && k.inputs().get(l.input()).dtype().bytes() < lane)
            .count();
    return operations(roots) + 2 * narrow;
  }

  /** How many operations a node counts for by itself. */
  public static long weight(Expr e) {
    return switch (e) {
      case Op op when goesByFloat(op) -> ShortFloatCosts.operations(op);
      case Op op when rounds(op) ->
          ShortFloatCosts.ofRounding(ShortFloatValues.roundedTo(op).orElseThrow());
      case Op _ -> 1;
      case Expr.JdkMath _ -> JDK_MATH;
      default -> 0;
    };
  }
}
