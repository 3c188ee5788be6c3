package dev.tensorc.compiler;

import dev.tensorc.codegen.step.IndexSteps;
import dev.tensorc.ir.TensorIr;

/** {@link IndexSteps}. */
final class IndicesPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "indices";
  }

  @Override
  public String purpose() {
    return "computes with the indices of an axis in few bits and along that axis";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return IndexSteps.run(in);
  }
}
