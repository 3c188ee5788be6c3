package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits an element-wise kernel with a vectorised innermost loop: empty spaces leave at once, axes
 * that compose in every tensor are collapsed, strides that the vector loop cannot walk go to the
 * scalar kernel, and each row is a main loop and one masked step for its tail.
 */
final class VectorKernel {

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final String scalarHolder;
  private final String name;
  private final int inner;
  private final DType lane;
  private final VectorBody body;

  private VectorKernel(Kernel kernel, Code code, String scalarHolder, String name) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel);
    this.scalarHolder = scalarHolder;
    this.name = name;
    this.inner = kernel.innermost();
    this.lane = Vectorizable.lane(kernel);
    this.body = new VectorBody(code, kernel, List.of(kernel.result()), lane, params.scalars());
  }

  /**
   * @param scalarHolder class that has the kernel's scalar form under the same name and descriptor
   */
  static void emit(Kernel kernel, Code code, String scalarHolder, String name) {
    if (kernel.reduction().isEmpty()) {
      new VectorKernel(kernel, code, scalarHolder, name).emit();
    } else if (kernel.reduction().get().lastAxis()) {
      VectorReduction.emit(kernel, code, scalarHolder, name);
    } else {
      VectorColumns.emit(kernel, code, scalarHolder, name);
    }
  }

  private void emit() {
    var prologue = new KernelPrologue(kernel, code, params, scalarHolder, name);
    prologue.leaveIfEmpty(kernel.rank());
    prologue.collapseInto(inner, 0);
    prologue.leaveToScalar(inner);
    body.prologue(params.tensors());
    new Nest(code, params.extents())
        .loops(0, inner, params.tensors(), tensors -> row(tensors, prologue));
    code.op(Opcodes.RETURN);
  }

  private void row(List<Tensor> tensors, KernelPrologue prologue) {
    Row row = body.row(tensors, params.tensors());
    Local n = params.extents().get(inner);
    Local i = code.newLocal(Type.INT_TYPE);
    Local bound = code.newLocal(Type.INT_TYPE, () -> pushLoopBound(code, lane, n));
    code.forLoop(
        i,
        () -> code.load(bound),
        () -> VectorTypes.pushLength(code, lane),
        () -> step(row, i, null));
    code.ifThen(
        less(i, n),
        () -> {
          if (Vectorizable.scalarTail(kernel)) {
            prologue.callScalarFrom(tensors, inner, i);
          } else {
            step(row, i, tailMask(code, lane, i, n));
          }
        });
  }

  private void step(Row row, Local i, @org.jspecify.annotations.Nullable Local tail) {
    Local value =
        code.newLocal(
            VectorTypes.of(kernel.result().type()),
            () -> body.push(row, kernel.result(), i, tail, null));
    body.store(row.tensors().getLast(), value, i, tail);
  }

  static void pushLoopBound(Code code, DType lane, Local n) {
    VectorTypes.pushSpecies(code, lane);
    code.load(n);
    code.callInterface(VectorTypes.SPECIES.getInternalName(), "loopBound", "(I)I");
  }

  /** The lanes from {@code i} on that are below {@code n}. */
  static Local tailMask(Code code, DType lane, Local i, Local n) {
    return code.newLocal(
        VectorTypes.MASK,
        () -> {
          VectorTypes.pushSpecies(code, lane);
          code.load(i);
          code.load(n);
          code.callInterface(
              VectorTypes.SPECIES.getInternalName(),
              "indexInRange",
              Type.getMethodDescriptor(VectorTypes.MASK, Type.INT_TYPE, Type.INT_TYPE));
        });
  }

  static BiConsumer<Code, Label> less(Local a, Local b) {
    return (c, no) -> {
      c.load(a);
      c.load(b);
      c.mv().visitJumpInsn(Opcodes.IF_ICMPGE, no);
    };
  }

  static boolean follows(Tensor t, int axis) {
    return t.uses().get(axis) != AxisUse.NONE;
  }
}
