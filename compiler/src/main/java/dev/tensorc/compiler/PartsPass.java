package dev.tensorc.compiler;

import dev.tensorc.codegen.step.NestedParts;
import dev.tensorc.ir.TensorIr;

/** {@link NestedParts}. */
final class PartsPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "parts";
  }

  @Override
  public String purpose() {
    return "writes the parts of a part where they belong";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return NestedParts.run(in);
  }
}
