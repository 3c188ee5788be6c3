package dev.tensorc.codegen.emit.kernel;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.vector.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import java.util.List;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/**
 * Rows of native memory as slices that end with the row. All slices of one element type have one
 * length, so the JIT asks one question for all of them; with different lengths it would split the
 * loop for each.
 */
public final class RowSlices {

  private RowSlices() {}

  /**
   * Holds where the operands read along a row share no memory with the results: then some elements
   * may be stored twice.
   *
   * @param inputs so many of the row's tensors are read
   */
  static BiConsumer<Code, Label> liesApart(Code code, Row row, int inputs, Local n) {
    List<RowTensor> read =
        row.tensors().subList(0, inputs).stream().filter(t -> t.use() != AxisUse.NONE).toList();
    List<RowTensor> stored = row.tensors().subList(inputs, row.tensors().size());
    return (c, no) -> {
      for (RowTensor out : stored) {
        for (RowTensor in : read) {
          requireApart(
              code,
              in.array(),
              () -> pushBytes(code, in, n),
              out.array(),
              () -> pushBytes(code, out, n),
              no);
        }
      }
    };
  }

  /** Holds where the operands walked along rows share no memory with the results. */
  static BiConsumer<Code, Label> liesApart(Code code, Kernel k, List<Tensor> tensors) {
    int inputs = k.inputs().size();
    return (c, no) -> {
      for (Tensor out : tensors.subList(inputs, tensors.size())) {
        for (Tensor in : tensors.subList(0, inputs)) {
          if (in.follows(k.innermost())) {
            requireApart(code, in, out, no);
          }
        }
      }
    };
  }

  /** Jumps where two tensors' memories share any of it. */
  private static void requireApart(Code code, Tensor a, Tensor b, Label no) {
    requireApart(code, a.array(), () -> pushSize(code, a), b.array(), () -> pushSize(code, b), no);
  }

  private static void requireApart(
      Code code, Local a, Code.Part pushA, Local b, Code.Part pushB, Label no) {
    var apart = new Label();
    jumpIfEndsBefore(code, a, pushA, b, apart);
    jumpIfEndsBefore(code, b, pushB, a, apart);
    code.mv().visitJumpInsn(Opcodes.GOTO, no);
    code.mv().visitLabel(apart);
  }

  private static void jumpIfEndsBefore(
      Code code, Local first, Code.Part pushSize, Local second, Label to) {
    pushAddress(code, first);
    pushSize.emit();
    code.op(Opcodes.LADD);
    pushAddress(code, second);
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFLE, to);
  }

  private static void pushSize(Code code, Tensor t) {
    code.load(t.array());
    code.callInterface(Memory.SEGMENT.getInternalName(), "byteSize", "()J");
  }

  private static void pushBytes(Code code, RowTensor t, Local n) {
    code.load(n).toLong().times(t.dtype().bytes());
  }

  private static void pushAddress(Code code, Local memory) {
    code.load(memory);
    code.callInterface(Memory.SEGMENT.getInternalName(), "address", "()J");
  }
}
