package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.tuning.SplitTuning;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The kernels that several threads may share, and about how long a kernel takes. */
public final class Splittable {

  /** The runtime's, unless its user says something else. */
  public static final double BREAK_EVEN_NANOS = 40_000;

  private Splittable() {}

  public static boolean is(int number, Kernel k) {
    return number < k.tuning().budgets().plans().toldApart() && !k.rounds() && !axes(k).isEmpty();
  }

  /** Whether it is known when compiling that a kernel of these extents is too short. */
  public static boolean isShort(Kernel k, List<Dim> extents) {
    double nanos = nanos(k);
    for (Dim d : extents) {
      nanos *= d instanceof Dim.Const c ? c.value() : Double.POSITIVE_INFINITY;
    }
    return nanos < k.tuning().splitting().minNanos();
  }

  /** The parallel axes that may be cut: all but those whose index a kernel needs. */
  public static List<Integer> axes(Kernel k) {
    Set<Expr> nodes = ExprNodes.of(k.roots());
    return IntStream.range(0, k.parallel())
        .filter(
            axis ->
                nodes.stream().noneMatch(e -> e instanceof Expr.AxisIndex i && i.axis() == axis))
        .boxed()
        .toList();
  }

  /** Whether a kernel may end the run, so that it counts which of its points comes first. */
  public static boolean mayThrow(Kernel k) {
    return ExprNodes.mayThrow(k.roots());
  }

  /** Whether a kernel prepares something in each call, so that there had better be few. */
  public static boolean wantsFewPieces(Kernel k) {
    return k.contraction().isPresent() || (!k.reductions().isEmpty() && !k.reducesRows());
  }

  /** Whether a contraction is added in another order where an axis has extent 1. */
  public static boolean countsExtents(Kernel k) {
    return k.contraction().map(c -> !c.inLanes()).orElse(false);
  }

  /** About how many nanoseconds a kernel takes for a point of all its axes, on one thread. */
  public static double nanos(Kernel k) {
    return Vectorizable.obstacle(k).isPresent() ? nanosOfScalar(k) : nanosOfVectors(k);
  }

  /** The time of a point, if the kernel is scalar code. */
  public static double nanosOfScalar(Kernel k) {
    return k.tuning().splitting().nanosOfScalar() * (1 + Vectorizable.operations(k.roots()));
  }

  /** The time of a point, if the kernel is vector code. */
  public static double nanosOfVectors(Kernel k) {
    SplitTuning tuning = k.tuning().splitting();
    long operations = Vectorizable.operations(k.roots());
    int lane = Vectorizable.lane(k).bytes();
    if (k.contraction().isPresent()) {
      return tuning.nanosOfProductByte() * lane;
    }
    return tuning.nanosOfByte() * bytes(k)
        + tuning.nanosOfLaneByte() * lane * operations
        + tuning.nanosOfGathered()
            * k.nests().stream().findFirst().map(n -> n.gathered(k)).orElse(0L);
  }

  /** The bytes read and written at each point. */
  private static int bytes(Kernel k) {
    int read =
        k.inputs().stream()
            .filter(in -> in.axes().get(k.innermost()) != AxisUse.NONE)
            .mapToInt(in -> in.dtype().bytes())
            .sum();
    int written =
        k.results().stream()
            .filter(r -> r.alongRow() || k.reductions().isEmpty())
            .map(r -> r.value().type())
            .mapToInt(DType::bytes)
            .sum();
    return read + written;
  }
}
