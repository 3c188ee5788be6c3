package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.RowPasses.Pass;
import dev.tensorc.codegen.emit.form.RowPiece;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import java.util.List;
import java.util.Optional;

/**
 * A sweep of one reduction that is a method of its own.
 *
 * @param number of the reduction
 * @param holder class that has the method
 */
record CalledSweep(
    Code code,
    Kernel kernel,
    int number,
    RowPiece piece,
    Params params,
    String holder,
    String method)
    implements Sweep {

  /**
   * The float sum of a sweep that is not all that its kernel reduces, and keeps nothing for later
   * ones; over native memory, where reads are more code, also where it is not all that its kernel
   * does along a row.
   */
  static Optional<RowPiece> piece(Kernel k, Pass pass, Memory memory) {
    boolean alone =
        k.reductions().size() == 1
            && (memory == Memory.ARRAYS || k.results().stream().noneMatch(Result::alongRow));
    if (alone || pass.reductions().size() > 1 || !pass.kept().isEmpty()) {
      return Optional.empty();
    }
    Reduction r = k.reductions().get(pass.reductions().getFirst());
    return FloatSums.orders(r)
            && Vectorizable.operations(k, r.parts()) <= k.tuning().rows().maxInlineOperations()
        ? RowPiece.row(k, r, pass.known())
        : Optional.empty();
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public boolean calls() {
    return true;
  }

  @Override
  public void prologue(List<Tensor> tensors) {}

  @Override
  public void emit(List<Tensor> tensors, List<RowTensor> tensorRows, List<Local> reduced) {
    Local begin = code.newInt(0);
    Local n = params.extents().get(kernel.innermost());
    code.assign(
        reduced.get(number),
        () ->
            piece.call(
                code,
                holder,
                method,
                List.of(),
                RowPiece.along(code, kernel, tensors, begin),
                n,
                params.scalars(),
                reduced));
  }
}
