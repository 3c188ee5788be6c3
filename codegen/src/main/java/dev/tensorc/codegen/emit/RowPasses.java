package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Expr;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * In how many sweeps a kernel goes over its row, and what a sweep keeps for later ones.
 *
 * <p>Before: {@code max(x); sum(exp(x - r0)); out = exp(x - r0) / r1}. After: three sweeps; the
 * second keeps {@code exp(x - r0)} in the row of {@code out}, where the third reads it.
 *
 * <p>What is cheap is computed again. An output that a kernel stores along a row shares no memory
 * with anything it reads, so its row is free until the last sweep.
 */
final class RowPasses {

  /** What takes fewer operations is computed again rather than kept. */
  private static final int HEAVY = 8;

  /**
   * @param reductions their numbers
   * @param kept what is stored in this sweep
   * @param known what earlier sweeps have kept
   */
  record Pass(List<Integer> reductions, List<Kept> kept, Map<Expr, Integer> known) {}

  /**
   * @param result the number of the result in whose row the value lies
   */
  record Kept(Expr value, int result) {}

  private final Kernel kernel;
  private final List<Pass> passes = new ArrayList<>();
  private final Map<Expr, Integer> kept = new IdentityHashMap<>();
  private final Map<Expr, Boolean> changing = new IdentityHashMap<>();

  RowPasses(Kernel kernel) {
    this.kernel = kernel;
    var depths = new ArrayList<Integer>();
    for (LoopIr.Reduction r : kernel.reductions()) {
      int depth = 0;
      for (int used : reductionsIn(r.parts())) {
        depth = Math.max(depth, depths.get(used) + 1);
      }
      depths.add(depth);
    }
    keep(depths);
  }

  /** The sweeps that reduce; what is stored along the row has one more. */
  List<Pass> all() {
    return passes;
  }

  /** The values that are stored along the row. */
  List<Expr> stored() {
    return kernel.results().stream()
        .filter(LoopIr.Result::alongRow)
        .map(LoopIr.Result::value)
        .toList();
  }

  /**
   * What is stored along the row as a method of its own, where it is long; over native memory,
   * where HotSpot's first compiler gives up on fewer reads, where it computes anything.
   */
  Optional<RowPiece> lastPiece(Memory memory) {
    return RowPiece.of(kernel, stored(), kept, memory == Memory.ARRAYS ? RowPiece.SHORT : 1);
  }

  /** What all sweeps have kept. */
  Map<Expr, Integer> keptBeforeLast() {
    return kept;
  }

  /** How many operations are done for each element, and not once for each row. */
  long operationsAlongRow() {
    return kernel.innermost() < 0
        ? 0
        : Vectorizable.nodes(kernel.roots()).stream()
            .filter(e -> e instanceof LoopIr.Op && changes(e))
            .count();
  }

  private static Set<Integer> reductionsIn(List<Expr> roots) {
    var found = new HashSet<Integer>();
    for (Expr e : Vectorizable.nodes(roots)) {
      if (e instanceof LoopIr.Reduced r) {
        found.add(r.number());
      }
    }
    return found;
  }

  private void keep(List<Integer> depths) {
    int count = depths.stream().mapToInt(d -> d + 1).max().orElse(0);
    var computed = new ArrayList<Set<Expr>>();
    var keptIn = new ArrayList<List<Kept>>();
    var numbers = new ArrayList<List<Integer>>();
    for (int depth = 0; depth <= count; depth++) {
      List<Integer> mine = new ArrayList<>();
      List<Expr> roots = new ArrayList<>();
      for (int r = 0; r < depths.size(); r++) {
        if (depths.get(r) == depth) {
          mine.add(r);
          roots.addAll(kernel.reductions().get(r).parts());
        }
      }
      if (depth == count) {
        roots.addAll(stored());
      }
      keptIn.add(new ArrayList<>());
      Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      roots.forEach(root -> find(root, computed, keptIn, seen));
      computed.add(Vectorizable.nodes(roots));
      numbers.add(mine);
    }
    Map<Expr, Integer> known = new IdentityHashMap<>();
    for (int depth = 0; depth < count; depth++) {
      passes.add(new Pass(numbers.get(depth), keptIn.get(depth), new IdentityHashMap<>(known)));
      keptIn.get(depth).forEach(k -> known.put(k.value(), k.result()));
    }
  }

  /** Keeps the outermost values that an earlier sweep has computed, as far as there is room. */
  private void find(Expr e, List<Set<Expr>> computed, List<List<Kept>> keptIn, Set<Expr> seen) {
    if (!seen.add(e) || kept.containsKey(e) || !changes(e)) {
      return;
    }
    for (int depth = 0; depth < computed.size(); depth++) {
      if (computed.get(depth).contains(e) && Vectorizable.operations(e) >= HEAVY) {
        int row = freeRow(e.type());
        if (row >= 0) {
          kept.put(e, row);
          keptIn.get(depth).add(new Kept(e, row));
          return;
        }
      }
    }
    ScalarEmitter.children(e).forEach(c -> find(c, computed, keptIn, seen));
  }

  private int freeRow(DType dtype) {
    for (int k = 0; k < kernel.results().size(); k++) {
      LoopIr.Result r = kernel.results().get(k);
      if (r.alongRow() && r.value().type() == dtype && !kept.containsValue(k)) {
        return k;
      }
    }
    return -1;
  }

  private boolean changes(Expr e) {
    Boolean known = changing.get(e);
    if (known == null) {
      known =
          e instanceof LoopIr.Load load
              ? kernel.inputs().get(load.input()).axes().get(kernel.innermost()) != AxisUse.NONE
              : ScalarEmitter.children(e).stream().anyMatch(this::changes);
      changing.put(e, known);
    }
    return known;
  }
}
