package dev.tensorc.compiler;

import dev.tensorc.codegen.step.BatchedLoops;
import dev.tensorc.ir.TensorIr;

/** {@link BatchedLoops}. */
final class BatchPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "batch";
  }

  @Override
  public String purpose() {
    return "computes all rounds of a loop at once, where none needs another's result";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return BatchedLoops.run(in);
  }
}
