package dev.tensorc.compiler;

import dev.tensorc.codegen.step.StoredElements;
import dev.tensorc.ir.TensorIr;

/** {@link StoredElements}. */
final class StoredElementsPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "carry";
  }

  @Override
  public String purpose() {
    return "hands elements that the round before has stored on in scalars";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return StoredElements.run(in);
  }
}
