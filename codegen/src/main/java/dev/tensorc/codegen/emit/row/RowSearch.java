package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.row.RowSweep.Running;
import dev.tensorc.codegen.emit.scalar.ScalarSearch;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The search of a row for the place of its largest or smallest element: the extreme of one block of
 * the row after the other. The first best block is kept; then that block is gone over again until
 * the element is met.
 *
 * <p>Of -0.0 and 0.0 the extreme of a block is one, but the search's element equals both. A block
 * with NaN has NaN as its extreme.
 */
public final class RowSearch extends KernelBody implements Sweep {

  private record Window(Local begin, Local end) {}

  private final Reduction search;
  private final DType lane;
  private final int block;
  private final Local n;
  private final String holder;
  private final String method;
  private final Optional<RowPiece> piece;
  private final Running extreme;
  private final Steps steps;
  private final VectorBody elements;
  private final VectorBody places;
  private final Expr isBest;

  /** Where a piece has its elements: those of the block that is looked at, and of the best one. */
  private record Buffers(RowTensor block, RowTensor best) {}

  private @Nullable Buffers buffers;

  /**
   * @param method of its piece, if it has one
   */
  RowSearch(
      Code code,
      Kernel kernel,
      Reduction search,
      RowTensors rows,
      Params params,
      Holders holders,
      String method) {
    super(kernel, code, params);
    this.search = search;
    this.lane = Vectorizable.lane(kernel);
    this.block = kernel.tuning().rows().searchBlock();
    this.n = params.extents().get(kernel.innermost());
    this.holder = holders.vector();
    this.method = method;
    Expr x = search.value();
    this.piece = RowPiece.ofSearch(kernel, search);
    Builtin op = search.op() == Builtin.ARGMAX ? Builtin.MAX : Builtin.MIN;
    var reduction = new Reduction(op, x, search.lastAxis());
    this.extreme = new Running(reduction, new VectorAccumulators(code, reduction), null);
    int count =
        piece.isPresent()
            ? VectorAccumulators.COUNT
            : VectorAccumulators.count(List.of(reduction), kernel);
    this.steps = new Steps(code, lane, count);
    this.isBest = ScalarSearch.isBest(x, new Reduced(0, x.type()));
    // the buffer is one more row, after those that are stored
    int stored = kernel.returns() ? 0 : kernel.results().size();
    Map<Expr, Integer> kept = piece.isPresent() ? Map.of(x, stored) : Map.of();
    List<Local> scalars = params.scalars();
    this.elements = new VectorBody(code, kernel, rows, List.of(x), kept, lane, scalars);
    this.places = new VectorBody(code, kernel, rows, List.of(isBest), kept, lane, scalars);
  }

  /**
   * The least number of elements of a row whose search is vector code: below, the work for each row
   * takes longer than scalar code; its time grows with the operations of an element.
   */
  public static int leastElements(Kernel k) {
    Reduction first = k.reductions().getFirst();
    return first.finds()
        ? Math.toIntExact(
            k.tuning().rows().minSearchedOperations()
                / (1 + Vectorizable.operations(first.value())))
        : 0;
  }

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public boolean calls() {
    return piece.isPresent();
  }

  @Override
  public void prologue(List<Tensor> tensors) {
    elements.prologue(tensors);
    places.prologue(tensors);
    if (piece.isPresent()) {
      DType d = search.value().type();
      int slots = block / RowMemory.SLOT;
      var memory = new RowMemory(code);
      RowTensor best = memory.scratchRow(d, slots, slots); // first, for it needs more scratch
      buffers = new Buffers(memory.scratchRow(d, 0, slots), best);
    }
  }

  @Override
  public void emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced) {
    var best = new ScalarSearch(code, search);
    Local begin = code.newInt(0);
    List<RowTensor> rows = buffers == null ? tensorRows : with(tensorRows, buffers.block());
    Row row = elements.row(tensors, rows, List.of());
    code.doWhileLess(
        begin,
        () -> code.load(n),
        () -> {
          Local length = code.newInt(() -> pushLength(begin));
          if (buffers != null) {
            compute(buffers.block(), tensors, begin, length);
          }
          best.offer(
              () -> pushExtreme(row, window(begin, length)), () -> code.load(begin).toLong());
          if (buffers != null) {
            Buffers both = buffers;
            code.ifThen(
                Code.longsEqual(() -> code.load(best.found()), () -> code.load(begin).toLong()),
                () -> {
                  swap(both.block().whole(), both.best().whole());
                  swap(both.block().array(), both.best().array());
                  swap(both.block().offset(), both.best().offset());
                });
          }
          code.increase(begin, () -> code.load(length));
        });
    Local at = code.newInt(() -> code.load(best.found()).toInt());
    Local length = code.newInt(() -> pushLength(at));
    rows = buffers == null ? tensorRows : with(tensorRows, buffers.best());
    Window block = window(at, length);
    Local place = find(places.row(tensors, rows, List.of(best.best())), block);
    code.assign(
        reduced.getFirst(),
        () -> code.load(best.found()).plus(() -> code.load(place).minus(block.begin()).toLong()));
  }

  private static List<RowTensor> with(List<RowTensor> rows, RowTensor buffer) {
    return Stream.concat(rows.stream(), Stream.of(buffer)).toList();
  }

  private void swap(Local a, Local b) {
    code.load(a);
    code.load(b);
    code.store(a);
    code.store(b);
  }

  /** Pushes the number of elements of the block that begins there. */
  private void pushLength(Local begin) {
    Steps.pushRest(code, n, begin, block);
  }

  /** Has the piece compute a block's elements. */
  private void compute(RowTensor into, List<Tensor> tensors, Local begin, Local length) {
    var stored = List.of(into.place(code));
    var places = RowPiece.along(code, kernel, tensors, begin);
    piece
        .orElseThrow()
        .call(code, holder, method, stored, places, length, params.scalars(), List.of());
  }

  /** Where the elements of a block are in the row, or in its buffer. */
  private Window window(Local begin, Local length) {
    if (buffers != null) {
      return new Window(code.newInt(0), length);
    }
    return new Window(code.newInt(() -> code.load(begin)), code.sum(begin, length));
  }

  private void pushExtreme(Row row, Window block) {
    List<List<Local>> accs = List.of(extreme.vectors().start(steps.count()));
    Local i = code.newInt(() -> code.load(block.begin()));
    steps.all((a, at, mask) -> feed(row, a.getFirst(), at, mask), accs, i, block.end());
    extreme.vectors().pushCombined(accs.getFirst());
  }

  private void feed(Row row, Local acc, Local at, @Nullable Local mask) {
    List<Local> values = elements.values(row, List.of(search.value()), at, mask);
    Local lanes = mask == null ? null : extreme.lanes(code, lane, mask);
    extreme.vectors().feed(acc, values, lanes);
  }

  /** The first index of a block whose element is the best one; it is there. */
  private Local find(Row row, Window block) {
    Local place = code.newInt(0);
    Local i = code.newInt(() -> code.load(block.begin()));
    Local past = Steps.past(code, block.end(), () -> VectorTypes.pushLength(code, lane));
    code.whileLess(
        i,
        () -> code.load(past),
        () -> {
          Local met = places.values(row, List.of(isBest), i, null).getFirst();
          code.ifElse(
              Code.isTrue(() -> ask(met, "anyTrue", Type.BOOLEAN_TYPE)),
              () -> {
                code.assign(place, () -> pushFirst(i, met));
                code.assign(i, () -> code.load(block.end()));
              },
              () -> VectorTypes.advance(code, lane, i));
        });
    code.ifThen(
        Code.less(i, block.end()),
        () -> {
          // lanes past the end may hold it too, but after the one that is meant
          Local mask = VectorLoop.tailMask(code, lane, i, block.end());
          Local met = places.values(row, List.of(isBest), i, mask).getFirst();
          code.assign(place, () -> pushFirst(i, met));
        });
    return place;
  }

  private void pushFirst(Local i, Local met) {
    code.load(i).plus(() -> ask(met, "firstTrue", Type.INT_TYPE));
  }

  private void ask(Local mask, String question, Type answer) {
    code.load(mask);
    code.callVirtual(VectorTypes.MASK, question, answer);
  }
}
