package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Accesses;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Kernels over unranked values. Such a value has as many axes as there may be, but its kernel loops
 * over few: at run time {@code Collapse} merges neighbouring axes and goes round the others. So a
 * kernel's axis is no axis of the program any more, and any operand may stretch along it.
 */
final class Collapsed {

  /** The most axes of a kind that a kernel loops over itself: as {@code Collapse.NEST}. */
  static final int NEST = 3;

  private Collapsed() {}

  /** Whether the kernel of that root loops over merged axes. */
  static boolean is(Value root, TensorIr.@Nullable Fold fold) {
    return root.isUnranked()
        || (fold instanceof TensorIr.Reduce reduce && reduce.operand().isUnranked());
  }

  /** How many axes a kernel has for so many axes of the program. */
  static int nest(int axes) {
    return Math.min(NEST, axes);
  }

  /** How a tensor follows the kernel's axes. */
  static List<AxisUse> uses(Access access, int parallel, int reduced) {
    List<AxisUse> all = Accesses.uses(access, parallel + reduced);
    var uses = new ArrayList<>(group(all.subList(0, parallel)));
    uses.addAll(group(all.subList(parallel, parallel + reduced)));
    return uses;
  }

  private static List<AxisUse> group(List<AxisUse> uses) {
    int nest = nest(uses.size());
    boolean none = uses.stream().allMatch(u -> u == AxisUse.NONE);
    boolean full = uses.stream().allMatch(u -> u == AxisUse.FULL);
    if (none || full || nest == 0) {
      return Collections.nCopies(nest, none ? AxisUse.NONE : AxisUse.FULL);
    }
    var group = new ArrayList<>(Collections.nCopies(nest, AxisUse.FULL));
    group.set(nest - 1, AxisUse.OPEN);
    return group;
  }
}
