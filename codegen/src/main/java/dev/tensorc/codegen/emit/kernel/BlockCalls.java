package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.RowBlocks;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.Budgets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Hands an element-wise kernel's matrices or rows to its matrix form: see {@link RowBlocks}.
 *
 * @param holder class that has the matrix form
 * @param name of the kernel that has the forms
 */
record BlockCalls(Kernel kernel, Code code, Params params, String holder, String name) {

  private int inner() {
    return kernel.innermost();
  }

  private int inputs() {
    return kernel.inputs().size();
  }

  /**
   * Whether the kernel has a matrix form: not over native memory, nor where it reads nothing, nor
   * where the code that lays its operands out would make its method too long for the JIT.
   */
  static boolean possible(Kernel k, Memory memory) {
    int inputs = k.inputs().size();
    Budgets.Forms most = k.tuning().budgets().forms();
    return memory == Memory.ARRAYS
        && k.reductions().isEmpty()
        && !Vectorizable.knowsIndices(k)
        && inputs > 0
        && Vectorizable.operations(k.roots()) + most.packedOperandOperations() * (long) inputs
            <= most.packedOperations();
  }

  /**
   * Several short rows that lie next to each other in the output are one row unless an operand has
   * whole rows elsewhere: over native memory only where a form fits whose operands repeat. Axes
   * before them are merged first, so that there are as many rows as can be: a picture's are all of
   * its pixels.
   */
  void leaveShortRows(KernelPrologue prologue) {
    if (inner() == 0) {
      return;
    }
    Local m = params.extents().get(inner() - 1);
    Local n = params.extents().get(inner());
    code.ifThen(
        Code.atMost(n, kernel.tuning().elements().maxPackedRowElements()),
        () -> {
          prologue.collapseInto(inner() - 1, 0);
          code.ifThen(
              (c, no) -> liesInRows(m, n, no),
              () -> {
                new RepeatCalls(kernel, code, params, holder, name).leave();
                if (possible(kernel, code.memory())) {
                  new AxisLoops(code, params.extents())
                      .loops(
                          inner() - 1,
                          params.tensors(),
                          tensors -> call(tensors, m, n, inner() - 1));
                  code.op(Opcodes.RETURN);
                }
              });
        });
  }

  private void liesInRows(Local m, Local n, Label no) {
    code.load(m).jumpIf(Opcodes.IFLT, kernel.tuning().elements().minPackedRows(), no);
    for (Tensor out : params.tensors().subList(inputs(), params.tensors().size())) {
      code.memory().jumpUnlessEqual(code, out.strides()[inner() - 1], () -> code.load(n), no);
      code.memory().jumpUnlessEqual(code, out.strides()[inner()], () -> code.pushInt(1), no);
    }
    params.tensors().subList(0, inputs()).forEach(t -> jumpWhereRowsLieApart(t, n, no));
  }

  /**
   * Jumps where an operand's rows lie apart whose elements lie next to each other: laying them out
   * in blocks takes longer than to do the rows one by one. So does repeating an element for each of
   * a row of several vectors.
   */
  private void jumpWhereRowsLieApart(Tensor t, Local n, Label no) {
    Local rows = t.strides()[inner() - 1];
    Local elements = t.strides()[inner()];
    if (rows != null && elements != null) {
      code.ifThen(
          (c, other) -> {
            Code.isTrue(() -> c.memory().pushWalks(c, rows)).accept(c, other);
            c.memory().jumpUnlessEqual(c, elements, () -> c.pushInt(1), other);
          },
          () -> code.memory().jumpUnlessEqual(code, rows, () -> code.load(n), no));
    } else if (rows != null) {
      VectorLoop.hasAtMost(Vectorizable.lane(kernel), n, RowBlocks.EXPANDED_VECTORS)
          .accept(code, no);
    }
  }

  /** Does all rows, each as if its elements were rows. */
  void rowByRow() {
    Local n = params.extents().get(inner());
    new AxisLoops(code, params.extents())
        .loops(inner(), params.tensors(), tensors -> call(tensors, n, null, inner()));
    code.op(Opcodes.RETURN);
  }

  /**
   * Calls the matrix form.
   *
   * @param m rows
   * @param n elements of a row; null for one
   * @param axis that walks the rows
   */
  private void call(List<Tensor> tensors, Local m, @Nullable Local n, int axis) {
    tensors.subList(inputs(), tensors.size()).forEach(t -> pushTensor(t, axis));
    code.load(m);
    if (n == null) {
      code.pushInt(1);
    } else {
      code.load(n);
    }
    for (Tensor t : tensors.subList(0, inputs())) {
      pushTensor(t, axis);
    }
    params.scalars().forEach(code::load);
    KernelCall.emit(code, holder, RowBlocks.method(name), RowBlocks.matrix(kernel), code.memory());
  }

  private void pushTensor(Tensor t, int axis) {
    code.load(t.array());
    code.load(t.offset());
    pushStride(t, axis);
    if (axis < inner()) {
      pushStride(t, inner());
    } else {
      code.pushInt(0);
    }
  }

  private void pushStride(Tensor t, int axis) {
    if (t.strides()[axis] == null) {
      code.pushInt(0);
    } else {
      code.load(t.strides()[axis]);
    }
  }
}
