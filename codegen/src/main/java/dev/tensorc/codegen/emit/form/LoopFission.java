package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.form.RowPiece.Read;
import dev.tensorc.codegen.emit.form.RowPiece.Source;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.ElementTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Loop fission: a long element-wise kernel as loops one after the other over a block of its row
 * that stays in the first cache. Each loop is a stage, a {@link RowPiece}.
 *
 * <p>Before: {@code out = s * cdf((log(s / k) + ...) / ...) - ...} in one loop of 208 operations.
 * After: five loops of 35 to 56 operations. The few values that later loops need lie in rows of the
 * thread's memory.
 *
 * <p>A processor looks some hundred instructions ahead. It overlaps several steps of a loop where a
 * step is shorter; in a longer step it waits for each operation of a chain (decision 35).
 *
 * @param all in order; the last one stores the results
 * @param buffers how many rows of the thread's memory the stages need
 */
public record LoopFission(List<Stage> all, int buffers) {

  /**
   * @param stored the numbers of the buffers that it fills; none for the last one
   */
  public record Stage(RowPiece piece, List<Integer> stored) {}

  /** The stages of a kernel, where there are several. */
  public static Optional<LoopFission> of(Kernel k) {
    return possible(k) ? new Cutter(k).cut().filter(s -> s.all().size() > 1) : Optional.empty();
  }

  private static boolean possible(Kernel k) {
    return k.reductions().isEmpty()
        && Vectorizable.operations(k.roots())
            > k.tuning().elements().stages().maxUndividedOperations()
        && !Vectorizable.knowsIndices(k)
        && !Vectorizable.usesBool(k)
        && StretchForms.open(k).isEmpty()
        && ExprNodes.of(k.roots()).stream()
            .noneMatch(e -> e instanceof Op op && op.span().isPresent());
  }

  /** The method of a stage beside the kernel's own. */
  public static String method(String kernel, int number) {
    return kernel + "Stage" + number;
  }

  /** Finds the cheapest places to cut the operations, in the order in which they are computed. */
  private static final class Cutter {

    private final Kernel k;
    private final DType lane;
    private final AlongRow row;
    private final List<Expr> order = new ArrayList<>();
    private final Map<Expr, Integer> places = new IdentityHashMap<>();
    private final List<int[]> operands = new ArrayList<>();
    private final int[] lastUse;
    private final List<BitSet> across;

    Cutter(Kernel k) {
      this.k = k;
      this.lane = Vectorizable.lane(k);
      this.row = new AlongRow(k);
      Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      k.roots().forEach(root -> visit(root, seen));
      this.lastUse = new int[order.size()];
      for (int at = 0; at < order.size(); at++) {
        for (int operand : operands.get(at)) {
          lastUse[operand] = at;
        }
      }
      places(k.roots()).forEach(root -> lastUse[root] = order.size());
      this.across = IntStream.range(0, order.size()).mapToObj(this::across).toList();
    }

    private void visit(Expr e, Set<Expr> seen) {
      if (seen.add(e)) {
        ExprNodes.children(e).forEach(c -> visit(c, seen));
        if (row.changes(e) && !(e instanceof Expr.Load) && !(e instanceof Expr.Named)) {
          places.put(e, order.size());
          order.add(e);
          operands.add(places(ExprNodes.children(e)).toArray());
        }
      }
    }

    /** Where those of some values are computed that are computed along the row. */
    private IntStream places(List<Expr> values) {
      return values.stream().map(Cutter::unnamed).filter(places::containsKey).mapToInt(places::get);
    }

    private static Expr unnamed(Expr e) {
      return e instanceof Expr.Named n ? unnamed(n.value()) : e;
    }

    /**
     * The values that a cut behind an operation hands over: those that later operations need, but
     * for those that one operation makes of others of them. Truths are made again.
     */
    private BitSet across(int cut) {
      var needed = new BitSet();
      for (int at = cut; at >= 0; at--) {
        if (lastUse[at] > cut || needed.get(at)) {
          needed.set(at);
          if (isTruth(at)) {
            IntStream.of(operands.get(at)).forEach(needed::set);
          }
        }
      }
      for (int at = needed.length() - 1; at >= 0; at = needed.previousSetBit(at - 1)) {
        boolean made = IntStream.of(operands.get(at)).allMatch(needed::get);
        if (isTruth(at) || (made && isCheap(order.get(at)))) {
          needed.clear(at);
        }
      }
      return needed;
    }

    private boolean isTruth(int at) {
      return order.get(at).type() == DType.BOOL;
    }

    private static boolean isCheap(Expr e) {
      return e instanceof Op op && op.op() != Expr.PrimOp.DIV && op.op() != Expr.PrimOp.SQRT;
    }

    private boolean mayCut(int at) {
      return across.get(at).stream().allMatch(value -> order.get(value).type() == lane);
    }

    Optional<LoopFission> cut() {
      ElementTuning.Stages tuning = k.tuning().elements().stages();
      int n = order.size();
      var cost = new long[n + 1];
      var before = new int[n + 1];
      for (int end = 1; end <= n; end++) {
        cost[end] = Long.MAX_VALUE;
        if (end < n && !mayCut(end - 1)) {
          continue;
        }
        for (int start = Math.max(0, end - tuning.searchedOperations()); start < end; start++) {
          if (cost[start] == Long.MAX_VALUE) {
            continue;
          }
          int length = end - start;
          long here =
              (long) tuning.stageOperations()
                  + length
                  + Math.max(0, length - tuning.overlappingOperations());
          if (end < n) {
            here += (long) tuning.valueOperations() * across.get(end - 1).cardinality();
          }
          if (cost[start] + here < cost[end]) {
            cost[end] = cost[start] + here;
            before[end] = start;
          }
        }
        if (cost[end] == Long.MAX_VALUE) {
          return Optional.empty(); // nowhere to cut
        }
      }
      var ends = new ArrayList<Integer>();
      for (int end = n; end > 0; end = before[end]) {
        ends.addFirst(end);
      }
      return stages(ends);
    }

    /** Buffers are free again where the value in them is not handed over any more. */
    private Optional<LoopFission> stages(List<Integer> ends) {
      var stages = new ArrayList<Stage>();
      Map<Expr, Read> known = new IdentityHashMap<>();
      int buffers = 0;
      for (int end : ends) {
        List<Expr> handed =
            end == order.size()
                ? List.of()
                : across.get(end - 1).stream().mapToObj(order::get).toList();
        List<Expr> roots =
            end == order.size()
                ? k.roots()
                : handed.stream().filter(e -> !known.containsKey(e)).toList();
        RowPiece piece = RowPiece.elements(k, roots, known);
        if (Vectorizable.lane(piece.kernel()) != lane) {
          return Optional.empty();
        }
        Set<Expr> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        needed.addAll(handed);
        known.keySet().removeIf(e -> !needed.contains(e));
        var stored = new ArrayList<Integer>();
        for (Expr e : handed) {
          if (!known.containsKey(e)) {
            Read free = free(known.values());
            known.put(e, free);
            stored.add(free.number());
            buffers = Math.max(buffers, free.number() + 1);
          }
        }
        stages.add(new Stage(piece, stored));
      }
      return Optional.of(new LoopFission(stages, buffers));
    }

    private static Read free(Collection<Read> taken) {
      Set<Read> all = Set.copyOf(taken);
      return IntStream.iterate(0, n -> n + 1)
          .mapToObj(n -> new Read(Source.BUFFER, n))
          .filter(read -> !all.contains(read))
          .findFirst()
          .orElseThrow();
    }
  }
}
