package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
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
 * A row of native memory that is walked in parts of a constant size. The JIT knows that no vector
 * lies outside of such a part: it checks each part once, and does not split the loop by what it
 * checks, which takes a hundred instructions for each row.
 *
 * <p>Parts are large as long as there are whole large ones. The rest is small ones, of which the
 * last ends with the row: what it has in common with the part before is stored twice, which changes
 * nothing as long as nothing is read where is stored.
 */
final class RowParts {

  /** Elements of a large part. Smaller ones only cost more to begin than they save: decision 23. */
  private static final int LARGE = 1_024;

  /** Bytes of a small part in the kernel's lanes: eight vectors of the widest. */
  private static final int SMALL_BYTES = 512;

  /** Operands and results of a step that may stand four times in a method: decision 23. */
  private static final int FEW = 6;

  private final Kernel kernel;
  private final Code code;
  private final DType lane;
  private final RowTensors rows;
  private final BiConsumer<Row, Local> step;

  /**
   * @param step what is done with the vector at an index of a part
   */
  RowParts(Kernel kernel, Code code, RowTensors rows, BiConsumer<Row, Local> step) {
    this.kernel = kernel;
    this.code = code;
    this.lane = Vectorizable.lane(kernel);
    this.rows = rows;
    this.step = step;
  }

  /** Whether the step is short, and few enough operands are walked or the same along the row. */
  static boolean possible(Kernel k, Memory memory) {
    return memory == Memory.SEGMENTS
        && k.inputs().size() + k.results().size() <= FEW
        && !Vectorizable.knowsIndices(k)
        && Vectorizable.operations(k.roots()) <= VectorKernel.SHORT
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  /** Walks a row of {@code n} elements if it is of such parts, else otherwise. */
  void emit(Row row, Local n, Code.Part otherwise) {
    int size = SMALL_BYTES / lane.bytes();
    Local fits = code.newLocal(Type.BOOLEAN_TYPE);
    code.ifElse(
        isWhole(n),
        () -> code.pushInt(1),
        () ->
            code.ifElse(
                Code.and(isAtLeast(n, size), liesApart(row, n)),
                () -> code.pushInt(1),
                () -> code.pushInt(0)));
    code.store(fits);
    code.ifElse(
        Code.isTrue(() -> code.load(fits)),
        () -> {
          Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
          Local whole = code.newLocal(Type.INT_TYPE, () -> pushWhole(n));
          walk(row, i, whole, LARGE, at -> at);
          walk(row, i, n, size, at -> earlier(at, n, size));
        },
        otherwise);
  }

  /** Pushes where the large parts end. */
  private void pushWhole(Local n) {
    code.load(n);
    code.pushInt(-LARGE);
    code.op(Opcodes.IAND);
  }

  private static BiConsumer<Code, Label> isWhole(Local n) {
    return (c, no) -> {
      c.load(n);
      c.pushInt(LARGE - 1);
      c.op(Opcodes.IAND);
      c.mv().visitJumpInsn(Opcodes.IFNE, no);
    };
  }

  private static BiConsumer<Code, Label> isAtLeast(Local n, int size) {
    return (c, no) -> {
      c.load(n);
      c.pushInt(size);
      c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
    };
  }

  /** Where a part begins that would end after the row. */
  private Local earlier(Local i, Local n, int size) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(i);
          code.load(n);
          code.pushInt(size);
          code.op(Opcodes.ISUB);
          code.callStatic("java/lang/Math", "min", "(II)I");
        });
  }

  /** Holds where what is read along the row shares no memory with what is stored. */
  private BiConsumer<Code, Label> liesApart(Row row, Local n) {
    List<RowTensor> read =
        row.tensors().subList(0, kernel.inputs().size()).stream()
            .filter(t -> t.use() != AxisUse.NONE)
            .toList();
    List<RowTensor> stored = row.tensors().subList(kernel.inputs().size(), row.tensors().size());
    return (c, no) -> {
      for (RowTensor out : stored) {
        for (RowTensor in : read) {
          var apart = new Label();
          jumpIfEndsBefore(in, out, n, apart);
          jumpIfEndsBefore(out, in, n, apart);
          c.mv().visitJumpInsn(Opcodes.GOTO, no);
          c.mv().visitLabel(apart);
        }
      }
    };
  }

  private void jumpIfEndsBefore(RowTensor first, RowTensor second, Local n, Label to) {
    pushAddress(first);
    code.load(n);
    code.op(Opcodes.I2L);
    code.pushLong(first.dtype().bytes());
    code.op(Opcodes.LMUL);
    code.op(Opcodes.LADD);
    pushAddress(second);
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFLE, to);
  }

  private void pushAddress(RowTensor t) {
    code.load(t.array());
    code.callInterface(Memory.SEGMENT.getInternalName(), "address", "()J");
  }

  /** Where a part begins, given where it would if all were whole. */
  private interface Begin {
    Local of(Local i);
  }

  /** Walks the row from {@code i} to {@code end}, and leaves {@code i} there or after it. */
  private void walk(Row row, Local i, Local end, int size, Begin begin) {
    code.whileBefore(
        i,
        end,
        () -> {
          Local from = begin.of(i);
          var part =
              new Row(
                  row.tensors().stream()
                      .map(t -> t.use() == AxisUse.NONE ? t : rows.part(t, from, size))
                      .toList(),
                  row.known());
          Local at = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              at,
              () -> code.pushInt(size),
              () -> VectorTypes.pushLength(code, lane),
              () -> step.accept(part, at));
          code.increase(i, () -> code.pushInt(size));
        });
  }
}
