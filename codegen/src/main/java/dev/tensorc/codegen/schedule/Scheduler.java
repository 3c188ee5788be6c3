package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.Nest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives each kernel the nests that its calls make likely: those whose strides and extents hold
 * where tensors are row-major.
 */
public final class Scheduler {

  private Scheduler() {}

  public static Program schedule(Program program) {
    var nests = new TreeMap<Integer, Set<Nest>>();
    for (Plan plan : program.plans()) {
      for (Site site : Sites.of(plan)) {
        Choice.of(program.kernels().get(site.kernel()), site)
            .ifPresent(
                nest -> nests.computeIfAbsent(site.kernel(), _ -> new LinkedHashSet<>()).add(nest));
      }
    }
    return new Program(program.plans(), kernels(program, nests), program.tuning());
  }

  private static List<Kernel> kernels(Program program, Map<Integer, Set<Nest>> nests) {
    int most = program.tuning().budgets().forms().nests();
    var kernels = new ArrayList<Kernel>();
    for (int i = 0; i < program.kernels().size(); i++) {
      List<Nest> chosen = nests.getOrDefault(i, Set.of()).stream().limit(most).toList();
      kernels.add(program.kernels().get(i).withNests(chosen));
    }
    return kernels;
  }
}
