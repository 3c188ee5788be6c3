package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.Optional;

/**
 * Finds calls that reduce few points: the vector forms take longer to begin and to end than these.
 */
final class FewPoints {

  private FewPoints() {}

  /** The extents of such a call. */
  static Optional<List<Integer>> of(Kernel k, Site site) {
    return isCombined(k)
            && site.extents().size() == k.rank()
            && isSmall(k, site)
            && Choice.of(k, site).isEmpty()
        ? Optional.of(extents(site))
        : Optional.empty();
  }

  /** Whether values are combined that are computed one after the other. */
  private static boolean isCombined(Kernel k) {
    return !k.reductions().isEmpty()
        && !k.rounds()
        && k.contraction().isEmpty()
        && k.reductions().stream().noneMatch(Reduction::finds)
        && Vectorizable.obstacle(k).isEmpty();
  }

  private static boolean isSmall(Kernel k, Site site) {
    long reduced = points(site, k.parallel());
    long operations = Vectorizable.operations(k.roots()) + k.reductions().size();
    return reduced > 0
        && reduced <= FloatSums.CHUNK
        && reduced * operations <= k.tuning().budgets().forms().nestOperations()
        && points(site, 0) > 0
        && points(site, 0) <= k.tuning().rows().maxScalarPoints();
  }

  /** How many points the axes from one on have together; 0 where that is not known. */
  private static long points(Site site, int from) {
    long points = 1;
    for (Dim extent : site.extents().subList(from, site.extents().size())) {
      long n = extent instanceof Dim.Const c && c.value() <= Short.MAX_VALUE ? c.value() : 0;
      points = Math.min(points * n, Short.MAX_VALUE);
    }
    return points;
  }

  private static List<Integer> extents(Site site) {
    return site.extents().stream().map(extent -> (int) ((Dim.Const) extent).value()).toList();
  }
}
