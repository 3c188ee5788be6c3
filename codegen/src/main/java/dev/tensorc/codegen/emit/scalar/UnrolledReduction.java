package dev.tensorc.codegen.emit.scalar;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.JvmTypes;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;

/**
 * Reductions of few points: all values that give a result stand in the code. The JIT takes the
 * extents, which were compared with constants, as these constants.
 */
public final class UnrolledReduction {

  private UnrolledReduction() {}

  /** Holds where a call has the extents, for a kernel that has such code. */
  public static Optional<BiConsumer<Code, Label>> fits(Kernel k, Memory memory, Params params) {
    return memory == Memory.ARRAYS
        ? k.schedule().fewPoints().map(extents -> fits(extents, params))
        : Optional.empty();
  }

  private static BiConsumer<Code, Label> fits(List<Integer> extents, Params params) {
    return IntStream.range(0, extents.size())
        .mapToObj(axis -> Code.intsEqual(params.extents().get(axis), extents.get(axis)))
        .reduce(Code::and)
        .orElseThrow();
  }

  /** Combines at most a chunk of values in the reduction's order. */
  static Local combined(Code code, Reduction r, List<Local> values) {
    DType t = r.value().type();
    Local start =
        code.newLocal(
            JvmTypes.scalar(t),
            () -> JvmTypes.pushConstant(code, t, ScalarKernel.start(r.op(), t)));
    if (!FloatSums.orders(r) || !r.lastAxis()) {
      values.forEach(v -> combine(code, r, start, v));
      return start;
    }
    int width = Integer.highestOneBit(2 * values.size() - 1);
    for (int half = width / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half && lane + half < values.size(); lane++) {
        combine(code, r, values.get(lane), values.get(lane + half));
      }
    }
    if (r.op() == Builtin.SUM) {
      combine(code, r, start, values.getFirst()); // each virtual lane starts from 0.0
      return start;
    }
    return values.getFirst();
  }

  private static void combine(Code code, Reduction r, Local into, Local value) {
    code.assign(
        into,
        () -> {
          code.load(into);
          code.load(value);
          ScalarKernel.combine(code, r.op(), r.value().type());
        });
  }
}
