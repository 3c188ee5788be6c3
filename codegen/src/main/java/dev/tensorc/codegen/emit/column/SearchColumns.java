package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.vector.LaneSearch;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.ColumnTuning;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Emits searches for places down columns: each lane searches a column of its own. Some rows of some
 * vectors' columns are gone through at a time, then those of the next columns, so that memory is
 * read about as it lies; meanwhile the places that the others have found wait in the thread's
 * memory. Few rows are gone through at once.
 */
final class SearchColumns extends ColumnLoops {

  private final ColumnTuning tuning;
  private final int axis;
  private final List<RowTensor> state = new ArrayList<>();

  private SearchColumns(Kernel kernel, Code code) {
    super(kernel, code);
    this.tuning = kernel.tuning().columns();
    this.axis = kernel.rank() - 1;
    int slot = kernel.inputs().size(); // operands that stretch have those before
    int slots = tuning.blockColumns() / RowMemory.SLOT;
    var memory = new RowMemory(code);
    for (DType d : LaneSearch.state(reduction, lane)) {
      state.add(memory.scratchRow(d, slot, slots));
      slot += slots;
    }
  }

  /** Emits the loops: the kernel that calls has run the checks before them. */
  static void emit(Kernel kernel, Code code) {
    var search = new SearchColumns(kernel, code);
    search.rows.readsUnderMasks(kernel);
    search.loops(search::row);
  }

  private void row(List<Tensor> tensors) {
    nest.parts(
        kernel.innermost(),
        tuning.blockColumns(),
        tensors,
        (block, width) -> {
          down(block, width);
          Row row = stored(block);
          VectorLoop.alongRow(code, storedLane, width, (i, tail) -> store(row, i, tail, places(i)));
        });
  }

  private void down(List<Tensor> tensors, Local width) {
    Local count = code.newInt(0);
    Local most = code.newInt(this::pushBlockRows);
    nest.loops(
        kernel.parallel(),
        axis,
        tensors,
        outside ->
            nest.parts(
                axis,
                () -> code.load(most),
                outside,
                (at, several) -> {
                  all.strips(width, (j, mask) -> strip(at, several, count, j, mask));
                  code.increase(count, () -> code.load(several));
                }));
  }

  private void pushBlockRows() {
    code.ifElse(
        (c, no) -> c.load(extent(axis)).jumpIf(Opcodes.IFGT, tuning.searchedRows(), no),
        () -> code.pushInt(tuning.searchedRows()),
        () -> code.pushInt(tuning.blockRows()));
  }

  /** Some rows of some vectors' columns. */
  private void strip(
      List<Tensor> tensors, Local several, Local count, List<Local> at, @Nullable Local mask) {
    List<LaneSearch> searches = at.stream().map(j -> search(j, count)).toList();
    Local place = code.newInt(() -> code.load(count));
    code.forLoop(
        several,
        1,
        i -> {
          Row row = body.row(nest.advance(tensors, axis, i));
          for (int k = 0; k < at.size(); k++) {
            LaneSearch its = searches.get(k);
            Local j = at.get(k);
            code.scope(
                () -> its.offer(body.values(row, reduction.parts(), j, mask).getFirst(), place));
          }
          code.increase(place, () -> code.pushInt(1));
        });
    for (int k = 0; k < at.size(); k++) {
      List<Local> vectors = searches.get(k).state();
      for (int s = 0; s < state.size(); s++) {
        rows.store(state.get(s), vectors.get(s), at.get(k), null);
      }
    }
  }

  /** The search of a vector's columns as the rows before have left it. */
  private LaneSearch search(Local j, Local count) {
    var search = new LaneSearch(code, reduction, lane);
    code.ifElse(Code.isTrue(count), () -> search.goOn(load(rows, state, j)), search::start);
    return search;
  }

  /** The places of a vector of results as i64. */
  private Local places(Local i) {
    List<RowTensor> places = state.subList(1, state.size());
    return LaneSearch.found(code, lane, storedLane, load(storedRows, places, i));
  }

  private List<Local> load(RowTensors as, List<RowTensor> from, Local i) {
    return from.stream()
        .map(row -> code.newLocal(VectorTypes.of(row.dtype()), () -> as.load(row, i, null)))
        .toList();
  }
}
