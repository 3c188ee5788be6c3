package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Takes rows in to accumulators of a kernel's reductions, each a few columns side by side. */
final class ColumnAccumulators {

  private final Kernel kernel;
  private final Code code;
  private final RowTensors rows;
  private final VectorBody body;
  private final List<VectorAccumulators> all;
  private final DType dtype;

  /** The stored values, given the reduced vectors of each reduction at places of a row. */
  interface Epilogue {
    void emit(
        List<Tensor> tensors, List<Local> places, @Nullable Local mask, List<List<Local>> reduced);
  }

  /** Work on the columns of some vectors. */
  interface Strip {
    /**
     * @param places where the vectors begin
     * @param mask of a vector that is only partly used, else null
     */
    void emit(List<Local> places, @Nullable Local mask);
  }

  ColumnAccumulators(Kernel kernel, Code code, RowTensors rows, VectorBody body) {
    this.kernel = kernel;
    this.code = code;
    this.rows = rows;
    this.body = body;
    this.all = kernel.reductions().stream().map(r -> new VectorAccumulators(code, r)).toList();
    this.dtype = kernel.reductions().getFirst().value().type();
  }

  static List<Expr> parts(Kernel kernel) {
    return kernel.reductions().stream().flatMap(r -> r.parts().stream()).toList();
  }

  /** The accumulators of the first reduction. */
  VectorAccumulators first() {
    return all.getFirst();
  }

  /** New accumulators of each reduction. */
  List<List<Local>> start(int count) {
    return all.stream().map(a -> a.start(count)).toList();
  }

  /** Takes in a row's elements at places, to the accumulators of each reduction there. */
  void row(List<Tensor> tensors, List<List<Local>> accs, List<Local> places, @Nullable Local mask) {
    row(body.row(tensors, rows.row(tensors), List.of()), accs, places, mask);
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
    int vectors = VectorAccumulators.count(kernel.reductions(), kernel);
    Local j = code.newInt(0);
    Local last = code.newInt(() -> pushLast(n));
    code.whileLess(
        j,
        () -> code.load(last),
        () -> {
          strip.emit(places(j, last, vectors), null);
          code.increase(j, () -> VectorTypes.pushLanesTimes(code, dtype, vectors));
        });
    masked(j, n, strip);
  }

  /** Goes over the columns from {@code j} on, each vector under a mask. */
  void masked(Local j, Local n, Strip strip) {
    code.whileLess(
        j,
        () -> code.load(n),
        () -> {
          strip.emit(List.of(j), VectorLoop.tailMask(code, dtype, j, n));
          VectorTypes.advance(code, dtype, j);
        });
  }

  /** Pushes where the last whole vector of a row begins. */
  private void pushLast(Local n) {
    code.load(n).minus(() -> VectorTypes.pushLength(code, dtype));
  }

  private List<Local> places(Local j, Local last, int vectors) {
    return IntStream.range(0, vectors)
        .mapToObj(
            vector ->
                code.newInt(
                    () ->
                        code.load(j)
                            .plus(() -> VectorTypes.pushLanesTimes(code, dtype, vector))
                            .min(last)))
        .toList();
  }
}
