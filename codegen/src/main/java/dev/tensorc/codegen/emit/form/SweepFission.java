package dev.tensorc.codegen.emit.form;

import dev.tensorc.codegen.emit.form.RowPiece.Read;
import dev.tensorc.codegen.emit.form.RowPiece.Source;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * The sweeps of a kernel over each row as kernels of their own over a block of rows (loop fission).
 *
 * <p>Before, for each row: {@code r = sum(x * x); out = x / sqrt(r)}. After, for a block of rows:
 * {@code sums[i] = sum(x[i, k] * x[i, k])} for all of them, then {@code out[i, k] = x[i, k] /
 * sqrt(sums[i])}. Lanes of many sums are added up together then. Kept values lie in the rows of
 * results, as {@link RowPasses} has them.
 */
public final class SweepFission {

  /**
   * @param kernel over rows and their elements
   * @param reads where its inputs come from; a buffer has the results of the reduction with its
   *     number
   * @param stores where its results go, in the same way
   */
  public record Stage(Kernel kernel, List<Read> reads, List<Read> stores) {

    public boolean reduces() {
      return !kernel.reductions().isEmpty();
    }
  }

  private final Kernel k;
  private final List<Stage> stages = new ArrayList<>();

  private SweepFission(Kernel k) {
    this.k = k;
  }

  /**
   * In order; none where the kernel has other results than along its rows, or where its rows cannot
   * be computed apart from each other.
   */
  public static List<Stage> of(Kernel k) {
    DType lane = Vectorizable.lane(k);
    boolean possible =
        (lane == DType.F32 || lane == DType.F64)
            && k.parallel() > 0
            && k.reducesRows()
            && !k.rounds()
            && StretchForms.open(k).isEmpty()
            && k.reductions().stream().allMatch(r -> isPlain(r, lane))
            && ExprNodes.of(k.roots()).stream().allMatch(SweepFission::isPlain);
    if (!possible) {
      return List.of();
    }
    var fission = new SweepFission(k);
    if (k.results().stream().allMatch(r -> r.alongRow() && r.value().type() == lane)) {
      fission.addAll();
    } else if (k.results().stream().noneMatch(Result::alongRow)) {
      fission.addLong();
    }
    return fission.stages;
  }

  private static boolean isPlain(Reduction r, DType lane) {
    return !r.finds() && r.value().type() == lane && r.goesInLanes();
  }

  /** Whether the expression is the same wherever a block of rows begins, and never throws. */
  private static boolean isPlain(Expr e) {
    return !(e instanceof Expr.Gathered)
        && !(e instanceof Expr.AxisIndex)
        && !(e instanceof Expr.Op op && op.span().isPresent());
  }

  private void addAll() {
    var passes = new RowPasses(k);
    for (RowPasses.Pass pass : passes.all()) {
      Map<Expr, Read> known = rows(pass.known());
      for (RowPasses.Kept kept : pass.kept()) {
        List<Read> stores = rows(List.of(kept.result()));
        stages.add(elements(List.of(kept.value()), stores, known));
        known.put(kept.value(), stores.getFirst());
      }
      stages.add(reductions(pass.reductions(), known));
    }
    if (!passes.last().isEmpty()) {
      stages.add(elements(passes.stored(), rows(passes.last()), rows(passes.keptBeforeLast())));
    }
  }

  /** Elements that are a method of their own, and then the results of their reductions. */
  private void addLong() {
    List<Expr> roots = k.reductions().stream().flatMap(r -> r.parts().stream()).toList();
    int most = k.tuning().rows().maxInlineOperations();
    if (new RowPasses(k).all().size() > 1 || RowPiece.of(k, roots, Map.of(), most).isEmpty()) {
      return;
    }
    Map<Expr, Read> known = new IdentityHashMap<>();
    var stored = new ArrayList<Expr>();
    for (Expr e : roots) {
      if (known.putIfAbsent(e, new Read(Source.ELEMENTS, stored.size())) == null) {
        stored.add(e);
      }
    }
    stages.add(elements(stored, stored.stream().map(known::get).toList(), Map.of()));
    PieceReads reads = reads(known, (_, _) -> Optional.empty());
    stages.add(
        stage(
            1,
            reads,
            k.reductions().stream().map(r -> r.ofRow(reads.of())).toList(),
            reads.results(k.results().stream().map(Result::value).toList()),
            rows(IntStream.range(0, k.results().size()).boxed().toList())));
  }

  private static List<Read> rows(List<Integer> results) {
    return results.stream().map(r -> new Read(Source.RESULT, r)).toList();
  }

  private static Map<Expr, Read> rows(Map<Expr, Integer> kept) {
    var rows = new IdentityHashMap<Expr, Read>();
    kept.forEach((e, result) -> rows.put(e, new Read(Source.RESULT, result)));
    return rows;
  }

  private Stage elements(List<Expr> roots, List<Read> stores, Map<Expr, Read> known) {
    PieceReads reads = ofBuffers(known);
    List<Result> results = reads.results(roots);
    return stage(2, reads, List.of(), results, stores);
  }

  private Stage reductions(List<Integer> numbers, Map<Expr, Read> known) {
    PieceReads reads = ofBuffers(known);
    var reductions = new ArrayList<Reduction>();
    var results = new ArrayList<Result>();
    for (int number : numbers) {
      Reduction r = k.reductions().get(number).ofRow(reads.of());
      results.add(new Result(new Expr.Reduced(reductions.size(), r.result()), false));
      reductions.add(r);
    }
    List<Read> stores = numbers.stream().map(r -> new Read(Source.BUFFER, r)).toList();
    return stage(1, reads, reductions, results, stores);
  }

  /** The reads of a stage; other stages have stored the results of reductions in buffers. */
  private PieceReads ofBuffers(Map<Expr, Read> known) {
    List<AxisUse> perRow = List.of(AxisUse.FULL, AxisUse.NONE);
    return reads(
        known,
        (reads, r) ->
            Optional.of(reads.load(new Read(Source.BUFFER, r.number()), r.type(), perRow)));
  }

  private PieceReads reads(
      Map<Expr, Read> known, BiFunction<PieceReads, Expr.Reduced, Optional<Expr>> reduced) {
    return new PieceReads(k, known, List.of(k.parallel() - 1, k.innermost()), reduced);
  }

  private Stage stage(
      int parallel,
      PieceReads reads,
      List<Reduction> reductions,
      List<Result> results,
      List<Read> stores) {
    var kernel = k.part(parallel, 2 - parallel, reads.inputs(), k.scalars(), reductions, results);
    return new Stage(kernel, List.copyOf(reads.reads()), stores);
  }
}
