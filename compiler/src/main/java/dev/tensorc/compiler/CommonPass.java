package dev.tensorc.compiler;

import dev.tensorc.codegen.step.CommonSteps;
import dev.tensorc.interp.ElementMath;
import dev.tensorc.ir.TensorIr;

/** {@link CommonSteps}. */
final class CommonPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "common";
  }

  @Override
  public String purpose() {
    return "computes a repeated step once";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return CommonSteps.run(in, ElementMath::of);
  }
}
