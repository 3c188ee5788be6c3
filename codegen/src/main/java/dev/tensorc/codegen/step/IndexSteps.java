package dev.tensorc.codegen.step;

import dev.tensorc.ir.TensorIr;
import java.util.function.IntSupplier;

/** Rewrites index arithmetic so that vectors have lanes for it, one rewriter after the other. */
public final class IndexSteps {

  private IndexSteps() {}

  public static TensorIr.Module run(TensorIr.Module module) {
    return module.withFunctions(module.functions().stream().map(IndexSteps::function).toList());
  }

  private static TensorIr.Function function(TensorIr.Function f) {
    IntSupplier ids = FreshIds.of(f);
    return FlatIndices.of(NarrowIndices.of(f, ids), ids);
  }
}
