package dev.tensorc.codegen.emit.column;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelBody;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.RowTensors;
import dev.tensorc.codegen.emit.vector.Steps;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** The frame of all loops down columns: a form emits the work on one row of results. */
abstract class ColumnLoops extends KernelBody {

  final Reduction reduction;
  final DType dtype;

  /** The dtype whose lanes the reduction counts in. */
  final DType lane;

  /** The dtype whose lanes the results are stored in: places are wider than their elements. */
  final DType storedLane;

  final RowTensors rows;
  final RowTensors storedRows;
  final VectorBody body;
  final ColumnAccumulators all;
  final VectorAccumulators accumulators;

  /** Elements of a row. */
  final Local n;

  private final Expr result;
  private final VectorBody epilogue;

  ColumnLoops(Kernel kernel, Code code) {
    super(kernel, code);
    this.reduction = kernel.reductions().getFirst();
    this.result = kernel.results().getFirst().value();
    this.dtype = reduction.value().type();
    this.lane = reduction.finds() ? Vectorizable.searchLane(kernel) : dtype;
    this.storedLane = reduction.finds() ? Vectorizable.lane(kernel) : dtype;
    this.rows = new RowTensors(code, kernel, lane);
    List<Local> scalars = params.scalars();
    this.body = new VectorBody(code, kernel, rows, ColumnAccumulators.parts(kernel), lane, scalars);
    this.storedRows = storedLane == lane ? rows : new RowTensors(code, kernel, storedLane);
    this.epilogue = new VectorBody(code, kernel, storedRows, List.of(result), storedLane, scalars);
    this.all = new ColumnAccumulators(kernel, code, lane, rows, body);
    this.accumulators = all.first();
    this.n = extent(kernel.innermost());
  }

  /** Emits the loops over rows of results, and the return. */
  final void loops(AxisLoops.Body row) {
    rows.prologue(params.tensors());
    if (storedRows != rows) {
      storedRows.prologue(params.tensors());
    }
    body.prologue(params.tensors());
    epilogue.prologue(params.tensors());
    nest.loops(kernel.innermost(), params.tensors(), row);
    code.op(Opcodes.RETURN);
  }

  /** Whether the stored value takes long to compute. */
  final boolean storesLong() {
    return Vectorizable.operations(List.of(result))
        > kernel.tuning().budgets().sums().columnResultOperations();
  }

  /** The row into which results are stored. */
  final Row stored(List<Tensor> tensors) {
    return epilogue.row(tensors);
  }

  /** Stores the results of a vector of columns, given those of its reduction. */
  final void store(Row row, Local i, @Nullable Local mask, Local reduced) {
    storedRows.store(row.tensors().getLast(), value(row, i, mask, List.of(reduced)), i, mask);
  }

  /**
   * Stores the results of vectors of columns, given those of each reduction; all values come first:
   * those of one place are the same.
   */
  final void storeAll(
      List<Tensor> tensors, List<Local> at, @Nullable Local mask, List<List<Local>> reduced) {
    Row row = stored(tensors);
    List<Local> values =
        IntStream.range(0, at.size())
            .mapToObj(k -> value(row, at.get(k), mask, Steps.each(reduced, k)))
            .toList();
    for (int k = 0; k < at.size(); k++) {
      rows.store(row.tensors().getLast(), values.get(k), at.get(k), mask);
    }
  }

  private Local value(Row row, Local i, @Nullable Local mask, List<Local> reduced) {
    return epilogue.values(row, List.of(result), i, mask, reduced).getFirst();
  }
}
