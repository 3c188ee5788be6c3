package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.vector.LaneSearch;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.codegen.tuning.ColumnTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Emits searches for places down columns: each lane searches a column of its own. Some rows of some
 * vectors' columns are gone through at a time, then those of the next columns, so that memory is
 * read about as it lies; meanwhile the places that the others have found wait in the thread's
 * memory.
 */
final class SearchColumns extends ColumnLoops {

  private final ColumnTuning tuning;
  private final int vectors;
  private final RowTensor bests;
  private final RowTensor places;

  private SearchColumns(Kernel kernel, Code code) {
    super(kernel, code);
    this.tuning = kernel.tuning().columns();
    Budgets.Sums budgets = kernel.tuning().budgets().sums();
    this.vectors =
        code.memory() == Memory.ARRAYS
            ? budgets.searchedVectors()
            : budgets.nativeSearchedVectors();
    int slot = kernel.inputs().size(); // operands that stretch have those before
    int slots = tuning.blockColumns() / RowMemory.SLOT;
    var memory = new RowMemory(code);
    this.bests = memory.scratchRow(dtype, slot, slots);
    this.places = memory.scratchRow(DType.I64, slot + slots, slots);
  }

  /** Emits the loops: the kernel that calls has run the checks before them. */
  static void emit(Kernel kernel, Code code) {
    var search = new SearchColumns(kernel, code);
    search.loops(search::row);
  }

  private void row(List<Tensor> tensors) {
    nest.parts(
        kernel.innermost(),
        tuning.blockColumns(),
        tensors,
        (block, width) -> {
          start(width);
          down(block, width);
          Row row = stored(block);
          VectorLoop.alongRow(code, lane, width, (i, tail) -> store(row, i, tail, load(places, i)));
        });
  }

  private void start(Local width) {
    code.forLoop(
        width,
        () -> VectorTypes.pushLength(code, lane),
        i -> store(LaneSearch.start(code, reduction, lane), i));
  }

  private void down(List<Tensor> tensors, Local width) {
    int axis = kernel.rank() - 1;
    Local count = code.newLocal(Type.LONG_TYPE, () -> code.pushLong(0));
    nest.loops(
        kernel.parallel(),
        axis,
        tensors,
        outside ->
            nest.parts(
                axis,
                tuning.blockRows(),
                outside,
                (at, several) -> {
                  columns(at, several, width, count);
                  code.increase(count, () -> code.load(several).toLong());
                }));
  }

  /** Some rows of all columns. */
  private void columns(List<Tensor> tensors, Local several, Local width, Local count) {
    Local j = code.newInt(0);
    Local last = Steps.past(code, width, () -> VectorTypes.pushLanesTimes(code, lane, vectors));
    code.whileLess(
        j,
        () -> code.load(last),
        () -> {
          vectors(tensors, several, count, vectorsAt(j, vectors), null);
          code.increase(j, () -> VectorTypes.pushLanesTimes(code, lane, vectors));
        });
    code.whileLess(
        j,
        () -> code.load(width),
        () -> {
          Local mask = VectorLoop.tailMask(code, lane, j, width);
          vectors(tensors, several, count, vectorsAt(j, 1), mask);
          VectorTypes.advance(code, lane, j);
        });
  }

  private List<Local> vectorsAt(Local j, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            k ->
                code.newInt(
                    () -> code.load(j).plus(() -> VectorTypes.pushLanesTimes(code, lane, k))))
        .toList();
  }

  /** Some rows of some vectors' columns. */
  private void vectors(
      List<Tensor> tensors, Local several, Local count, List<Local> at, @Nullable Local mask) {
    var searches = new ArrayList<LaneSearch>();
    for (Local j : at) {
      Local best = load(bests, j);
      searches.add(new LaneSearch(code, reduction, lane, best, load(places, j)));
    }
    Local place = code.newLocal(Type.LONG_TYPE, () -> code.load(count));
    code.forLoop(
        several,
        1,
        i -> {
          List<Tensor> inside = nest.advance(tensors, kernel.rank() - 1, i);
          Row row = body.row(inside);
          for (int k = 0; k < at.size(); k++) {
            LaneSearch its = searches.get(k);
            Local j = at.get(k);
            code.scope(
                () -> its.offer(body.values(row, reduction.parts(), j, mask).getFirst(), place));
          }
          code.increase(place, () -> code.pushLong(1));
        });
    for (int k = 0; k < at.size(); k++) {
      store(searches.get(k), at.get(k));
    }
  }

  /** There is room for whole vectors. */
  private Local load(RowTensor row, Local i) {
    return code.newLocal(VectorTypes.of(row.dtype()), () -> rows.load(row, i, null));
  }

  private void store(LaneSearch found, Local i) {
    rows.store(bests, found.best(), i, null);
    rows.store(places, found.found(), i, null);
  }
}
