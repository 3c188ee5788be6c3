package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.RowTensors.RowTensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A row of native memory that is walked in parts of constant sizes. The JIT knows that no vector
 * lies outside of such a part: it checks each part once, and does not split the loop by what it
 * checks, which takes a hundred instructions for each row.
 *
 * <p>A row is parts of each size as far as there are whole ones, the largest first. What is less
 * than the smallest is the end of one more that ends with the row: what it has in common with the
 * part before is stored twice, which changes nothing as long as nothing is read where is stored.
 */
final class RowParts {

  /**
   * Bytes, in the kernel's lanes, of the parts: decision 23. The last is a vector of the widest. Of
   * more sizes HotSpot's first compiler would give up on the method.
   */
  private static final List<Integer> SIZES = List.of(1_024, 256, 64);

  /** Operands that are walked, at most: parts of more only cost more, decision 23. */
  private static final int FEW = 3;

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

  /** Whether the step is short, has one result, and walks few operands, none that may stretch. */
  static boolean possible(Kernel k, Memory memory) {
    List<AxisUse> uses = k.inputs().stream().map(in -> in.axes().get(k.innermost())).toList();
    return memory == Memory.SEGMENTS
        && k.rank() > 1
        && k.results().size() == 1
        && uses.stream().filter(use -> use != AxisUse.NONE).count() <= FEW
        && !Vectorizable.knowsIndices(k)
        && Vectorizable.operations(k.roots()) <= VectorKernel.SHORT
        && !uses.contains(AxisUse.OPEN);
  }

  /**
   * Walks a row of {@code n} elements.
   *
   * @param end walks from an index on to the row's end, where no part can
   */
  void emit(Row row, Local n, Consumer<Local> end) {
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    for (int bytes : SIZES.subList(0, SIZES.size() - 1)) {
      int size = bytes / lane.bytes();
      Local whole = code.newLocal(Type.INT_TYPE, () -> pushWhole(n, size));
      code.whileBefore(i, whole, () -> part(row, i, i, size));
    }
    int least = SIZES.getLast() / lane.bytes();
    Local last = lastEnd(row, n, least);
    code.whileBefore(i, last, () -> part(row, i, earlier(i, n, least), least));
    code.ifThen(VectorKernel.less(i, n), () -> end.accept(i));
  }

  /** Pushes where whole parts of a size end; 0 where a vector is larger, which the JIT knows. */
  private void pushWhole(Local n, int size) {
    code.ifElse(
        holdsVectors(size),
        () -> {
          code.load(n);
          code.pushInt(-size);
          code.op(Opcodes.IAND);
        },
        () -> code.pushInt(0));
  }

  /** How far the smallest parts go: to the end of the row where the last may end with it. */
  private Local lastEnd(Row row, Local n, int least) {
    Local last = code.newLocal(Type.INT_TYPE, () -> pushWhole(n, least));
    code.ifThen(
        Code.and(
            VectorKernel.less(last, n),
            Code.and(
                Code.and(isAtLeast(n, least), holdsVectors(least)),
                liesApart(code, row, kernel.inputs().size(), n))),
        () -> code.assign(last, () -> code.load(n)));
    return last;
  }

  /** Where a part begins that would end after the row. */
  private Local earlier(Local i, Local n, int size) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(i);
          code.pushPlus(n, -size);
          code.callStatic("java/lang/Math", "min", "(II)I");
        });
  }

  /** Holds where a part has at least one vector, which the JIT knows. */
  private BiConsumer<Code, Label> holdsVectors(int elements) {
    return (c, no) -> {
      VectorTypes.pushLength(c, lane);
      c.pushInt(elements);
      c.mv().visitJumpInsn(Opcodes.IF_ICMPGT, no);
    };
  }

  private static BiConsumer<Code, Label> isAtLeast(Local n, int size) {
    return (c, no) -> {
      c.load(n);
      c.pushInt(size);
      c.mv().visitJumpInsn(Opcodes.IF_ICMPLT, no);
    };
  }

  /** Walks a part of the row from {@code from} on, and leaves {@code i} behind it. */
  private void part(Row row, Local i, Local from, int elements) {
    var part =
        new Row(
            row.tensors().stream()
                .map(t -> t.use() == AxisUse.NONE ? t : rows.part(t, from, elements))
                .toList(),
            row.known());
    Local at = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        at,
        () -> code.pushInt(elements),
        () -> VectorTypes.pushLength(code, lane),
        () -> step.accept(part, at));
    code.increase(i, () -> code.pushInt(elements));
  }

  /**
   * Holds where what is read along a row shares no memory with what is stored: then some elements
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
          var apart = new Label();
          jumpIfEndsBefore(code, in, out, n, apart);
          jumpIfEndsBefore(code, out, in, n, apart);
          c.mv().visitJumpInsn(Opcodes.GOTO, no);
          c.mv().visitLabel(apart);
        }
      }
    };
  }

  private static void jumpIfEndsBefore(
      Code code, RowTensor first, RowTensor second, Local n, Label to) {
    pushAddress(code, first);
    code.load(n);
    code.op(Opcodes.I2L);
    code.pushLong(first.dtype().bytes());
    code.op(Opcodes.LMUL);
    code.op(Opcodes.LADD);
    pushAddress(code, second);
    code.op(Opcodes.LCMP);
    code.mv().visitJumpInsn(Opcodes.IFLE, to);
  }

  private static void pushAddress(Code code, RowTensor t) {
    code.load(t.array());
    code.callInterface(Memory.SEGMENT.getInternalName(), "address", "()J");
  }
}
