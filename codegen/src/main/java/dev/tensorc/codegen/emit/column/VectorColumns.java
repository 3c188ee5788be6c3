package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.InLanes;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.VectorForm;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.nest.NestGuard;
import dev.tensorc.codegen.emit.product.SmallMatrices;
import dev.tensorc.codegen.emit.product.TiledContraction;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.scalar.ScalarKernel;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Emits a reduction over outer axes: the last axis stays, so each lane of a vector is a result of
 * its own. Strips of a few vectors run down the reduced axes. Float sums go along whole rows: see
 * {@link WideColumns}. One that has no such form hands a chunk of each column to the runtime's
 * {@code FloatSum}, whose lanes are the columns.
 */
public final class VectorColumns {

  /** How long a window is on each of its axes that has a method of its own. */
  private static final int WINDOW = 3;

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final Reduction reduction;
  private final Expr result;
  private final DType dtype;
  private final DType lane;
  private final RowTensors rows;
  private final VectorBody body;
  private final VectorBody epilogue;
  private final VectorAccumulators accumulators;
  private final ColumnAccumulators all;
  private final FloatSums sums;
  private final AxisLoops nest;
  private final Local n;

  private VectorColumns(Kernel kernel, Code code) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel, code.memory());
    this.reduction = kernel.reductions().getFirst();
    this.result = kernel.results().getFirst().value();
    this.dtype = reduction.value().type();
    // places are wider than the searched elements; else all lanes are as wide as those of the
    // reduction
    this.lane = reduction.finds() ? Vectorizable.lane(kernel) : dtype;
    this.rows = new RowTensors(code, kernel, lane);
    List<Local> scalars = params.scalars();
    this.body = new VectorBody(code, kernel, rows, ColumnAccumulators.parts(kernel), lane, scalars);
    this.epilogue = new VectorBody(code, kernel, rows, List.of(result), lane, scalars);
    this.all = new ColumnAccumulators(kernel, code, rows, body);
    this.accumulators = all.first();
    this.sums = new FloatSums(code, reduction);
    this.nest = new AxisLoops(code, params.extents());
    this.n = params.extents().get(kernel.innermost());
  }

  public static void emit(Kernel kernel, Code code, Holders holders, String name) {
    var columns = new VectorColumns(kernel, code);
    var prologue = new KernelPrologue(kernel, code, columns.params, holders, name);
    columns.emit(prologue);
  }

  /**
   * Whether the kernel adds the products of windows, which may be small: see {@link #emitWindow}.
   */
  public static boolean mayHaveSmallWindow(Kernel k) {
    return VectorForm.of(k) == VectorForm.COLUMNS
        && k.reduced() <= k.tuning().budgets().sums().windowAxes()
        && k.contraction().map(Kernel.Contraction::windows).orElse(false);
  }

  public static String windowMethod(String kernel) {
    return kernel + "Window" + WINDOW;
  }

  /**
   * Emits the form whose window has the same small size on each axis: all products stand in the
   * loop along the row, and factors that are the same along it are in registers.
   */
  public static void emitWindow(Kernel kernel, Code code, Holders holders, String name) {
    var columns = new VectorColumns(kernel, code);
    var prologue = new KernelPrologue(kernel, code, columns.params, holders, name);
    String tail = StepSize.tailMethod(name);
    columns.loops(
        tensors ->
            columns.windowRow(
                tensors,
                i ->
                    prologue.callFrom(
                        holders.vector(), tail, tensors, kernel.innermost(), i, columns.n)));
  }

  /** Emits the step at the tail of its row, which is all of the row that the method gets. */
  public static void emitWindowTail(Kernel kernel, Code code) {
    var columns = new VectorColumns(kernel, code);
    columns.loops(columns::windowTail);
  }

  /**
   * Emits the form that goes along whole rows.
   *
   * @param inLanes whether the sums are in virtual lanes: see {@link SideBySide}
   */
  public static void emitWide(Kernel kernel, Code code, boolean inLanes) {
    var c = new VectorColumns(kernel, code);
    var wide =
        new WideColumns(
            kernel,
            inLanes,
            c.storesLong(),
            code,
            c.nest,
            c.params.extents(),
            c.rows,
            c.body,
            c.accumulators);
    c.loops(tensors -> wide.emit(tensors, c.n, c.epilogue, c::store));
  }

  /** Emits the form whose rows have a few vectors. */
  public static void emitFew(Kernel kernel, Code code, Holders holders, String name) {
    var columns = new VectorColumns(kernel, code);
    var prologue = new KernelPrologue(kernel, code, columns.params, holders, name);
    int axis = kernel.rank() - 1;
    FewColumns few = columns.few();
    if (!FewColumns.isSum(kernel)) {
      columns.loops(tensors -> few.extremes(tensors, columns.n, columns.epilogue, columns::store));
      return;
    }
    columns.loops(
        tensors ->
            few.groups(
                tensors,
                columns.n,
                from ->
                    prologue.callDown(
                        holders.vector(),
                        FewColumns.restMethod(name),
                        columns.nest.advance(tensors, axis, from),
                        axis,
                        from)));
  }

  /** Emits the last rows of that form, and the stores of its results. */
  public static void emitFewRest(Kernel kernel, Code code) {
    var columns = new VectorColumns(kernel, code);
    FewColumns few = columns.few();
    columns.loops(tensors -> few.rest(tensors, columns.n, columns.epilogue, columns::store));
  }

  private FewColumns few() {
    rows.readsUnderMasks(kernel);
    return new FewColumns(kernel, code, nest, params.extents(), rows, body, accumulators);
  }

  /** Emits the form that does a few vectors of results at a time. */
  static void emitStrips(Kernel kernel, Code code) {
    var columns = new VectorColumns(kernel, code);
    columns.rows.readsUnderMasks(kernel);
    columns.loops(columns::row);
  }

  /** Emits the form that takes in a few rows at a time along their whole length. */
  public static void emitBlocks(Kernel kernel, Code code) {
    var c = new VectorColumns(kernel, code);
    c.rows.readsUnderMasks(kernel);
    var blocks = new ColumnBlocks(kernel, code, c.nest, c.params.extents(), c.all);
    c.all.scratch(kernel.tuning().columns().blockColumns());
    c.loops(tensors -> blocks.emit(tensors, c.n, c::storeAll));
  }

  /** Emits the form whose rows are few elements that lie one after the other. */
  public static void emitFlat(Kernel kernel, Code code) {
    var c = new VectorColumns(kernel, code);
    var flat = new FlatColumns(kernel, code, c.nest, c.params.extents(), c.all);
    c.all.scratch(kernel.tuning().columns().blockColumns());
    c.loops(tensors -> flat.emit(tensors, c.n, c::storeAll));
  }

  private void emit(KernelPrologue prologue) {
    String name = prologue.name();
    int inner = kernel.innermost();
    prologue.leaveIfEmpty(kernel.parallel());
    prologue.leaveRoundsToScalar();
    prologue.leaveWhereVectorsAreTooShort(lane);
    for (int axis = kernel.parallel(); axis < kernel.rank(); axis++) {
      Local extent = params.extents().get(axis);
      code.ifNot(Code.isTrue(extent), prologue::returnScalar);
    }
    reduction.contraction().ifPresent(c -> leaveLanes(c, prologue));
    SmallMatrices.leave(prologue);
    NestGuard.leave(prologue);
    TiledContraction.of(kernel).ifPresent(t -> t.leave(prologue));
    prologue.collapseInto(inner, 0);
    prologue.leaveToScalar(inner);
    if (mayHaveSmallWindow(kernel)) {
      List<Integer> axes = IntStream.range(kernel.parallel(), kernel.rank()).boxed().toList();
      prologue.leaveIf(ScalarKernel.allAre(WINDOW, params, axes), windowMethod(name));
    }
    if (reduction.finds()) {
      search();
    } else {
      boolean flat = FlatColumns.possible(kernel);
      boolean few = FewColumns.possible(kernel);
      if (flat || few) {
        prologue.collapseInto(kernel.rank() - 1, kernel.parallel());
      }
      if (flat) {
        FlatColumns.leave(prologue);
      }
      if (few) {
        FewColumns.leave(prologue);
      }
      if (WideColumns.possible(kernel)) {
        prologue.leaveTo(WideColumns.method(name));
        return;
      }
      if (ColumnBlocks.possible(kernel)) {
        ColumnBlocks.leave(prologue);
      }
      leaveFewShortElements(prologue);
      rows.readsUnderMasks(kernel);
      loops(this::row);
    }
  }

  /** Rows of fewer elements than a vector has: no mask loads elements of one or two bytes. */
  private void leaveFewShortElements(KernelPrologue prologue) {
    boolean reads =
        kernel.inputs().stream()
            .anyMatch(
                in ->
                    in.dtype().bytes() < Integer.BYTES
                        && in.axes().get(kernel.innermost()) != AxisUse.NONE);
    if (reads && code.memory() == Memory.ARRAYS) {
      Local lanes = code.newInt(() -> VectorTypes.pushLength(code, lane));
      prologue.leaveToScalarIf(Code.less(n, lanes));
    }
  }

  private void loops(AxisLoops.Body row) {
    rows.prologue(params.tensors());
    body.prologue(params.tensors());
    epilogue.prologue(params.tensors());
    nest.loops(kernel.innermost(), params.tensors(), row);
    code.op(Opcodes.RETURN);
  }

  /** Hands over a contraction that is added as a sum over the last axis. */
  private void leaveLanes(Kernel.Contraction c, KernelPrologue prologue) {
    for (List<Integer> free : c.free()) {
      code.ifThen(
          ScalarKernel.allAre(1, params, free),
          () -> {
            if (InLanes.possible(kernel)) {
              prologue.leaveTo(InLanes.method(prologue.name()));
            } else {
              prologue.returnScalar();
            }
          });
    }
  }

  private boolean storesLong() {
    return Vectorizable.operations(List.of(result))
        > kernel.tuning().budgets().sums().columnResultOperations();
  }

  private void search() {
    var search = new SearchColumns(kernel, code, nest, params.extents(), rows, body);
    search.prologue();
    loops(tensors -> search.emit(tensors, n, epilogue, this::store));
  }

  private void store(Row row, Local i, @Nullable Local mask, Local reduced) {
    rows.store(row.tensors().getLast(), value(row, i, mask, List.of(reduced)), i, mask);
  }

  private Local value(Row row, Local i, @Nullable Local mask, List<Local> reduced) {
    return epilogue.values(row, List.of(result), i, mask, reduced).getFirst();
  }

  /**
   * @param tail emits the work on less than a vector from an index on
   */
  private void windowRow(List<Tensor> tensors, Consumer<Local> tail) {
    List<Row> products = products(tensors);
    Row row = epilogue.row(tensors, rows.row(tensors), List.of());
    Local i = VectorLoop.wholeVectors(code, dtype, n, at -> windowStep(products, row, at, null));
    code.ifThen(Code.less(i, n), () -> tail.accept(i));
  }

  private void windowTail(List<Tensor> tensors) {
    List<Row> products = products(tensors);
    Row row = epilogue.row(tensors, rows.row(tensors), List.of());
    Local i = code.newInt(0);
    windowStep(products, row, i, VectorLoop.tailMask(code, dtype, i, n));
  }

  private void windowStep(List<Row> products, Row row, Local i, @Nullable Local tail) {
    List<Local> acc = accumulators.start(1);
    products.forEach(product -> all.row(product, List.of(acc), List.of(i), tail));
    store(row, i, tail, acc.getFirst());
  }

  private List<Row> products(List<Tensor> tensors) {
    var products = new ArrayList<Row>();
    window(tensors, kernel.parallel(), at -> products.add(body.row(at, rows.row(at), List.of())));
    return products;
  }

  /** The products' places, one after the other. */
  private void window(List<Tensor> tensors, int axis, AxisLoops.Body body) {
    if (axis == kernel.rank()) {
      body.emit(tensors);
      return;
    }
    for (int k = 0; k < WINDOW; k++) {
      int step = k;
      Local i = code.newInt(step);
      window(nest.advance(tensors, axis, i), axis + 1, body);
    }
  }

  private void row(List<Tensor> tensors) {
    ColumnAccumulators.Strip strip = (places, mask) -> strip(tensors, places, mask);
    if (storesLong()) {
      all.masked(code.newInt(0), n, strip);
    } else {
      all.strips(n, strip);
    }
  }

  /** The columns of some vectors. */
  private void strip(List<Tensor> tensors, List<Local> at, @Nullable Local mask) {
    List<List<Local>> reduced = all.start(at.size());
    if (accumulators.ordered()) {
      reduced = List.of(ordered(tensors, reduced.getFirst(), at, mask));
    } else {
      down(tensors, reduced, at, mask, () -> {});
      reduced = all.known(reduced);
    }
    storeAll(tensors, at, mask, reduced);
  }

  /**
   * Stores the results of vectors of columns; all values come first: those of one place are the
   * same.
   */
  private void storeAll(
      List<Tensor> tensors, List<Local> at, @Nullable Local mask, List<List<Local>> reduced) {
    Row row = epilogue.row(tensors, rows.row(tensors), List.of());
    List<Local> values =
        IntStream.range(0, at.size())
            .mapToObj(k -> value(row, at.get(k), mask, Steps.each(reduced, k)))
            .toList();
    for (int k = 0; k < at.size(); k++) {
      rows.store(row.tensors().getLast(), values.get(k), at.get(k), mask);
    }
  }

  /** Feeds the accumulators with every element of their columns. */
  private void down(
      List<Tensor> tensors,
      List<List<Local>> accs,
      List<Local> at,
      @Nullable Local mask,
      Code.Part afterEach) {
    nest.loops(
        kernel.parallel(),
        kernel.rank(),
        tensors,
        inside -> {
          all.row(inside, accs, at, mask);
          afterEach.emit();
        });
  }

  private List<Local> ordered(
      List<Tensor> tensors, List<Local> accs, List<Local> at, @Nullable Local mask) {
    Local width = code.newInt(() -> accumulators.pushLanesTimes(accs.size()));
    Local sum = sums.beginWidth(() -> code.load(width));
    Local chunk = code.newLocal(JvmTypes.array(dtype), () -> sums.pushChunk(sum));
    Local count = code.newInt(0);
    Code.Part hand =
        () -> {
          for (int k = 0; k < accs.size(); k++) {
            accumulators.store(accs.get(k), () -> code.load(chunk), () -> code.pushInt(0), k);
          }
          sums.push(sum);
          accumulators.restart(accs);
          code.assign(count, 0);
        };
    down(
        tensors,
        List.of(accs),
        at,
        mask,
        () -> {
          code.load(count).plus(1);
          code.store(count);
          code.ifThen(Code.intsEqual(count, FloatSums.CHUNK), hand);
        });
    code.ifThen(Code.isTrue(count), hand);
    Local lanes = code.newLocal(JvmTypes.array(dtype), () -> sums.pushLanes(sum));
    var results = new ArrayList<Local>();
    for (int k = 0; k < accs.size(); k++) {
      int vector = k;
      results.add(
          code.newLocal(
              VectorTypes.of(dtype),
              () -> accumulators.pushFrom(() -> code.load(lanes), () -> code.pushInt(0), vector)));
    }
    return results;
  }
}
