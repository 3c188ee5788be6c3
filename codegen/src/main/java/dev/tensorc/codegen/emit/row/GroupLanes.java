package dev.tensorc.codegen.emit.row;

import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.vector.KernelForm;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Emits the method that adds up the lanes of vectors, as many vectors at a time as a vector has
 * lanes. It is apart from the loop over the rows of {@link RowGroups}: HotSpot's first compiler
 * gives up on both in one method.
 */
final class GroupLanes {

  private GroupLanes() {}

  /** The method for a reduction of a kernel. */
  static KernelForm form(Kernel k, Reduction r, String name) {
    KernelForm.Emitter emitter =
        (vectors, code, holders, _) ->
            emit(vectors, code, holders.constants(), new VectorAccumulators(code, r));
    return new KernelForm(method(name, r), ofVectors(k, r), emitter);
  }

  /** Emits its call; the arguments of {@link #ofVectors} are on the stack. */
  static void call(Kernel k, Reduction r, Code code, String holder, String name) {
    KernelCall.emit(code, holder, method(name, r), ofVectors(k, r), code.memory());
  }

  private static String method(String kernel, Reduction r) {
    return kernel + "GroupsOf" + r.op();
  }

  /** The reduction for rows that are one vector each. */
  private static Kernel ofVectors(Kernel k, Reduction r) {
    var d = r.value().type();
    var reduction = new Reduction(r.op(), new Expr.Load(0, d), true);
    var vectors = new Kernel.Input(d, List.of(AxisUse.FULL, AxisUse.FULL));
    var result = new Result(new Expr.Reduced(0, d), false);
    return k.part(1, 1, List.of(vectors), List.of(), List.of(reduction), List.of(result));
  }

  private static void emit(
      Kernel ofVectors, Code code, LaneConstants constants, VectorAccumulators accumulators) {
    Params params = KernelCall.params(ofVectors, code.memory());
    Tensor from = params.tensors().getFirst();
    Tensor to = params.tensors().getLast();
    int length = RowGroups.length(from.dtype());
    code.forLoop(
        params.extents().getFirst(),
        length,
        r -> {
          Local place = code.newInt(() -> code.load(r).times(length).plus(from.offset()));
          var vectors = new ArrayList<Local>();
          for (int v = 0; v < length; v++) {
            int row = v;
            vectors.add(
                code.newLocal(
                    VectorTypes.of(from.dtype()),
                    () ->
                        accumulators.pushFrom(
                            () -> code.load(from.array()), () -> code.load(place), row)));
          }
          for (int width = length / 2; width > 0; width /= 2) {
            for (int v = 0; v < width; v++) {
              Local other = vectors.get(v + width);
              vectors.set(v, accumulators.interleaved(vectors.get(v), other, width, constants));
            }
          }
          Local sums = code.sum(to.offset(), r);
          accumulators.store(
              vectors.getFirst(), () -> code.load(to.array()), () -> code.load(sums), 0);
        });
    code.op(Opcodes.RETURN);
  }
}
