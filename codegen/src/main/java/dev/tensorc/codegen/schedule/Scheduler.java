package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.loop.SmallProduct;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Gives each kernel the nests that its calls make likely: those whose strides and extents hold
 * where tensors are row-major. Tells of each whether a call has rows whose elements lie apart.
 */
public final class Scheduler {

  private Scheduler() {}

  public static Program schedule(Program program) {
    var nests = new TreeMap<Integer, Set<Nest>>();
    var apart = new TreeSet<Integer>();
    var overlap = new TreeSet<Integer>();
    var rowSteps = new TreeMap<Integer, Set<List<Integer>>>();
    var plain = new TreeSet<Integer>(); // kernels that some call lets write rows of neighbours
    var products = new TreeMap<Integer, SmallProduct>();
    for (Plan plan : program.plans()) {
      for (Site site : Sites.of(plan)) {
        Kernel kernel = program.kernels().get(site.kernel());
        if (liesApart(kernel, site)) {
          apart.add(site.kernel());
          Choice.rowSteps(kernel, site)
              .ifPresent(
                  s -> rowSteps.computeIfAbsent(site.kernel(), _ -> new LinkedHashSet<>()).add(s));
        }
        if (overlaps(kernel, site)) {
          overlap.add(site.kernel());
        }
        if (!writesApart(kernel, site)) {
          plain.add(site.kernel());
        }
        SmallProducts.of(kernel, site)
            .ifPresent(product -> products.putIfAbsent(site.kernel(), product));
        Choice.of(kernel, site)
            .ifPresent(
                nest -> nests.computeIfAbsent(site.kernel(), _ -> new LinkedHashSet<>()).add(nest));
      }
    }
    return new Program(
        program.plans(),
        kernels(program, nests, apart, overlap, rowSteps, plain, products),
        program.tuning());
  }

  /** Whether the elements of some tensor's row are not neighbours, as far as is known. */
  private static boolean liesApart(Kernel k, Site site) {
    int inner = k.innermost();
    return site.extents().size() == k.rank()
        && inner >= 0
        && IntStream.range(0, k.inputs().size())
            .filter(t -> k.follows(t, inner))
            .mapToObj(t -> site.strides().get(t).get(inner))
            .anyMatch(stride -> stride.orElse(2) > 1 || stride.getAsLong() < 0);
  }

  /** Whether rows begin one element after the other, in each tensor that is read along them. */
  private static boolean overlaps(Kernel k, Site site) {
    if (k.reductions().isEmpty() || k.parallel() == 0 || site.extents().size() != k.rank()) {
      return false;
    }
    int inner = k.innermost();
    List<List<OptionalLong>> read =
        IntStream.range(0, k.inputs().size())
            .filter(t -> k.follows(t, inner))
            .mapToObj(t -> site.strides().get(t))
            .toList();
    return !read.isEmpty()
        && read.stream()
            .allMatch(s -> s.get(inner).orElse(0) == 1 && s.get(k.parallel() - 1).orElse(0) == 1);
  }

  /** Whether the elements of a result's row are not neighbours, as is known. */
  private static boolean writesApart(Kernel k, Site site) {
    int inner = k.innermost();
    return site.extents().size() == k.rank()
        && inner >= 0
        && IntStream.range(k.inputs().size(), site.strides().size())
            .mapToObj(t -> site.strides().get(t).get(inner))
            .anyMatch(stride -> stride.orElse(1) != 1);
  }

  private static List<Kernel> kernels(
      Program program,
      Map<Integer, Set<Nest>> nests,
      Set<Integer> apart,
      Set<Integer> overlap,
      Map<Integer, Set<List<Integer>>> rowSteps,
      Set<Integer> plain,
      Map<Integer, SmallProduct> products) {
    int most = program.tuning().budgets().forms().nests();
    var kernels = new ArrayList<Kernel>();
    for (int i = 0; i < program.kernels().size(); i++) {
      List<Nest> chosen = nests.getOrDefault(i, Set.of()).stream().limit(most).toList();
      List<List<Integer>> steps = rowSteps.getOrDefault(i, Set.of()).stream().limit(most).toList();
      var schedule =
          new Schedule(
              chosen,
              apart.contains(i),
              overlap.contains(i),
              steps,
              !plain.contains(i),
              Optional.ofNullable(products.get(i)));
      kernels.add(program.kernels().get(i).scheduled(schedule));
    }
    return kernels;
  }
}
