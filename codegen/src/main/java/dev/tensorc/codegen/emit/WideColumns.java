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
 *
 * <p>A sum in virtual lanes, as over a last axis, goes lane by lane: the rows of one, then those of
 * the next.
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
  private final boolean inLanes;
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

  /**
   * @param inLanes whether the sums are in virtual lanes; all reduced axes are the last one then
   */
  WideColumns(
      Kernel kernel,
      boolean inLanes,
      Code code,
      Nest nest,
      List<Local> extents,
      RowTensors rows,
      VectorBody body,
      VectorAccumulators accumulators) {
    this.kernel = kernel;
    this.inLanes = inLanes;
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
        && isShort(k)
        && k.inputs().stream().noneMatch(in -> in.axes().get(k.innermost()) == AxisUse.OPEN);
  }

  /** Whether what a kernel reduces is short enough. */
  static boolean isShort(Kernel k) {
    Reduction r = k.reductions().getFirst();
    return Vectorizable.operations(r.value()) + k.inputs().size() <= OPERATIONS;
  }

  /** Does a row of {@code n} results where it is long enough. */
  void ifLong(
      List<Tensor> tensors, Local n, VectorBody last, Epilogue epilogue, Code.Part otherwise) {
    code.ifElse(
        VectorKernel.less(n, code.newLocal(Type.INT_TYPE, () -> code.pushInt(LEAST))),
        otherwise,
        () -> emit(tensors, n, last, epilogue));
  }

  /** Does a row of {@code n} results. */
  void emit(List<Tensor> tensors, Local n, VectorBody last, Epilogue epilogue) {
    Local j = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        j,
        () -> code.load(n),
        () -> code.pushInt(STRIP),
        () -> {
          Local width = code.newLocal(Type.INT_TYPE, () -> pushWidth(n, j));
          strip(nest.advance(tensors, kernel.innermost(), j), width, last, epilogue);
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
    if (inLanes) {
      lanes(tensors, sum, width);
    } else {
      chunks(tensors, sum, width);
    }
    Local sums = code.newLocal(JvmTypes.array(dtype), () -> pushArray(sum, "sums"));
    Row row = last.row(tensors, rows.row(tensors), List.of());
    VectorKernel.alongRow(
        code, dtype, width, (j, tail) -> epilogue.emit(row, j, tail, load(sums, j)));
  }

  /** All rows are one sequence. */
  private void chunks(List<Tensor> tensors, Local sum, Local width) {
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
                    () -> {
                      pass(outside, i, 1, ROWS, chunk, width);
                      code.increase(count, () -> code.pushInt(ROWS));
                    },
                    () -> {
                      pass(outside, i, 1, 1, chunk, width);
                      code.increase(count, () -> code.pushInt(1));
                    });
                code.ifThen(
                    Code.intsEqual(() -> code.load(count), () -> code.pushInt(FloatSums.CHUNK)),
                    () -> {
                      call(sum, "push");
                      code.assign(chunk, () -> pushArray(sum, "chunk"));
                      code.assign(count, () -> code.pushInt(0));
                    });
              });
        });
    code.ifThen(Code.isTrue(() -> code.load(count)), () -> call(sum, "push"));
  }

  /**
   * Each lane has every so many rows; all have equally many chunks, of which the last are short.
   */
  private void lanes(List<Tensor> tensors, Local sum, Local width) {
    Local n = extents.get(kernel.rank() - 1);
    int lanes = FloatSums.lanes(dtype);
    Local turned = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        turned,
        () -> code.pushInt(lanes),
        () -> code.pushInt(1),
        () -> {
          Local i =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(turned);
                    code.callStatic("java/lang/Integer", "reverse", "(I)I");
                    code.pushInt(Integer.numberOfLeadingZeros(lanes) + 1);
                    code.op(Opcodes.IUSHR);
                  });
          Local begin = code.newLocal(Type.INT_TYPE);
          code.forLoop(
              begin,
              () -> code.load(n),
              () -> code.pushInt(lanes * FloatSums.CHUNK),
              () -> {
                Local end = code.newLocal(Type.INT_TYPE, () -> pushEnd(begin, lanes, n));
                Local most =
                    code.newLocal(Type.INT_TYPE, () -> code.pushPlus(end, (1 - ROWS) * lanes));
                Local chunk = code.newLocal(JvmTypes.array(dtype), () -> pushArray(sum, "chunk"));
                code.whileLess(
                    i, () -> code.load(most), () -> pass(tensors, i, lanes, ROWS, chunk, width));
                code.whileLess(
                    i, () -> code.load(end), () -> pass(tensors, i, lanes, 1, chunk, width));
                call(sum, "push");
              });
          call(sum, "endLane");
        });
  }

  private void pushEnd(Local begin, int lanes, Local n) {
    code.pushPlus(begin, lanes * FloatSums.CHUNK);
    code.load(n);
    code.callStatic("java/lang/Math", "min", "(II)I");
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

  private void call(Local sum, String method) {
    code.load(sum);
    code.callVirtual(owner.getInternalName(), method, "()V");
  }

  /** Adds some rows to the chunk: the {@code i}-th, which moves past them, and every step-th. */
  private void pass(
      List<Tensor> outside, Local i, int step, int several, Local chunk, Local width) {
    var at = new ArrayList<Row>();
    for (int k = 0; k < several; k++) {
      List<Tensor> tensors = nest.advance(outside, kernel.rank() - 1, plus(i, k * step));
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
    code.increase(i, () -> code.pushInt(several * step));
  }

  /** The sums of a vector's columns: the array has room for those past the last column. */
  private Local load(Local chunk, Local j) {
    return code.newLocal(
        VectorTypes.of(dtype),
        () -> accumulators.pushFrom(() -> code.load(chunk), () -> code.load(j), 0));
  }

  private Local plus(Local i, int k) {
    return code.newLocal(Type.INT_TYPE, () -> code.pushPlus(i, k));
  }
}
