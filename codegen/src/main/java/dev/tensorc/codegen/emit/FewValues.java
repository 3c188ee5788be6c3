package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.Builtin;
import java.util.ArrayList;
import java.util.List;

/**
 * Combines the few values of a reduction, each a vector of results side by side, in the order of
 * sums: over a last axis the virtual lanes' tree, else one after the other.
 */
final class FewValues {

  private final Code code;
  private final Reduction reduction;
  private final VectorAccumulators accumulators;

  FewValues(Code code, Reduction reduction, VectorAccumulators accumulators) {
    this.code = code;
    this.reduction = reduction;
    this.accumulators = accumulators;
  }

  /**
   * @param values no more than the 16 that are added one after the other
   */
  Local combined(List<Local> values) {
    boolean tree = reduction.lastAxis() || !FloatSums.orders(reduction);
    Local all = tree ? tree(copies(values)) : inTurn(values);
    if (tree && reduction.op() == Builtin.SUM) {
      // each virtual lane starts from 0.0, which ends -0.0
      accumulators.feed(all, accumulators.start(1), null);
    }
    return all;
  }

  private List<Local> copies(List<Local> values) {
    var copies = new ArrayList<Local>();
    for (Local v : values) {
      copies.add(code.newLocal(v.type(), () -> code.load(v)));
    }
    return copies;
  }

  /** Leaf {@code l} and leaf {@code l + width / 2}, as far as there are such, and so on. */
  private Local tree(List<Local> leaves) {
    int width = Math.max(1, Integer.highestOneBit(2 * leaves.size() - 1));
    for (int half = width / 2; half > 0; half /= 2) {
      for (int leaf = 0; leaf < half; leaf++) {
        if (leaf + half < Math.min(leaves.size(), 2 * half)) {
          accumulators.feed(leaves.get(leaf), List.of(leaves.get(leaf + half)), null);
        }
      }
    }
    return leaves.getFirst();
  }

  private Local inTurn(List<Local> values) {
    Local all = accumulators.start(1).getFirst();
    values.forEach(v -> accumulators.feed(all, List.of(v), null));
    return all;
  }
}
