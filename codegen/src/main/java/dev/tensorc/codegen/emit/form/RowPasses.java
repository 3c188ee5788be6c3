package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.RowTuning;
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
 * In how many sweeps a kernel goes over its row, and which values a sweep keeps for later ones.
 *
 * <p>Before: {@code max(x); sum(exp(x - r0)); out = exp(x - r0) / r1}. After: three sweeps; the
 * second keeps {@code exp(x - r0)} in the row of {@code out}, where the third reads it.
 *
 * <p>A cheap value is computed again. An output that a kernel stores along a row shares no memory
 * with anything it reads, so its row is free until the last sweep.
 */
public final class RowPasses {

  /**
   * @param reductions their numbers
   * @param kept the values stored in this sweep
   * @param known the values kept by earlier sweeps
   */
  public record Pass(List<Integer> reductions, List<Kept> kept, Map<Expr, Integer> known) {}

  /**
   * @param result the number of the result in whose row the value lies
   */
  public record Kept(Expr value, int result) {}

  private final Kernel kernel;
  private final List<Pass> passes = new ArrayList<>();
  private final List<Integer> last = new ArrayList<>();
  private final Map<Expr, Integer> kept = new IdentityHashMap<>();
  private final AlongRow row;

  public RowPasses(Kernel kernel) {
    this.kernel = kernel;
    this.row = new AlongRow(kernel);
    var depths = new ArrayList<Integer>();
    for (Kernel.Reduction r : kernel.reductions()) {
      int depth = 0;
      for (int used : reductionsIn(r.parts())) {
        depth = Math.max(depth, depths.get(used) + 1);
      }
      depths.add(depth);
    }
    keep(depths);
  }

  /** The sweeps that reduce. */
  public List<Pass> all() {
    return passes;
  }

  /** The same sweeps, each reduction in a sweep of its own. */
  public List<Pass> each() {
    return passes.stream()
        .flatMap(
            pass ->
                pass.reductions().stream()
                    .map(number -> new Pass(List.of(number), pass.kept(), pass.known())))
        .toList();
  }

  /**
   * The numbers of the results that are stored along the row in a sweep of their own, for they need
   * the results of all others; else they are kept in the last one that reduces.
   */
  public List<Integer> last() {
    return last;
  }

  /** The values of the last results. */
  public List<Expr> stored() {
    return last.stream().map(result -> kernel.results().get(result).value()).toList();
  }

  /**
   * The results stored along the row as a method of their own, where they are long; over native
   * memory, where HotSpot's first compiler gives up on fewer reads, where they compute anything.
   */
  public Optional<RowPiece> lastPiece(Memory memory) {
    RowTuning tuning = kernel.tuning().rows();
    int most =
        memory == Memory.ARRAYS ? tuning.maxInlineOperations() : tuning.maxInlineNativeOperations();
    return RowPiece.of(kernel, stored(), kept, most);
  }

  /** The values that all sweeps have kept. */
  public Map<Expr, Integer> keptBeforeLast() {
    return kept;
  }

  /** How many operations are done for each element, and not once for each row. */
  public long operationsAlongRow() {
    return kernel.innermost() < 0
        ? 0
        : ExprNodes.of(kernel.roots()).stream()
            .filter(e -> e instanceof Expr.Op && row.changes(e))
            .count();
  }

  private static Set<Integer> reductionsIn(List<Expr> roots) {
    var found = new HashSet<Integer>();
    for (Expr e : ExprNodes.of(roots)) {
      if (e instanceof Expr.Reduced r) {
        found.add(r.number());
      }
    }
    return found;
  }

  private void keep(List<Integer> depths) {
    int count = depths.stream().mapToInt(d -> d + 1).max().orElse(0);
    List<Kept> early = storedEarly(depths, count - 1);
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
      } else if (depth == count - 1) {
        early.forEach(e -> roots.add(e.value()));
      }
      keptIn.add(new ArrayList<>());
      Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      roots.forEach(root -> find(root, computed, keptIn, seen));
      computed.add(ExprNodes.of(roots));
      numbers.add(mine);
    }
    if (count > 0) {
      keptIn.get(count - 1).addAll(early);
    }
    Map<Expr, Integer> known = new IdentityHashMap<>();
    for (int depth = 0; depth < count; depth++) {
      passes.add(new Pass(numbers.get(depth), keptIn.get(depth), new IdentityHashMap<>(known)));
      keptIn.get(depth).forEach(k -> known.put(k.value(), k.result()));
    }
  }

  /**
   * All values that are stored along the row, where the last sweep that reduces has their operands;
   * else they have a sweep of its own.
   */
  private List<Kept> storedEarly(List<Integer> depths, int lastDepth) {
    DType lane = Vectorizable.lane(kernel);
    var stored = new ArrayList<Kept>();
    boolean possible = lastDepth >= 0;
    for (int k = 0; k < kernel.results().size(); k++) {
      Kernel.Result r = kernel.results().get(k);
      if (r.alongRow()) {
        stored.add(new Kept(r.value(), k));
        possible &= r.value().type() == lane;
        possible &=
            reductionsIn(List.of(r.value())).stream().allMatch(n -> depths.get(n) < lastDepth);
      }
    }
    for (int n = 0; n < depths.size(); n++) {
      possible &= depths.get(n) < lastDepth || !kernel.reductions().get(n).finds();
    }
    if (possible) {
      return stored;
    }
    stored.forEach(s -> last.add(s.result()));
    return List.of();
  }

  /** Keeps the outermost values that an earlier sweep has computed, as far as there is room. */
  private void find(Expr e, List<Set<Expr>> computed, List<List<Kept>> keptIn, Set<Expr> seen) {
    if (!seen.add(e) || kept.containsKey(e) || !row.changes(e)) {
      return;
    }
    for (int depth = 0; depth < computed.size(); depth++) {
      if (computed.get(depth).contains(e)
          && Vectorizable.operations(e) >= kernel.tuning().rows().minKeptOperations()) {
        int result = freeRow(e.type());
        if (result >= 0) {
          kept.put(e, result);
          keptIn.get(depth).add(new Kept(e, result));
          return;
        }
      }
    }
    ExprNodes.children(e).forEach(c -> find(c, computed, keptIn, seen));
  }

  private int freeRow(DType dtype) {
    for (int k = 0; k < kernel.results().size(); k++) {
      Kernel.Result r = kernel.results().get(k);
      if (r.alongRow() && r.value().type() == dtype && !kept.containsValue(k)) {
        return k;
      }
    }
    return -1;
  }
}
