package dev.tensorc.codegen.emit.nest;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.LaneGathers;
import dev.tensorc.codegen.emit.vector.LaneSpecies;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Nest;
import java.util.function.BiConsumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Emits the checks of a nest's demands on a call: the strides and extents that it is for. */
public final class NestGuard {

  private NestGuard() {}

  /** Calls the first of a kernel's nests whose strides and extents hold, and returns. */
  public static void leave(KernelPrologue prologue) {
    Kernel k = prologue.kernel();
    Code code = prologue.code();
    for (int number = 0; number < k.nests().size(); number++) {
      Nest nest = k.nests().get(number);
      String method = NestEmitter.method(prologue.name(), number);
      if (nest.lanes() < k.parallel() - 1 || !nest.unrolled().isEmpty() || nest.gathers(k)) {
        prologue.collapseInto(nest.lanes(), Vectorizable.innermostKnown(k).orElse(-1) + 1);
      }
      prologue.leaveIf(fits(k, number, code, prologue.params()), method);
    }
  }

  /** Holds where the strides and extents of a kernel's nest do. */
  public static BiConsumer<Code, Label> fits(Kernel k, int number, Code code, Params params) {
    Nest nest = k.nests().get(number);
    Kernel inLanes = nest.kernel(k); // its expressions over a row's reductions, too
    BiConsumer<Code, Label> gathers = nest.gathers(k) ? LaneGathers.areFast() : (_, _) -> {};
    return Code.and(LaneSpecies.haveLanes(code, inLanes), Code.and(gathers, fits(nest, k, params)));
  }

  private static BiConsumer<Code, Label> fits(Nest nest, Kernel k, Params params) {
    return (c, no) -> {
      c.load(params.extents().get(nest.lanes()))
          .jumpIf(Opcodes.IFLT, k.tuning().elements().nests().minPoints(), no);
      for (int r = 0; r < nest.unrolled().size(); r++) {
        c.load(params.extents().get(nest.firstUnrolled(k) + r))
            .jumpIf(Opcodes.IFNE, nest.unrolled().get(r), no);
      }
      for (int t = 0; t < nest.steps().size(); t++) {
        int step = nest.steps().get(t);
        Local stride = params.tensors().get(t).strides()[nest.lanes()];
        if (stride != null) {
          c.memory().jumpUnlessEqual(c, stride, () -> c.pushInt(step), no);
        }
        Local[] strides = params.tensors().get(t).strides();
        if (nest.isInterleaved(t)) {
          nest.strides(k, t)
              .forEach(
                  (axis, elements) ->
                      c.memory().jumpUnlessEqual(c, strides[axis], () -> c.pushInt(elements), no));
        } else if (nest.usesAll(t) && nest.points() > 1) {
          c.memory().jumpUnlessEqual(c, strides[k.rank() - 1], () -> c.pushInt(1), no);
        }
      }
      nest.turns().forEach(turns -> requireTurns(c, turns, params, no));
    };
  }

  /** Jumps unless the tensors begin one behind the other in one array. */
  private static void requireTurns(Code c, Nest.Turns turns, Params params, Label no) {
    Tensor first = params.tensors().get(turns.tensors().getFirst());
    for (int k = 1; k < turns.tensors().size(); k++) {
      Tensor t = params.tensors().get(turns.tensors().get(k));
      int distance = k * turns.each();
      c.load(t.array());
      c.load(first.array());
      c.mv().visitJumpInsn(Opcodes.IF_ACMPNE, no);
      Local between =
          c.newLocal(
              c.memory().index(),
              () -> {
                c.load(t.offset());
                c.load(first.offset());
                c.op(c.memory().index().getOpcode(Opcodes.ISUB));
              });
      c.memory().jumpUnlessEqual(c, between, () -> c.pushInt(distance), no);
    }
  }
}
