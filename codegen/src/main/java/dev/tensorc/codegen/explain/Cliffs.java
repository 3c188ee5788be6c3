package dev.tensorc.codegen.explain;

import dev.tensorc.codegen.emit.form.Obstacle;
import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.kernel.KernelCode;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the cliffs of a plan, before anything is measured. */
public final class Cliffs {

  /** Fewer points take no time that anybody notices. */
  private static final int MIN_POINTS = 64;

  private final List<Kernel> kernels;
  private final Plan plan;
  private final Facts facts;

  private Cliffs(List<Kernel> kernels, Plan plan) {
    this.kernels = kernels;
    this.plan = plan;
    this.facts = plan.function().facts();
  }

  /** The cliffs of the kernels that run where sizes agree, in the order in which they run. */
  public static List<Cliff> of(LoopIr.Program program, Plan plan) {
    return new Cliffs(program.kernels(), plan).all();
  }

  private List<Cliff> all() {
    List<Launch> launches =
        plan.statements().stream()
            .flatMap(s -> s instanceof LoopIr.Cluster c ? Stream.of(c) : Stream.empty())
            .flatMap(c -> c.versions().getFirst().launches().stream())
            .toList();
    return launches.stream()
        .filter(l -> !isSmall(l) && readsSomething(l))
        .flatMap(
            l ->
                cliff(l)
                    .filter(_ -> launches.stream().noneMatch(other -> isBeside(l, other)))
                    .stream())
        .toList();
  }

  private boolean isSmall(Launch l) {
    long points = 1;
    for (Dim d : l.target().extents()) {
      points = Math.min(points * atMost(facts.resolve(d)), MIN_POINTS);
    }
    return l.target().extents().isEmpty() || points < MIN_POINTS;
  }

  private boolean readsSomething(Launch l) {
    return !kernels.get(l.call().kernel()).inputs().isEmpty();
  }

  private static long atMost(Dim d) {
    return switch (d) {
      case Dim.Const c -> Math.min(c.value(), MIN_POINTS);
      case Dim.Min m -> Math.min(atMost(m.left()), atMost(m.right()));
      default -> MIN_POINTS;
    };
  }

  /** Whether another kernel goes over all axes of one, and more: it takes most of the time. */
  private boolean isBeside(Launch l, Launch other) {
    var more = new ArrayList<>(extents(other));
    return extents(l).stream().allMatch(more::remove)
        && more.stream().anyMatch(d -> !(d instanceof Dim.Const));
  }

  private List<Dim> extents(Launch l) {
    return l.target().extents().stream().map(facts::resolve).toList();
  }

  private Optional<Cliff> cliff(Launch l) {
    Kernel k = kernels.get(l.call().kernel());
    return obstacle(l, k)
        .map(
            why -> {
              double asked = KernelCode.nanosAskedFor(k, why.kind());
              return new Cliff(l.target().span(), why, Splittable.nanosOfScalar(k), asked);
            })
        .filter(Cliff::isHigh);
  }

  private static Optional<Obstacle> obstacle(Launch l, Kernel k) {
    Optional<Obstacle> ofAllCalls = Vectorizable.obstacle(k);
    if (ofAllCalls.isPresent() || !isApart(l, k)) {
      return ofAllCalls;
    }
    return KernelCode.of(k) instanceof KernelCode.Vector v && v.apart() == KernelCode.Apart.SCALAR
        ? Optional.of(Obstacle.of(Obstacle.Kind.APART))
        : Optional.empty();
  }

  private static boolean isApart(Launch l, Kernel k) {
    return l.target().extents().size() == k.rank() && !Walks.apart(l, k.innermost()).isEmpty();
  }
}
