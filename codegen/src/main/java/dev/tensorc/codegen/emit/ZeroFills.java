package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.Algebra;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The kernels that write zeros into all of a result before anything else does. A result that the
 * plan makes itself holds zeros from the start: they are left out there.
 */
final class ZeroFills {

  private final Map<Launch, Value> results = new IdentityHashMap<>();
  private final List<Value> filled = new ArrayList<>();

  /**
   * @param kernels by number
   */
  ZeroFills(Plan plan, IntFunction<Kernel> kernels) {
    plan.body().stream()
        .filter(s -> s instanceof LoopIr.Cluster c && c.versions().size() == 1)
        .flatMap(s -> ((LoopIr.Cluster) s).launches().stream())
        .filter(l -> writesZeros(kernels.apply(l.call().kernel())))
        .forEach(l -> onlyResult(plan, l).ifPresent(r -> add(l, r)));
  }

  private void add(Launch l, Value result) {
    results.put(l, result);
    filled.add(result);
  }

  private static boolean writesZeros(Kernel k) {
    return k.results().size() == 1 && Algebra.isZero(k.results().getFirst().value(), false);
  }

  /** The result whose memory holds what the launch makes, and nothing else ever. */
  private static Optional<Value> onlyResult(Plan plan, Launch l) {
    List<Value> made = l.target().made();
    return made.size() == 1
            && plan.homes().get(made.getFirst()) instanceof LoopIr.Output o
            && Collections.frequency(plan.homes().values(), o) == 1
        ? Optional.of(o.result())
        : Optional.empty();
  }

  /**
   * The results that such kernels fill, in the plan's order: class files are the same each time.
   */
  List<Value> results() {
    return filled;
  }

  /** The result that the launch fills with zeros. */
  Optional<Value> filledBy(Launch l) {
    return Optional.ofNullable(results.get(l));
  }
}
