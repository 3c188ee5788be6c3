package dev.tensorc.codegen.emit.plan;

import dev.tensorc.codegen.loop.Algebra;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.TensorIr.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The kernels that write zeros into all of a result before anything else does. A result that the
 * plan makes itself holds zeros from the start: they are left out there.
 */
final class ZeroFills {

  /** In the plan's order, so that class files are the same each time. */
  private final Map<Value, Launch> launches = new LinkedHashMap<>();

  /**
   * @param kernels by number
   */
  ZeroFills(Plan plan, IntFunction<Kernel> kernels) {
    plan.body().stream()
        .filter(s -> s instanceof LoopIr.Cluster c && c.versions().size() == 1)
        .flatMap(s -> ((LoopIr.Cluster) s).launches().stream())
        .filter(l -> writesZeros(kernels.apply(l.call().kernel())))
        .forEach(l -> onlyResult(plan, l).ifPresent(r -> launches.put(r, l)));
  }

  private static boolean writesZeros(Kernel k) {
    return k.results().size() == 1 && Algebra.isZero(k.results().getFirst().value(), false);
  }

  /** The result whose memory never holds anything but the values that the launch makes. */
  private static Optional<Value> onlyResult(Plan plan, Launch l) {
    List<Value> made = l.target().made();
    return made.size() == 1
            && plan.homes().get(made.getFirst()) instanceof LoopIr.Output o
            && Collections.frequency(plan.homes().values(), o) == 1
        ? Optional.of(o.result())
        : Optional.empty();
  }

  /** The results that such kernels fill. */
  Collection<Value> results() {
    return launches.keySet();
  }

  /** The result that the launch fills with zeros. */
  Optional<Value> filledBy(Launch l) {
    return launches.entrySet().stream()
        .filter(e -> e.getValue() == l)
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
