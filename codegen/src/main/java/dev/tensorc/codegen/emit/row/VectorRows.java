package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.column.OverlappingRows;
import dev.tensorc.codegen.emit.column.SideBySide;
import dev.tensorc.codegen.emit.form.RowPasses;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.PointResults;
import dev.tensorc.codegen.emit.scalar.UnrolledReduction;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Emits reductions over the last axis: the reduced axes, collapsed into one, are the row. Each row
 * is swept once for all reductions that need nothing of each other, again for those that need their
 * results, and last for the results stored along it; after the first sweep it is in the cache.
 */
public final class VectorRows extends KernelBody {

  private final DType lane;
  private final RowTensors rows;
  private final List<Sweep> sweeps;
  private final PointResults results;
  private final List<Integer> stored;
  private final VectorBody last;
  private final Optional<RowPiece> piece;
  private final String holder;
  private final String name;
  private final String pieceMethod;
  private final Local n;
  private final KernelPrologue prologue;
  private final NarrowRows.Form form;

  private VectorRows(
      Kernel kernel,
      Code code,
      Holders holders,
      String name,
      String scalar,
      int firstSum,
      NarrowRows.Form form) {
    super(kernel, code);
    this.form = form;
    this.lane = Vectorizable.lane(kernel);
    this.rows = new RowTensors(code, kernel, lane);
    this.n = params.extents().get(kernel.innermost());
    this.holder = holders.vector();
    this.name = name;
    this.prologue = new KernelPrologue(kernel, code, params, holders, name, scalar);
    var passes = new RowPasses(kernel);
    List<RowPasses.Pass> all = isNarrow() ? passes.each() : passes.all();
    this.sweeps =
        IntStream.range(0, all.size())
            .mapToObj(
                number -> sweep(all.get(number), holders, RowPiece.method(name, number), firstSum))
            .toList();
    this.results = new PointResults(kernel, code, params.scalars());
    this.stored = passes.last();
    this.piece = passes.lastPiece(code.memory());
    this.pieceMethod = RowPiece.method(name, passes.all().size());
    this.last =
        new VectorBody(
            code,
            kernel,
            rows,
            piece.isPresent() ? List.of() : passes.stored(),
            passes.keptBeforeLast(),
            lane,
            params.scalars());
  }

  public static void emit(Kernel kernel, Code code, Holders holders, String name) {
    emit(kernel, code, holders, name, name);
  }

  /**
   * @param scalar the method of the scalar form
   */
  public static void emit(Kernel kernel, Code code, Holders holders, String name, String scalar) {
    new VectorRows(kernel, code, holders, name, scalar, 0, NarrowRows.Form.ANY).emit();
  }

  /**
   * The sum of a row: the kernel that calls it has run the checks before the loops.
   *
   * @param number of its reduction in that kernel
   */
  public static void emitSum(Kernel sum, Code code, Holders holders, String name, int number) {
    new VectorRows(sum, code, holders, name, name, number, NarrowRows.Form.ANY).loops();
  }

  /**
   * The same loops where vectors are narrow: {@link NarrowRows}.
   *
   * @param form of the kernel whose rows they are
   */
  public static void emitNarrow(
      Kernel kernel, Code code, Holders holders, String name, int number, NarrowRows.Form form) {
    new VectorRows(kernel, code, holders, name, name, number, form).loops();
  }

  private Sweep sweep(RowPasses.Pass pass, Holders holders, String method, int firstSum) {
    Kernel.Reduction first = kernel.reductions().get(pass.reductions().getFirst());
    if (first.finds()) {
      return new RowSearch(code, kernel, first, rows, params, holders, method);
    }
    int number = pass.reductions().getFirst();
    Optional<RowPiece> called =
        isNarrow()
            ? Optional.ofNullable(NarrowRows.sums(kernel, code.memory()).get(number))
            : CalledSweep.piece(kernel, pass, code.memory());
    return called.isPresent()
        ? new CalledSweep(
            code,
            kernel,
            number,
            called.get(),
            params,
            holder,
            isNarrow() ? NarrowRows.sumMethod(name, number) : method)
        : new RowSweep(code, kernel, pass, rows, params, holders, method, firstSum, form);
  }

  private void emit() {
    int inner = kernel.innermost();
    prologue.leaveIfEmpty(kernel.parallel());
    prologue.leaveRoundsToScalar();
    UnrolledReduction.fits(kernel, code.memory(), params).ifPresent(prologue::leaveToScalarIf);
    prologue.leaveWhereVectorsAreTooShort(lane);
    OverlappingRows.leave(prologue);
    NestGuard.leave(prologue);
    prologue.collapseInto(inner, kernel.parallel());
    if (kernel.reduced() > 1) {
      code.ifNot(isOneRow(), () -> leaveSpread());
    }
    code.ifNot(Code.isTrue(n), prologue::returnScalar);
    if (AcrossRows.possible(kernel, code.memory())) {
      AcrossRows.leave(prologue);
    }
    SideBySide.leaveSharedRows(prologue, n);
    if (SideBySide.takesNeighbours(kernel)) {
      SideBySide.leave(prologue);
    } else if (SideBySide.possible(kernel)) {
      code.ifThen(prologue.liesApart(inner), () -> SideBySide.leave(prologue));
    }
    if (kernel.reduced() == 1 && !MultiAxisReductions.pieces(kernel).isEmpty()) {
      code.ifThen(prologue.liesApart(inner), () -> MultiAxisReductions.leave(prologue));
    }
    if (sweeps.stream().anyMatch(Sweep::ordered)) {
      prologue.leaveToScalarIf(vectorsTooWide());
    }
    prologue.leaveToScalar(inner);
    FissionedSweeps.leave(prologue);
    RowGroups.leave(prologue);
    RowsInRegisters.leave(prologue);
    int least = RowSearch.leastElements(kernel);
    if (least > 1) {
      Local most = code.newInt(least);
      prologue.leaveToScalarIf(Code.less(n, most));
    }
    loops();
  }

  /** Holds where the reduced axes before the innermost are of size 1, or collapsed into it. */
  private BiConsumer<Code, Label> isOneRow() {
    return params.extents().subList(kernel.parallel(), kernel.innermost()).stream()
        .map(extent -> Code.intsEqual(extent, 1))
        .reduce(Code::and)
        .orElseThrow();
  }

  /** Hands over where the reduced axes are no one row. */
  private void leaveSpread() {
    if (SideBySide.possible(kernel)) {
      SideBySide.leave(prologue);
    }
    if (MultiAxisStrips.possible(kernel)) {
      MultiAxisStrips.leave(prologue);
    }
    if (!MultiAxisReductions.pieces(kernel).isEmpty()) {
      MultiAxisReductions.leave(prologue);
    }
    prologue.returnScalar();
  }

  private void loops() {
    if (!isNarrow()) {
      for (NarrowRows.Form narrow : NarrowRows.forms(kernel, code.memory())) {
        prologue.leaveIf(
            Code.and(NarrowRows.areAll(code, lane), NarrowRows.takes(narrow, kernel, n)),
            NarrowRows.method(name, narrow));
      }
    }
    rows.prologue(params.tensors());
    if (kernel.parallel() > 0 && !calls()) {
      rows.copyEnds(n);
    }
    sweeps.forEach(s -> s.prologue(params.tensors()));
    last.prologue(params.tensors());
    if (kernel.returns()) {
      List<Local> reduced = reduce(params.tensors(), rows.row(params.tensors()));
      results.push(0, params.tensors(), reduced);
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      nest.loops(kernel.parallel(), params.tensors(), this::point);
      code.op(Opcodes.RETURN);
    }
  }

  private boolean isNarrow() {
    return form != NarrowRows.Form.ANY;
  }

  /** A vector wider than a quarter of the virtual lanes. */
  private BiConsumer<Code, Label> vectorsTooWide() {
    return (c, no) ->
        c.pushInt(FloatSums.lanes(lane) / 4)
            .jumpIf(Opcodes.IFGE, () -> VectorTypes.pushLength(c, lane), no);
  }

  /** Whether elements are computed in other methods, which have the thread's scratch memory. */
  private boolean calls() {
    return piece.isPresent() || sweeps.stream().anyMatch(Sweep::calls);
  }

  private void point(List<Tensor> tensors) {
    List<RowTensor> row = rows.row(tensors);
    List<Local> reduced = reduce(tensors, row);
    results.store(tensors, reduced);
    storeAlongRow(tensors, row, reduced);
  }

  private void storeAlongRow(List<Tensor> tensors, List<RowTensor> row, List<Local> reduced) {
    if (piece.isPresent()) {
      call(piece.get(), tensors, reduced);
    } else if (!stored.isEmpty()) {
      Row values = last.row(tensors, row, reduced);
      VectorLoop.alongRow(code, lane, n, (i, tail) -> storeAlongRow(values, i, tail));
    }
  }

  /** Stores the results along the row in a method of its own. */
  private void call(RowPiece all, List<Tensor> tensors, List<Local> reduced) {
    Local begin = code.newInt(0);
    List<RowPiece.Place> outputs =
        stored.stream()
            .map(k -> RowPiece.along(code, tensors.get(kernel.inputs().size() + k), begin))
            .toList();
    var places = RowPiece.along(code, kernel, tensors, begin);
    all.call(code, holder, pieceMethod, outputs, places, n, params.scalars(), reduced);
  }

  /** Each reduction's result for the row, as scalars. */
  private List<Local> reduce(List<Tensor> tensors, List<RowTensor> row) {
    List<Local> reduced =
        kernel.reductions().stream().map(r -> code.newLocal(JvmTypes.scalar(r.result()))).toList();
    sweeps.forEach(sweep -> sweep.emit(tensors, row, reduced));
    return reduced;
  }

  private void storeAlongRow(Row row, Local i, @Nullable Local tail) {
    List<Expr> roots =
        stored.stream().map(k -> kernel.results().get(k).value()).collect(Collectors.toList());
    List<Local> values = last.values(row, roots, i, tail);
    for (int k = 0; k < stored.size(); k++) {
      RowTensor out = row.tensors().get(kernel.inputs().size() + stored.get(k));
      rows.store(out, values.get(k), i, tail);
    }
  }
}
