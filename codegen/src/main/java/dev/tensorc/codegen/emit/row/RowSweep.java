package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPasses.Pass;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A sweep in the method of its kernel, with the values kept for later ones. Where the order of
 * float sums counts it goes chunk by chunk.
 */
final class RowSweep extends KernelBody implements Sweep {

  /** A reduction, its accumulators' code, and where its chunks go if its order counts. */
  record Running(Reduction reduction, VectorAccumulators vectors, @Nullable FloatSums sums) {

    boolean ordered() {
      return sums != null;
    }

    FloatSums sum() {
      return Objects.requireNonNull(sums);
    }

    /** The mask over the lanes of the reduced values. */
    Local lanes(Code code, DType lane, Local mask) {
      return VectorTypes.mask(code, mask, reduction.value().type(), lane);
    }
  }

  private final Pass pass;
  private final RowTensors rows;
  private final Local n;
  private final DType lane;
  private final VectorBody body;
  private final List<Running> running = new ArrayList<>();
  private final List<Expr> roots;
  private final String holder;
  private final String method;
  private final Optional<RowPiece> piece;
  private final List<Integer> walked;
  private final Steps steps;
  private final RowChunks chunks;
  private List<RowTensor> buffers = List.of();

  /**
   * @param method of its piece, if it has one
   * @param firstSum the number of the thread's sum that a kernel's first reduction takes
   * @param form for which vectors and rows the method is
   */
  RowSweep(
      Code code,
      Kernel kernel,
      Pass pass,
      RowTensors rows,
      Params params,
      Holders holders,
      String method,
      int firstSum,
      NarrowRows.Form form) {
    super(kernel, code, params);
    this.pass = pass;
    this.rows = rows;
    this.holder = holders.vector();
    this.method = method;
    this.n = params.extents().get(kernel.innermost());
    this.lane = Vectorizable.lane(kernel);
    List<Reduction> reductions = Sweep.reductions(kernel, pass);
    for (int k = 0; k < reductions.size(); k++) {
      Reduction r = reductions.get(k);
      int sum = firstSum + pass.reductions().get(k); // other sweeps' are open too
      FloatSums sums = FloatSums.orders(r) ? new FloatSums(code, r, sum) : null;
      running.add(new Running(r, new VectorAccumulators(code, r), sums));
    }
    this.roots = roots(kernel, pass);
    this.piece = piece(kernel, pass);
    this.body =
        new VectorBody(
            code,
            kernel,
            rows,
            piece.isPresent() ? List.of() : roots,
            pass.known(),
            lane,
            params.scalars());
    boolean alone = kernel.reductions().size() == 1 && pass.kept().isEmpty();
    boolean arrays = code.memory() == Memory.ARRAYS;
    this.walked = arrays ? List.of() : walked(kernel, pass, roots);
    boolean isNarrow = form != NarrowRows.Form.ANY && FloatSums.orders(reductions.getFirst());
    this.steps = new Steps(code, lane, isNarrow ? VectorAccumulators.NARROW : count(reductions));
    this.chunks =
        new RowChunks(
            code,
            lane,
            running,
            steps,
            holders.constants(),
            alone,
            isNarrow && form == NarrowRows.Form.ONE_CHUNK,
            kernel.tuning().budgets().sums().combinedSums());
  }

  private int count(List<Reduction> reductions) {
    int count =
        piece.isPresent()
            ? VectorAccumulators.countOfShort(reductions.size(), kernel)
            : VectorAccumulators.count(reductions, kernel);
    Budgets.Sums most = kernel.tuning().budgets().sums();
    boolean halve = code.memory() == Memory.SEGMENTS && reductions.size() > most.combinedSums();
    return halve ? Math.min(count, most.nativeAccumulators()) : count;
  }

  /**
   * The numbers of the tensors that are walked in parts, inputs first: the only one that is read,
   * or, in a method of one row, a few and the kept values. Of more, parts would be more code than
   * HotSpot's first compiler has registers for.
   */
  private static List<Integer> walked(Kernel kernel, Pass pass, List<Expr> roots) {
    int inputs = kernel.inputs().size();
    var read = new TreeSet<Integer>();
    for (Expr e : ExprNodes.of(roots)) {
      if (e instanceof Expr.Load load) {
        read.add(load.input());
      }
    }
    List<AxisUse> uses =
        read.stream().map(r -> kernel.inputs().get(r).axes().get(kernel.innermost())).toList();
    int most = kernel.tuning().budgets().sums().nativeOperands();
    boolean few = pass.kept().isEmpty() ? read.size() == 1 : isAll(kernel) && read.size() <= most;
    if (!few || uses.contains(AxisUse.OPEN)) {
      return List.of();
    }
    var walked = new TreeSet<Integer>();
    read.forEach(
        r -> {
          if (kernel.inputs().get(r).axes().get(kernel.innermost()) == AxisUse.FULL) {
            walked.add(r);
          }
        });
    pass.kept().forEach(k -> walked.add(inputs + k.result()));
    return List.copyOf(walked);
  }

  /** Whether its method has but one row. */
  private static boolean isAll(Kernel kernel) {
    return kernel.parallel() == 0;
  }

  /** The reduced values, part by part, and the kept ones. */
  private static List<Expr> roots(Kernel kernel, Pass pass) {
    var roots = new ArrayList<Expr>();
    Sweep.reductions(kernel, pass).forEach(r -> roots.addAll(r.parts()));
    pass.kept().forEach(k -> roots.add(k.value()));
    return roots;
  }

  /** The elements of a sweep as a method of their own, where they can wait to be added. */
  static Optional<RowPiece> piece(Kernel kernel, Pass pass) {
    return ChunkBuffer.holds(Sweep.reductions(kernel, pass))
        ? RowPiece.of(
            kernel, roots(kernel, pass), pass.known(), kernel.tuning().rows().maxInlineOperations())
        : Optional.empty();
  }

  @Override
  public boolean ordered() {
    return running.stream().anyMatch(Running::ordered);
  }

  @Override
  public boolean calls() {
    return piece.isPresent();
  }

  @Override
  public void prologue(List<Tensor> tensors) {
    body.prologue(tensors);
    if (ordered()) {
      chunks.prologue(n);
    }
    if (piece.isPresent()) {
      buffers = ChunkBuffer.prologue(code, running.size(), lane);
    }
  }

  @Override
  public void emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced) {
    Row row = body.row(tensors, tensorRows, reduced);
    List<List<Local>> accs = running.stream().map(this::accumulators).toList();
    List<Local> mine = pass.reductions().stream().map(reduced::get).toList();
    if (ordered()) {
      ChunkLanes.Source source =
          piece.isPresent() ? buffer(piece.get(), tensors, reduced) : new Elements(row);
      chunks.emit(accs, n, source, mine);
    } else {
      anyOrder(row, accs);
    }
    for (int k = 0; k < running.size(); k++) {
      Running r = running.get(k);
      if (!r.ordered()) {
        List<Local> its = accs.get(k);
        code.assign(mine.get(k), () -> r.vectors().pushCombined(its));
      }
    }
  }

  /** The accumulators of sums are started chunk by chunk. */
  private List<Local> accumulators(Running r) {
    return r.ordered() ? r.vectors().declared(steps.count()) : r.vectors().start(steps.count());
  }

  private ChunkBuffer buffer(RowPiece elements, List<Tensor> tensors, List<Local> reduced) {
    return new ChunkBuffer(
        code,
        lane,
        running,
        rows,
        buffers,
        (i, length) -> {
          var stored = new ArrayList<RowPiece.Place>();
          buffers.forEach(b -> stored.add(b.place(code)));
          for (RowPasses.Kept kept : pass.kept()) {
            Tensor out = tensors.get(kernel.inputs().size() + kept.result());
            stored.add(RowPiece.along(code, out, i));
          }
          var places = RowPiece.along(code, kernel, tensors, i);
          elements.call(code, holder, method, stored, places, length, params.scalars(), reduced);
        });
  }

  /** The elements as they are computed. */
  private final class Elements implements ChunkLanes.Source {

    private final Row row;

    Elements(Row row) {
      this.row = row;
    }

    @Override
    public ChunkLanes.Window open(Local i, Local end) {
      return new ChunkLanes.Window(i, end);
    }

    @Override
    public boolean hasParts() {
      return !walked.isEmpty();
    }

    @Override
    public ChunkLanes.Part part(Local from, int elements) {
      if (walked.isEmpty()) {
        return ChunkLanes.Source.super.part(from, elements);
      }
      var tensors = new ArrayList<>(row.tensors());
      walked.forEach(k -> tensors.set(k, rows.part(tensors.get(k), from, elements)));
      return new ChunkLanes.Part(new Elements(new Row(tensors, row.known())), code.newInt(0));
    }

    @Override
    public void emit(List<Local> accs, Local at, @Nullable Local mask) {
      feed(row, accs, at, mask);
    }

    @Override
    public boolean fillsLanes() {
      return false;
    }
  }

  /** The vectors at an index that the reductions take in, after the kept values are stored. */
  private List<Local> values(Row row, Local at, @Nullable Local mask) {
    List<Local> values = body.values(row, roots, at, mask);
    int next = values.size() - pass.kept().size();
    for (RowPasses.Kept kept : pass.kept()) {
      RowTensor out = row.tensors().get(kernel.inputs().size() + kept.result());
      rows.store(out, values.get(next++), at, mask);
    }
    return values;
  }

  /**
   * Takes in one vector of the row.
   *
   * @param accs an accumulator of each reduction
   */
  private void feed(Row row, List<Local> accs, Local at, @Nullable Local mask) {
    code.scope(
        () -> {
          List<Local> values = values(row, at, mask);
          int next = 0;
          for (int k = 0; k < running.size(); k++) {
            Running r = running.get(k);
            int parts = r.reduction().parts().size();
            Local lanes = mask == null ? null : r.lanes(code, lane, mask);
            r.vectors().feed(accs.get(k), values.subList(next, next + parts), lanes);
            next += parts;
          }
        });
  }

  private void anyOrder(Row row, List<List<Local>> accs) {
    Local i = code.newInt(0);
    steps.all((a, at, mask) -> feed(row, a, at, mask), accs, i, n);
  }
}
