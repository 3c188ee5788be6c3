package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.KnownRows;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.column.VectorColumns;
import dev.tensorc.codegen.emit.form.LoopFission;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.StretchForms;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.nest.NestEmitter;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.row.VectorRows;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Emits an element-wise kernel with a vectorised innermost loop: empty spaces leave at once, axes
 * that compose in every tensor are collapsed, strides that the vector loop cannot walk go to the
 * scalar kernel, and each row is a main loop and one step for its tail, under a mask or, where the
 * row is long enough, over the last whole vector.
 */
public final class VectorKernel extends KernelBody {

  private final Holders holders;
  private final String name;
  private final int inner;
  private final DType lane;
  private final boolean sliced;
  private final RowTensors rows;
  private final VectorBody body;
  private final Optional<FissionedRows> staged;

  /** Whether no result shares memory with an operand; null where that is asked with each row. */
  private @Nullable Local apart;

  private VectorKernel(Kernel kernel, Code code, Holders holders, String name) {
    this(kernel, code, holders, name, Optional.empty());
  }

  /**
   * @param stages that its rows go in, each a method of its own
   */
  private VectorKernel(
      Kernel kernel, Code code, Holders holders, String name, Optional<LoopFission> stages) {
    this(kernel, code, holders, name, stages, KernelCall.params(kernel, code.memory()));
  }

  private VectorKernel(
      Kernel kernel,
      Code code,
      Holders holders,
      String name,
      Optional<LoopFission> stages,
      Params params) {
    super(kernel, code, params);
    this.holders = holders;
    this.name = name;
    this.inner = kernel.innermost();
    this.lane = Vectorizable.lane(kernel);
    this.sliced = StepSize.slicesRows(kernel, code.memory());
    this.rows = new RowTensors(code, kernel, lane, sliced ? params.extents().get(inner) : null);
    this.staged =
        stages.map(all -> new FissionedRows(code, kernel, params, all, holders.vector(), name));
    List<Expr> roots = staged.isPresent() ? List.of() : kernel.roots();
    this.body = new VectorBody(code, kernel, rows, roots, lane, params.scalars());
  }

  static void emit(Kernel kernel, Code code, Holders holders, String name) {
    switch (VectorForm.of(kernel)) {
      case ELEMENTS -> new VectorKernel(kernel, code, holders, name, LoopFission.of(kernel)).emit();
      case ROWS -> VectorRows.emit(kernel, code, holders, name);
      case COLUMNS -> VectorColumns.emit(kernel, code, holders, name);
      case NESTS -> NestEmitter.emitAlone(kernel, code, holders, name);
    }
  }

  /** A form: the kernel that calls it has run the checks before the loops. */
  static void emitForm(Kernel form, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(form, code, holders, name, LoopFission.of(form));
    kernel.loops(kernel.prologue());
  }

  /** The same, in forms of their own where rows are short. */
  static void emitRows(Kernel form, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(form, code, holders, name, LoopFission.of(form));
    KernelPrologue prologue = kernel.prologue();
    UnrolledRows.leave(prologue);
    kernel.loops(prologue);
  }

  /** A piece, which has no stages: its caller may use the memory in which they hand over values. */
  static void emitPiece(Kernel piece, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(piece, code, holders, name);
    kernel.loops(kernel.prologue());
  }

  /**
   * Emits the matrix form.
   *
   * @param name of its method
   */
  static void emitBlocks(Kernel matrix, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(matrix, code, holders, name);
    KernelPrologue prologue = kernel.prologue();
    kernel.beforeRows();
    new RowBlocks(matrix, code, kernel.params)
        .emit((row, length) -> kernel.row(row, length, prologue));
  }

  /** Emits the form of a short row: see {@link ShortRow}. */
  static void emitShortRow(Kernel k, Code code, Holders holders, String name) {
    Params params = ShortRow.params(k, code);
    new VectorKernel(k, code, holders, name, Optional.empty(), params).shortRow();
  }

  private void shortRow() {
    Local n = params.extents().get(inner);
    code.assign(n, () -> ShortRow.pushBounded(code, kernel, n));
    code.ifNot(VectorLoop.hasVector(lane, n), () -> returns(false));
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    Row row = body.row(params.tensors());
    step(row, VectorLoop.last(code, lane, n), null);
    VectorLoop.wholeVectors(code, lane, n, at -> step(row, at, null));
    returns(true);
  }

  /** Emits the form of rows of known length: see {@link VectorShortRows}. */
  static void emitShortRows(Kernel k, ShortRows rows, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(k, code, holders, name);
    kernel.beforeRows();
    kernel.shortRows(rows);
  }

  private void shortRows(ShortRows shortRows) {
    var known = new KnownRows(code, kernel, params.extents());
    List<Tensor> all = known.apart(shortRows, known.following(params.tensors()));
    Local n = code.newInt(shortRows.points());
    Local last = VectorLoop.last(code, lane, n);
    wholeVectors(all, last, row -> VectorLoop.upTo(code, lane, last, at -> step(row, at, null)));
  }

  /** Emits the form of rows of so many vectors: see {@link UnrolledRows}. */
  static void emitUnrolled(Kernel k, int least, int most, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(k, code, holders, name);
    kernel.beforeRows();
    kernel.unrolled(least, most);
  }

  private void unrolled(int least, int most) {
    List<Tensor> all = new KnownRows(code, kernel, params.extents()).following(params.tensors());
    Local last = VectorLoop.last(code, lane, params.extents().get(inner));
    List<Local> places =
        IntStream.range(0, most - 1)
            .mapToObj(v -> code.newInt(() -> VectorTypes.pushLanesTimes(code, lane, v)))
            .toList();
    wholeVectors(
        all,
        last,
        row -> {
          places.subList(0, least - 1).forEach(at -> step(row, at, null));
          unrolled(row, places.subList(least - 1, places.size()), last);
        });
  }

  /** The vectors that begin before the last one. */
  private void unrolled(Row row, List<Local> places, Local last) {
    if (!places.isEmpty()) {
      Local at = places.getFirst();
      code.ifThen(
          Code.less(at, last),
          () -> {
            step(row, at, null);
            unrolled(row, places.subList(1, places.size()), last);
          });
    }
  }

  /**
   * Emits rows whose last vector ends with the row: it is computed first, since the vectors before
   * it may store elements that it reads.
   *
   * @param before emits the vectors before it
   */
  private void wholeVectors(List<Tensor> all, Local last, Consumer<Row> before) {
    body.inside(nest::index);
    nest.loops(
        inner,
        all,
        tensors -> {
          Row row = body.row(tensors);
          List<Local> atLast = body.values(row, kernel.roots(), last, null);
          before.accept(row);
          store(row, atLast, last, null);
        });
    code.op(Opcodes.RETURN);
  }

  private void returns(boolean done) {
    code.pushInt(done ? 1 : 0);
    code.op(Opcodes.IRETURN);
  }

  private KernelPrologue prologue() {
    return new KernelPrologue(kernel, code, params, holders, name);
  }

  private void emit() {
    KernelPrologue prologue = prologue();
    prologue.leaveIfEmpty(kernel.rank());
    prologue.leaveWhereVectorsAreTooShort(lane);
    int known = Vectorizable.innermostKnown(kernel).orElse(-1);
    prologue.collapseInto(inner, known + 1); // indices are of the program's axes
    NestGuard.leave(prologue);
    VectorShortRows.leave(prologue);
    CacheTiles.leave(prologue);
    TilesInRegisters.leave(prologue);
    List<StretchForms.Form> forms = StretchForms.of(kernel);
    if (!BlockCalls.possible(kernel, code.memory())) {
      if (RepeatForm.possible(kernel, code.memory())) {
        new BlockCalls(kernel, code, params, holders.vector(), holders.rowForms())
            .leaveShortRows(prologue);
      }
      leaveUnitRows(prologue);
      leaveFewShortElements(prologue);
      prologue.leaveToScalar(inner);
      if (forms.isEmpty()) {
        leaveUnrolled(prologue);
        loops(prologue);
      } else {
        prologue.leaveToForms(forms, inner);
        prologue.leaveTo(StretchForms.restMethod(name));
      }
      return;
    }
    prologue.leaveToScalarWhereOutputsLieApart(inner);
    var blocks = new BlockCalls(kernel, code, params, holders.vector(), holders.rowForms());
    boolean early = UnrolledRows.repeatsElements(kernel);
    if (early) {
      code.ifNot(prologue.liesApart(inner), () -> leaveUnrolled(prologue));
    }
    blocks.leaveShortRows(prologue);
    VectorShortRows.leaveFewElements(prologue);
    leaveUnitRows(prologue);
    leaveFewShortElements(prologue);
    if (forms.isEmpty()) {
      Code.Part apart =
          Vectorizable.isScalarApart(kernel) ? prologue::returnScalar : blocks::rowByRow;
      code.ifThen(prologue.liesApart(inner), apart);
      if (!early) {
        leaveUnrolled(prologue);
      }
      loops(prologue);
    } else {
      code.ifNot(prologue.liesApart(inner), () -> prologue.leaveToForms(forms, inner));
      blocks.rowByRow();
    }
  }

  private void leaveUnitRows(KernelPrologue prologue) {
    if (UnitRows.possible(kernel)) {
      code.ifThen(
          UnitRows.fits(kernel, params),
          () -> {
            if (code.memory() == Memory.ARRAYS) {
              prologue.returnScalar();
            } else {
              prologue.leaveTo(UnitRows.method(name));
            }
          });
    }
  }

  /** Rows of less than a quarter of a vector of short elements: storing them is a copy. */
  private void leaveFewShortElements(KernelPrologue prologue) {
    boolean copies =
        kernel.results().stream().anyMatch(r -> RowTensors.storesCopy(r.value().type()));
    if (copies && code.memory() == Memory.ARRAYS) {
      Local quarter =
          code.newInt(
              () -> {
                VectorTypes.pushLength(code, lane);
                code.pushInt(2);
                code.op(Opcodes.ISHR);
              });
      prologue.leaveToScalarIf(Code.less(params.extents().get(inner), quarter));
    }
  }

  /** Leaves short rows to forms of their own; versions of a kernel have none. */
  private void leaveUnrolled(KernelPrologue prologue) {
    if (name.equals(holders.rowForms())) {
      UnrolledRows.leave(prologue);
    }
  }

  private void loops(KernelPrologue prologue) {
    if (staged.isPresent()) {
      FissionedRows inStages = staged.get();
      inStages.prologue();
      nest.loops(inner, params.tensors(), tensors -> inStages.emit(tensors, extent(inner)));
      code.op(Opcodes.RETURN);
      return;
    }
    beforeRows();
    body.inside(nest::index);
    nest.loops(inner, params.tensors(), tensors -> row(tensors, extent(inner), prologue));
    code.op(Opcodes.RETURN);
  }

  private void beforeRows() {
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    if (StepSize.asksOnce(kernel, code.memory()) && StepSize.mayRepeat(kernel, code.memory())) {
      var liesApart = RowSlices.liesApart(code, kernel, params.tensors());
      apart = code.newInt(() -> code.pushTruth(liesApart));
    }
  }

  /** A row of {@code n} elements. */
  private void row(List<Tensor> tensors, Local n, KernelPrologue prologue) {
    Row row = body.row(tensors);
    if (Vectorizable.knowsIndices(kernel) && StepSize.isLong(kernel)) {
      VectorLoop.masked(code, lane, n, (i, tail) -> step(row, i, tail));
      return;
    }
    Local i = VectorLoop.wholeVectors(code, lane, n, at -> step(row, at, null));
    code.ifThen(Code.less(i, n), () -> tail(row, tensors, i, n, prologue));
  }

  private void tail(Row row, List<Tensor> tensors, Local i, Local n, KernelPrologue prologue) {
    if (Vectorizable.scalarTail(kernel)) {
      prologue.callFrom(holders.scalar(), name, tensors, inner, i, n, _ -> false);
    } else if (StepSize.mayRepeat(kernel, code.memory())) {
      code.ifElse(
          mayRepeat(row, tensors, n),
          () -> step(row, VectorLoop.last(code, lane, n), null),
          () -> maskedTail(row, tensors, i, n, prologue));
    } else {
      maskedTail(row, tensors, i, n, prologue);
    }
  }

  private void maskedTail(
      Row row, List<Tensor> tensors, Local i, Local n, KernelPrologue prologue) {
    if (StepSize.hasTailMethod(kernel, code.memory())) {
      prologue.callFrom(
          holders.vector(), StepSize.tailMethod(name), tensors, inner, i, n, _ -> false);
    } else {
      step(row, i, VectorLoop.tailMask(code, lane, i, n));
    }
  }

  /**
   * Holds where the last whole vector of a row can be its tail: some of its elements are stored
   * again then, which gives the same unless an operand is the result's storage, or in native memory
   * may be.
   */
  private BiConsumer<Code, Label> mayRepeat(Row row, List<Tensor> tensors, Local n) {
    int inputs = kernel.inputs().size();
    Local all = apart;
    if (all != null) {
      return Code.and(VectorLoop.hasVector(lane, n), Code.isTrue(all));
    }
    if (code.memory() == Memory.SEGMENTS) {
      return Code.and(VectorLoop.hasVector(lane, n), RowSlices.liesApart(code, row, inputs, n));
    }
    return Code.and(VectorLoop.hasVector(lane, n), KernelCall.sharesNoArray(kernel, tensors));
  }

  /** Emits the step at a row's tail, which is all of the row that the method gets. */
  static void emitTail(Kernel k, Code code, Holders holders, String name) {
    var kernel = new VectorKernel(k, code, holders, name);
    List<Tensor> tensors = kernel.params.tensors();
    kernel.rows.prologue(tensors);
    kernel.body.prologue(tensors);
    Row row = kernel.body.row(tensors);
    Local i = code.newInt(0);
    Local n = kernel.params.extents().get(kernel.inner);
    kernel.step(row, i, VectorLoop.tailMask(code, kernel.lane, i, n));
    code.op(Opcodes.RETURN);
  }

  private void step(Row row, Local i, @Nullable Local tail) {
    store(row, body.values(row, kernel.roots(), i, tail), i, tail);
  }

  private void store(Row row, List<Local> values, Local i, @Nullable Local tail) {
    for (int k = 0; k < values.size(); k++) {
      rows.store(row.tensors().get(kernel.inputs().size() + k), values.get(k), i, tail);
    }
  }
}
