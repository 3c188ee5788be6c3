package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What is stored along a row of native memory that is whole parts of a constant size. The JIT knows
 * that no vector lies outside of such a part: it checks each part once, and does not split the loop
 * by what it checks, which takes a hundred instructions for each row.
 */
final class WholeParts {

  /** Elements of a part. Smaller ones cost more to begin than they save: decision 23. */
  private static final int PART = 1_024;

  /** Operands and results of a step that may stand three times in a method: decision 23. */
  private static final int FEW = 6;

  private WholeParts() {}

  /** Whether the step is short, and few enough operands are walked or the same along the row. */
  static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.SEGMENTS
        && k.inputs().size() + k.results().size() <= FEW
        && !Vectorizable.knowsIndices(k)
        && Vectorizable.operations(k.roots()) <= VectorKernel.SHORT
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  /** Holds where a row of {@code n} elements is whole parts. */
  static BiConsumer<Code, Label> fit(Local n) {
    return (c, no) -> {
      c.load(n);
      c.pushInt(PART - 1);
      c.op(Opcodes.IAND);
      c.mv().visitJumpInsn(Opcodes.IFNE, no);
    };
  }

  /** Walks a row of {@code n} elements. */
  static void emit(
      Code code, DType lane, Row row, Local n, RowTensors rows, BiConsumer<Row, Local> step) {
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i,
        () -> code.load(n),
        () -> code.pushInt(PART),
        () -> {
          var part =
              new Row(
                  row.tensors().stream()
                      .map(t -> t.use() == AxisUse.NONE ? t : rows.part(t, i, PART))
                      .toList(),
                  row.known());
          Local at = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              at,
              () -> code.pushInt(PART),
              () -> VectorTypes.pushLength(code, lane),
              () -> step.accept(part, at));
        });
  }
}
