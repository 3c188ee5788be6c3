package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.vector.RowMemory;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes rows in to accumulators of a kernel's reductions, each a few columns side by side. */
final class ColumnAccumulators {

  private final Kernel kernel;
  private final Code code;
  private final RowTensors rows;
  private final VectorBody body;
  private final List<VectorAccumulators> all;
  private final DType lane;
  private final int vectors;
  private final List<RowTensor> memory = new ArrayList<>();

  /** Work on the columns of some vectors. */
  interface Strip {
    /**
     * @param places where the vectors begin
     * @param mask of a vector that is only partly used, else null
     */
    void emit(List<Local> places, @Nullable Local mask);
  }

  ColumnAccumulators(Kernel kernel, Code code, DType lane, RowTensors rows, VectorBody body) {
    this.kernel = kernel;
    this.code = code;
    this.rows = rows;
    this.body = body;
    this.all = kernel.reductions().stream().map(r -> new VectorAccumulators(code, r)).toList();
    this.lane = lane;
    this.vectors =
        kernel.reductions().getFirst().finds()
            ? searched(kernel.tuning().budgets().sums())
            : VectorAccumulators.count(kernel.reductions(), kernel);
  }

  private int searched(Budgets.Sums budgets) {
    return code.memory() == Memory.ARRAYS
        ? budgets.searchedVectors()
        : budgets.nativeSearchedVectors();
  }

  static List<Expr> parts(Kernel kernel) {
    return kernel.reductions().stream().flatMap(r -> r.parts().stream()).toList();
  }

  /** The accumulators of the first reduction. */
  VectorAccumulators first() {
    return all.getFirst();
  }

  /**
   * Emits the code before all rows that {@link #load}, {@link #store} and {@link #combine} need:
   * scratch memory with room for whole vectors.
   */
  void scratch(int columns) {
    int slots = columns / RowMemory.SLOT + 1;
    int slot = kernel.inputs().size(); // operands that stretch have those before
    for (Reduction r : kernel.reductions()) {
      memory.add(new RowMemory(code).scratchRow(r.value().type(), slot, slots));
      slot += slots;
    }
  }

  /** The accumulators that were stored at places. */
  List<List<Local>> load(List<Local> places) {
    return memory.stream().map(row -> places.stream().map(i -> load(row, i)).toList()).toList();
  }

  private Local load(RowTensor row, Local place) {
    return code.newLocal(VectorTypes.of(row.dtype()), () -> rows.load(row, place, null));
  }

  /** Stores accumulators at places. */
  void store(List<List<Local>> accs, List<Local> places) {
    for (int r = 0; r < accs.size(); r++) {
      for (int k = 0; k < places.size(); k++) {
        rows.store(memory.get(r), accs.get(r).get(k), places.get(k), null);
      }
    }
  }

  /** Combines accumulators with those that were stored at places. */
  void combine(List<List<Local>> accs, List<Local> places) {
    List<List<Local>> stored = load(places);
    for (int r = 0; r < accs.size(); r++) {
      all.get(r).combineWith(accs.get(r), stored.get(r));
    }
  }

  /** New accumulators of each reduction. */
  List<List<Local>> start(int count) {
    return all.stream().map(a -> a.start(count)).toList();
  }

  /** The accumulators after a loop, of a class that the JIT knows. */
  List<List<Local>> known(List<List<Local>> accs) {
    return IntStream.range(0, accs.size())
        .mapToObj(r -> accs.get(r).stream().map(all.get(r)::known).toList())
        .toList();
  }

  /** Takes in a row's elements at places, to the accumulators of each reduction there. */
  void row(List<Tensor> tensors, List<List<Local>> accs, List<Local> places, @Nullable Local mask) {
    row(body.row(tensors), accs, places, mask);
  }

  /** Takes in the elements of a row that is there. */
  void row(Row row, List<List<Local>> accs, List<Local> places, @Nullable Local mask) {
    for (int k = 0; k < places.size(); k++) {
      int vector = k;
      code.scope(
          () -> {
            List<Local> values = body.values(row, parts(kernel), places.get(vector), mask);
            int from = 0;
            for (int r = 0; r < accs.size(); r++) {
              int to = from + kernel.reductions().get(r).parts().size();
              all.get(r).feed(accs.get(r).get(vector), values.subList(from, to), null);
              from = to;
            }
          });
    }
  }

  /**
   * Goes over {@code n} columns, a few vectors at a time and then one that may not be whole. Where
   * fewer than a few are left, those past the last whole vector are that one again.
   */
  void strips(Local n, Strip strip) {
    Local j = code.newInt(0);
    Local last = code.newInt(() -> pushLast(n));
    code.whileLess(
        j,
        () -> code.load(last),
        () -> {
          strip.emit(places(j, last), null);
          code.increase(j, () -> VectorTypes.pushLanesTimes(code, lane, vectors));
        });
    masked(j, n, strip);
  }

  /** The same for columns that are whole vectors. */
  void wholeVectors(Local n, Consumer<List<Local>> strip) {
    Local last = code.newInt(() -> pushLast(n));
    code.forLoop(
        n,
        () -> VectorTypes.pushLanesTimes(code, lane, vectors),
        j -> strip.accept(places(j, last)));
  }

  /** Goes over the columns from {@code j} on, each vector under a mask. */
  void masked(Local j, Local n, Strip strip) {
    code.whileLess(
        j,
        () -> code.load(n),
        () -> {
          strip.emit(List.of(j), VectorLoop.tailMask(code, lane, j, n));
          VectorTypes.advance(code, lane, j);
        });
  }

  /** Pushes where the last whole vector of a row begins. */
  private void pushLast(Local n) {
    code.load(n).minus(() -> VectorTypes.pushLength(code, lane));
  }

  private List<Local> places(Local j, Local last) {
    return IntStream.range(0, vectors)
        .mapToObj(
            vector ->
                code.newInt(
                    () ->
                        code.load(j)
                            .plus(() -> VectorTypes.pushLanesTimes(code, lane, vector))
                            .min(last)))
        .toList();
  }
}
