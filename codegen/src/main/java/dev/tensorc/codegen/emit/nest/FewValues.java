package dev.tensorc.codegen.emit.nest;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Combines the few values of a reduction, each a vector of results side by side. A sum over a last
 * axis, or a contraction in that order, is added as the virtual lanes' tree is; any other
 * contraction adds its products one after the other, and other reductions go chunk by chunk.
 */
final class FewValues {

  private FewValues() {}

  /**
   * Combines them.
   *
   * @param parts the vectors of the reduction's parts, no more than there are virtual lanes
   */
  static Local combined(
      Code code, Reduction r, VectorAccumulators accumulators, List<List<Local>> parts) {
    if (r.contraction().isPresent() && !r.contraction().get().inLanes()) {
      Local sum = accumulators.start(1).getFirst();
      parts.forEach(factors -> accumulators.feed(sum, factors, null));
      return sum;
    }
    List<Local> values = parts.stream().map(p -> accumulators.padded(p, null)).toList();
    if (!r.lastAxis() && r.contraction().isEmpty()) {
      return cascade(accumulators, values);
    }
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

  /** Chunks one after the other, and their sums in pairs, as a binary counter combines them. */
  private static Local cascade(VectorAccumulators accumulators, List<Local> values) {
    var open = new ArrayDeque<Local>();
    for (int from = 0, chunk = 1; from < values.size(); from += FloatSums.CHUNK, chunk++) {
      List<Local> sum = accumulators.start(1);
      for (Local v : values.subList(from, Math.min(from + FloatSums.CHUNK, values.size()))) {
        accumulators.combineWith(sum, List.of(v));
      }
      boolean isWhole = from + FloatSums.CHUNK <= values.size();
      for (int pairs = chunk; isWhole && pairs % 2 == 0; pairs /= 2) {
        Local earlier = open.pop();
        accumulators.combineWith(List.of(earlier), sum);
        sum = List.of(earlier);
      }
      open.push(sum.getFirst());
    }
    Local all = open.pop();
    while (!open.isEmpty()) {
      accumulators.combineWith(List.of(all), List.of(open.pop()));
    }
    return all;
  }
}
