package dev.tensorc.codegen.step;

import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Lets updates that together write all elements of an array begin with zeros, where the array is
 * needed as it was and would be copied before the first of them.
 *
 * <p>Before: {@code y = x; y[::2] = a; y[1::2] = b}. After: {@code y = zeros(n)} and the same
 * updates, as of an array that {@code stack} makes. No zeros are written either.
 */
public final class OverwrittenTargets extends PartsRewriter {

  private OverwrittenTargets(TensorIr.Function f, IntSupplier ids) {
    super(f, ids);
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return run(module, OverwrittenTargets::new);
  }

  @Override
  void learn(Block block) {
    var chains = new UpdateChains(block, definitions, facts);
    for (Step step : block.steps()) {
      if (step instanceof Update u && definitions.isCopiedBy(u) && chains.writeAll(u)) {
        Value target = u.target();
        var zero = new Value(ids.getAsInt(), target.dtype(), List.of(), "", u.span());
        Value zeros = another(u.result());
        replaced.put(
            u,
            List.of(
                new TensorIr.Constant(zero, Scalars.zero(target.dtype())),
                new TensorIr.View(zeros, zero, List.of()),
                new Update(u.result(), zeros, u.region(), u.extents(), u.value())));
      } else if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::learn);
      }
    }
  }
}
