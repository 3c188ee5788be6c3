package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.Schedule;
import dev.tensorc.codegen.loop.Schedule.Tiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Gives each kernel the nests that its calls make likely: those whose strides and extents hold
 * where tensors are row-major. Tells of each whether a call has rows whose elements lie apart.
 */
public final class Scheduler {

  private Scheduler() {}

  public static Program schedule(Program program) {
    Map<Integer, List<Site>> sites =
        program.plans().stream()
            .flatMap(plan -> Sites.of(plan).stream())
            .collect(Collectors.groupingBy(Site::kernel));
    program.narrowed().forEach((wide, n) -> sites.put(n.kernel(), of(wide, sites)));
    List<Kernel> kernels =
        IntStream.range(0, program.kernels().size())
            .mapToObj(i -> schedule(program.kernels().get(i), of(i, sites)))
            .toList();
    return program.withKernels(kernels);
  }

  private static List<Site> of(int kernel, Map<Integer, List<Site>> sites) {
    return sites.getOrDefault(kernel, List.of());
  }

  /** A kernel with the loops that its calls make likely. */
  public static Kernel schedule(Kernel k, List<Site> sites) {
    int most = k.tuning().budgets().forms().nests();
    return k.scheduled(
        new Schedule(
            distinct(sites.stream().flatMap(s -> Choice.of(k, s).stream()), most),
            sites.stream().anyMatch(s -> liesApart(k, s)),
            sites.stream().anyMatch(s -> overlaps(k, s)),
            distinct(
                sites.stream()
                    .filter(s -> liesApart(k, s))
                    .flatMap(s -> Choice.rowSteps(k, s).stream()),
                most),
            sites.stream().allMatch(s -> writesApart(k, s)),
            sites.stream().flatMap(s -> SmallProducts.of(k, s).stream()).findFirst(),
            sites.stream().flatMap(s -> FewPoints.of(k, s).stream()).findFirst(),
            distinct(sites.stream().flatMap(s -> Choice.shortRows(k, s).stream()), most),
            tiled(k, sites, most)));
  }

  /** The tiles of each axis, as the first call has them. */
  private static List<Tiles> tiled(Kernel k, List<Site> sites, int most) {
    var tiles = new LinkedHashMap<Integer, Tiles>();
    sites.stream()
        .flatMap(s -> TiledAxes.of(k, s).stream())
        .forEach(t -> tiles.putIfAbsent(t.axis(), t));
    return tiles.values().stream().limit(most).toList();
  }

  private static <T> List<T> distinct(Stream<T> all, int most) {
    return all.distinct().limit(most).toList();
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
}
