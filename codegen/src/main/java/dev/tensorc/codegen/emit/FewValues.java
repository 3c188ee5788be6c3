package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.Builtin;
import java.util.ArrayList;
import java.util.List;

/**
 * Combines the few values of a reduction over a last axis, each a vector of results side by side,
 * as the virtual lanes' tree does.
 */
final class FewValues {

  private FewValues() {}

  /**
   * Combines them.
   *
   * @param values no more than there are virtual lanes
   */
  static Local combined(
      Code code, Reduction r, VectorAccumulators accumulators, List<Local> values) {
    var leaves = new ArrayList<Local>();
    values.forEach(v -> leaves.add(code.newLocal(v.type(), () -> code.load(v))));
    int width = Integer.highestOneBit(2 * leaves.size() - 1);
    for (int half = width / 2; half > 0; half /= 2) {
      int others =
          Math.min(leaves.size(), 2 * half) - half; // leaves that have another half the width on
      accumulators.combineWith(leaves.subList(0, others), leaves.subList(half, half + others));
    }
    Local all = leaves.getFirst();
    if (r.op() == Builtin.SUM) {
      // each virtual lane starts from 0.0, which ends -0.0
      accumulators.combineWith(List.of(all), accumulators.start(1));
    }
    return all;
  }
}
