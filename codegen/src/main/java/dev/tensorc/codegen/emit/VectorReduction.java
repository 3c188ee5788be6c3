package dev.tensorc.codegen.emit;

import dev.tensorc.codegen.emit.Code.Local;
import dev.tensorc.codegen.emit.KernelCall.Params;
import dev.tensorc.codegen.emit.KernelCall.Tensor;
import dev.tensorc.codegen.emit.VectorBody.Row;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import dev.tensorc.ir.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits a reduction over the last axis: the reduced axes, collapsed into one, are the row. Float
 * sums keep the order of {@code FloatSum}: the virtual lanes are a fixed number of elements, which
 * vectors of any width cover in turn; each chunk is added up in registers.
 */
final class VectorReduction {

  private final Kernel kernel;
  private final Code code;
  private final Params params;
  private final Reduction reduction;
  private final DType dtype;
  private final VectorBody body;
  private final VectorAccumulators accumulators;
  private final FloatSums sums;
  private final Local n;

  private VectorReduction(Kernel kernel, Code code) {
    this.kernel = kernel;
    this.code = code;
    this.params = KernelCall.params(kernel);
    this.reduction = kernel.reduction().orElseThrow();
    this.dtype = reduction.value().type();
    this.body = new VectorBody(code, kernel, reduction.parts(), dtype, params.scalars());
    this.accumulators = new VectorAccumulators(code, reduction);
    this.sums = new FloatSums(code, reduction);
    this.n = params.extents().get(kernel.innermost());
  }

  static void emit(Kernel kernel, Code code, String scalarHolder, String name) {
    new VectorReduction(kernel, code)
        .emit(new KernelPrologue(kernel, code, KernelCall.params(kernel), scalarHolder, name));
  }

  private void emit(KernelPrologue prologue) {
    int inner = kernel.innermost();
    prologue.leaveIfEmpty(kernel.parallel());
    prologue.leaveRoundsToScalar();
    prologue.collapseInto(inner, kernel.parallel());
    for (int axis = kernel.parallel(); axis < inner; axis++) {
      Local extent = params.extents().get(axis);
      code.ifElse(
          Code.intsEqual(() -> code.load(extent), () -> code.pushInt(1)),
          () -> {},
          prologue::returnScalar);
    }
    code.ifThen(tooShort(), prologue::returnScalar);
    prologue.leaveToScalar(inner);
    body.prologue(params.tensors());
    var nest = new Nest(code, params.extents());
    if (kernel.parallel() == 0) {
      Local result = point(params.tensors());
      pushEpilogue(params.tensors(), result);
      code.op(KernelCall.returnType(kernel).getOpcode(Opcodes.IRETURN));
    } else {
      nest.loops(0, kernel.parallel(), params.tensors(), this::storePoint);
      code.op(Opcodes.RETURN);
    }
  }

  /** Rows of few elements, and vectors too wide for the accumulators, are the scalar kernel's. */
  private java.util.function.BiConsumer<Code, org.objectweb.asm.Label> tooShort() {
    if (!accumulators.ordered()) {
      Local vectors =
          code.newLocal(Type.INT_TYPE, () -> accumulators.pushLanesTimes(accumulators.count()));
      return VectorKernel.less(n, vectors);
    }
    Local least =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              accumulators.pushLanesTimes(accumulators.count());
              code.pushInt(FloatSums.lanes(dtype));
              code.callStatic("java/lang/Math", "max", "(II)I");
            });
    Local row =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              // a vector wider than a quarter of the virtual lanes makes every row too short
              code.load(n);
              code.pushInt(FloatSums.lanes(dtype));
              accumulators.pushLanesTimes(accumulators.count());
              code.op(Opcodes.IDIV);
              code.pushInt(1);
              code.callStatic("java/lang/Math", "min", "(II)I");
              code.op(Opcodes.IMUL);
            });
    return VectorKernel.less(row, least);
  }

  private void storePoint(List<Tensor> tensors) {
    Local reduced = point(tensors);
    Tensor out = tensors.getLast();
    Local value = code.newLocal(JvmTypes.scalar(out.dtype()), () -> pushEpilogue(tensors, reduced));
    code.load(out.array());
    code.load(out.offset());
    code.load(value);
    JvmTypes.storeElement(code, out.dtype());
  }

  private void pushEpilogue(List<Tensor> tensors, Local reduced) {
    new ScalarEmitter(
            code, leaf -> ScalarKernel.pushLeaf(code, leaf, tensors, params.scalars(), reduced))
        .push(kernel.result());
  }

  private Local point(List<Tensor> tensors) {
    Row row = body.row(tensors, params.tensors());
    return accumulators.ordered() ? orderedSum(row) : anyOrder(row);
  }

  // ---------------------------------------------------------------- where order is free

  private Local anyOrder(Row row) {
    List<Local> accs = accumulators.start(accumulators.count());
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local last = pastLast(accumulators.count());
    code.whileLess(
        i,
        () -> code.load(last),
        () -> {
          for (int k = 0; k < accs.size(); k++) {
            feedAt(row, accs.get(k), i, k);
          }
          advance(i, accumulators.count());
        });
    code.whileLess(
        i,
        () -> code.load(n),
        () -> {
          Local mask = VectorKernel.tailMask(code, dtype, i, n);
          feedMasked(row, accs.get(0), i, mask);
          advance(i, 1);
        });
    return code.newLocal(JvmTypes.scalar(dtype), () -> accumulators.pushCombined(accs));
  }

  /** {@code n - count * lanes + 1}: below it, that many vectors fit. */
  private Local pastLast(int count) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(n);
          accumulators.pushLanesTimes(count);
          code.op(Opcodes.ISUB);
          code.pushInt(1);
          code.op(Opcodes.IADD);
        });
  }

  private void advance(Local i, int vectors) {
    code.load(i);
    accumulators.pushLanesTimes(vectors);
    code.op(Opcodes.IADD);
    code.store(i);
  }

  private void feedAt(Row row, Local acc, Local i, int k) {
    Local at =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(i);
              accumulators.pushLanesTimes(k);
              code.op(Opcodes.IADD);
            });
    accumulators.feed(acc, values(row, at, null), null);
  }

  private void feedMasked(Row row, Local acc, Local i, Local mask) {
    accumulators.feed(acc, values(row, i, mask), mask);
  }

  private List<Local> values(Row row, Local i, @Nullable Local mask) {
    return reduction.parts().stream()
        .map(
            part -> code.newLocal(VectorTypes.of(dtype), () -> body.push(row, part, i, mask, null)))
        .toList();
  }

  // ---------------------------------------------------------------- float sums

  private Local orderedSum(Row row) {
    int lanes = FloatSums.lanes(dtype);
    int block = lanes * FloatSums.CHUNK;
    Local sum = sums.beginWidth(lanes);
    Local chunk = code.newLocal(JvmTypes.array(dtype), () -> sums.pushChunk(sum));
    Local i = code.newLocal(Type.INT_TYPE, () -> code.pushInt(0));
    Local last =
        code.newLocal(
            Type.INT_TYPE,
            () -> {
              code.load(n);
              code.pushInt(block - 1);
              code.op(Opcodes.ISUB);
            });
    code.whileLess(
        i,
        () -> code.load(last),
        () -> {
          wholeBlock(row, chunk, i, lanes, block);
          sums.push(sum);
          addTo(i, block);
        });
    code.ifThen(
        VectorKernel.less(i, n),
        () -> {
          partBlock(row, chunk, i, lanes);
          sums.push(sum);
        });
    return code.newLocal(JvmTypes.scalar(dtype), () -> sums.pushFinish(sum));
  }

  private void addTo(Local i, int amount) {
    code.load(i);
    code.pushInt(amount);
    code.op(Opcodes.IADD);
    code.store(i);
  }

  /** A chunk of every virtual lane: columns of four vectors, each added up over its rows. */
  private void wholeBlock(Row row, Local chunk, Local i, int lanes, int block) {
    Local column = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        column,
        () -> code.pushInt(lanes),
        () -> accumulators.pushLanesTimes(accumulators.count()),
        () -> {
          List<Local> accs = accumulators.start(accumulators.count());
          Local at = sum(i, column);
          Local end =
              code.newLocal(
                  Type.INT_TYPE,
                  () -> {
                    code.load(at);
                    code.pushInt(block);
                    code.op(Opcodes.IADD);
                  });
          code.whileLess(
              at,
              () -> code.load(end),
              () -> {
                for (int k = 0; k < accs.size(); k++) {
                  feedAt(row, accs.get(k), at, k);
                }
                addTo(at, lanes);
              });
          for (int k = 0; k < accs.size(); k++) {
            accumulators.store(accs.get(k), () -> code.load(chunk), () -> code.load(column), k);
          }
        });
  }

  private Local sum(Local a, Local b) {
    return code.newLocal(
        Type.INT_TYPE,
        () -> {
          code.load(a);
          code.load(b);
          code.op(Opcodes.IADD);
        });
  }

  /** The last, shorter chunks: a lane past the end adds nothing. */
  private void partBlock(Row row, Local chunk, Local i, int lanes) {
    Local column = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        column,
        () -> code.pushInt(lanes),
        () -> accumulators.pushLanesTimes(1),
        () -> {
          List<Local> accs = accumulators.start(1);
          Local at = sum(i, column);
          code.whileLess(
              at,
              () -> code.load(n),
              () -> {
                Local mask = VectorKernel.tailMask(code, dtype, at, n);
                feedMasked(row, accs.get(0), at, mask);
                addTo(at, lanes);
              });
          accumulators.store(accs.get(0), () -> code.load(chunk), () -> code.load(column), 0);
        });
  }
}
