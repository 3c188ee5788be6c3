package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.AxisUse;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits float sums over outer axes row by row: a chunk of every column is added up in an array that
 * stays in the nearest cache, four rows a pass, so that memory is read as it lies. The runtime's
 * {@code FloatColumns} adds the chunks up.
 */
final class WideColumns {

  /** Columns that are done at a time. */
  private static final int STRIP = 2048;

  /** Fewer columns are better done in registers, all rows of a few vectors at a time. */
  private static final int LEAST = 32;

  /** Rows of a pass. */
  private static final int ROWS = 4;

  /** What is reduced stands in the code ten times. */
  private static final int OPERATIONS = 12;

  private final Kernel kernel;
  private final Code code;
  private final Nest nest;
  private final List<Local> extents;
  private final Reduction reduction;
  private final DType dtype;
  private final RowTensors rows;
  private final VectorBody body;
  private final VectorAccumulators accumulators;
  private final Type owner;

  /** What is stored, given the tensors of a row and the reduced vector at a place of it. */
  interface Epilogue {
    void emit(Row row, Local i, @org.jspecify.annotations.Nullable Local tail, Local reduced);
  }

  WideColumns(
      Kernel kernel,
      Code code,
      Nest nest,
      List<Local> extents,
      RowTensors rows,
      VectorBody body,
      VectorAccumulators accumulators) {
    this.kernel = kernel;
    this.code = code;
    this.nest = nest;
    this.extents = extents;
    this.reduction = kernel.reductions().getFirst();
    this.dtype = reduction.value().type();
    this.rows = rows;
    this.body = body;
    this.accumulators = accumulators;
    this.owner =
        Type.getObjectType(
            JvmTypes.RUNTIME + (dtype == DType.F32 ? "FloatColumns" : "DoubleColumns"));
  }

  /** Whether the kernel's reduction can be done so. */
  static boolean possible(Kernel k) {
    Reduction r = k.reductions().getFirst();
    return FloatSums.orders(r)
        && r.contraction().isEmpty()
        && Vectorizable.operations(r.value()) + k.inputs().size() <= OPERATIONS
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  /** Does a row of {@code n} results where it is long enough. */
  void ifLong(
      List<Tensor> tensors, Local n, VectorBody last, Epilogue epilogue, Code.Part otherwise) {
    code.ifElse(
        VectorKernel.less(n, code.newLocal(Type.INT_TYPE, () -> code.pushInt(LEAST))),
        otherwise,
        () -> {
          Local j = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              j,
              () -> code.load(n),
              () -> code.pushInt(STRIP),
              () -> {
                Local width = code.newLocal(Type.INT_TYPE, () -> pushWidth(n, j));
                strip(nest.advance(tensors, kernel.innermost(), j), width, last, epilogue);
              });
        });
  }

  private void pushWidth(Local n, Local j) {
    code.load(n);
    code.load(j);
    code.op(Opcodes.ISUB);
    code.pushInt(STRIP);
    code.callStatic("java/lang/Math", "min", "(II)I");
  }

  private void strip(List<Tensor> tensors, Local width, VectorBody last, Epilogue epilogue) {
    Local sum =
        code.newLocal(
            owner,
            () -> {
              code.load(width);
              code.callStatic(
                  owner.getInternalName(),
                  reduction.op() == Builtin.PROD ? "beginProduct" : "begin",
                  Type.getMethodDescriptor(owner, Type.INT_TYPE));
            });
    Local chunk = code.newLocal(JvmTypes.array(dtype), () -> pushArray(sum, "chunk"));
    Local count = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    int inner = kernel.rank() - 1;
    nest.loops(
        kernel.parallel(),
        inner,
        tensors,
        outside -> {
          Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
          code.whileLess(
              i,
              () -> code.load(extents.get(inner)),
              () -> {
                code.ifElse(
                    Code.isTrue(() -> pushSeveral(i, count, extents.get(inner))),
                    () -> pass(outside, i, count, ROWS, chunk, width),
                    () -> pass(outside, i, count, 1, chunk, width));
                code.ifThen(
                    Code.intsEqual(() -> code.load(count), () -> code.pushInt(FloatSums.CHUNK)),
                    () -> {
                      push(sum);
                      code.assign(chunk, () -> pushArray(sum, "chunk"));
                      code.assign(count, () -> code.pushInt(0));
                    });
              });
        });
    code.ifThen(Code.isTrue(() -> code.load(count)), () -> push(sum));
    code.assign(chunk, () -> pushArray(sum, "sums"));
    Row row = last.row(tensors, rows.row(tensors), List.of());
    VectorKernel.alongRow(
        code, dtype, width, (j, tail) -> epilogue.emit(row, j, tail, load(chunk, j)));
  }

  /** Pushes a number that is not 0 where the next rows are enough for a pass, all of one chunk. */
  private void pushSeveral(Local i, Local count, Local extent) {
    code.load(extent);
    code.load(i);
    code.op(Opcodes.ISUB);
    code.pushInt(FloatSums.CHUNK);
    code.load(count);
    code.op(Opcodes.ISUB);
    code.callStatic("java/lang/Math", "min", "(II)I");
    code.pushInt(ROWS);
    code.op(Opcodes.IDIV);
  }

  private void pushArray(Local sum, String method) {
    code.load(sum);
    code.callVirtual(
        owner.getInternalName(), method, Type.getMethodDescriptor(JvmTypes.array(dtype)));
  }

  private void push(Local sum) {
    code.load(sum);
    code.callVirtual(owner.getInternalName(), "push", "()V");
  }

  /** Adds some rows to the chunk. */
  private void pass(
      List<Tensor> outside, Local i, Local count, int several, Local chunk, Local width) {
    var at = new ArrayList<Row>();
    for (int k = 0; k < several; k++) {
      List<Tensor> tensors = nest.advance(outside, kernel.rank() - 1, plus(i, k));
      at.add(body.row(tensors, rows.row(tensors), List.of()));
    }
    VectorKernel.alongRow(
        code,
        dtype,
        width,
        (j, tail) -> {
          Local acc = load(chunk, j);
          for (Row row : at) {
            accumulators.feed(acc, body.values(row, reduction.parts(), j, tail), null);
          }
          accumulators.store(acc, () -> code.load(chunk), () -> code.load(j), 0);
        });
    add(i, several);
    add(count, several);
  }

  /** The sums of a vector's columns: the array has room for those past the last column. */
  private Local load(Local chunk, Local j) {
    return code.newLocal(
        VectorTypes.of(dtype),
        () -> accumulators.pushFrom(() -> code.load(chunk), () -> code.load(j), 0));
  }

  private Local plus(Local i, int k) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(i);
          code.pushInt(k);
          code.op(Opcodes.IADD);
        });
  }

  private void add(Local local, int amount) {
    code.load(local);
    code.pushInt(amount);
    code.op(Opcodes.IADD);
    code.store(local);
  }
}
