package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.tuning.RowTuning;
import dev.tensorc.ir.DType;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Hands short rows to {@link AcrossRows} where it pays, which sizes and strides tell. */
final class AcrossCalls {

  private AcrossCalls() {}

  /**
   * Hands over rows that are short enough.
   *
   * @param prologue of a kernel that has such a form: {@link AcrossRows#possible}
   */
  static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    Params params = prologue.params();
    int lanes = k.parallel() - 1;
    DType d = k.reductions().getFirst().value().type();
    Local length = params.extents().get(k.rank() - 1);
    Local most = code.newInt(FloatSums.lanes(d));
    code.ifThen(
        Code.atMost(length, most),
        () -> {
          prologue.collapseInto(lanes, 0);
          Local results = params.extents().get(lanes);
          code.assign(most, () -> pushMost(k, code, params));
          Local vector = code.newInt(() -> VectorTypes.pushLength(code, d));
          Local widest = code.newInt(FloatSums.lanes(d) / 4);
          code.ifThen(
              Code.and(
                  Code.and(Code.atMost(length, most), Code.atMost(vector, results)),
                  Code.and(
                      Code.atMost(vector, widest), isWalked(params.tensors().getLast(), lanes))),
              () -> prologue.leaveTo(AcrossRows.method(prologue.name())));
        });
  }

  /**
   * How long the rows may be: those that are laid out for results side by side are few, or read for
   * many points of the outer axes.
   */
  private static void pushMost(Kernel k, Code code, Params params) {
    int lanes = k.parallel() - 1;
    int virtual = FloatSums.lanes(k.reductions().getFirst().value().type());
    RowTuning.Outer tuning = k.tuning().rows().outer();
    Local few = code.newInt(() -> code.pushInt(Math.min(tuning.maxElements(), virtual)));
    Local most = code.newInt(virtual);
    Local times = code.newInt(1);
    for (int a = 0; a < lanes; a++) {
      Local extent = params.extents().get(a);
      code.assign(times, () -> code.load(times).max(extent));
    }
    Local again = code.newInt(tuning.minUses());
    for (Tensor t : params.tensors().subList(0, k.inputs().size())) {
      if (t.follows(lanes)) {
        BiConsumer<Code, Label> isLaidOutOnce =
            Code.and(
                Code.intsEqual(() -> pushMoves(code, t, lanes), () -> code.pushInt(0)),
                Code.atMost(again, times));
        code.ifNot(
            isWalked(t, lanes), () -> code.ifNot(isLaidOutOnce, () -> code.assign(most, few)));
      }
    }
    code.load(most);
  }

  /** Pushes an int that is 0 where a tensor is the same for all of the first axes. */
  static void pushMoves(Code code, Tensor t, int axes) {
    code.pushInt(0);
    for (int a = 0; a < axes; a++) {
      if (t.follows(a)) {
        code.load(t.strides()[a]);
        code.op(Opcodes.IOR);
      }
    }
  }

  /** Holds where the elements along an axis lie next to each other. */
  static BiConsumer<Code, Label> isWalked(Tensor t, int axis) {
    return (c, no) -> t.requireNeighbours(c, axis, no);
  }
}
