package dev.tensorc.compiler;

import dev.tensorc.codegen.loop.CommonSteps;
import dev.tensorc.interp.ElementMath;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;

/** {@link CommonSteps}. */
final class CommonPass implements Pass<TensorIr.Module, TensorIr.Module> {

  @Override
  public String name() {
    return "common";
  }

  @Override
  public String purpose() {
    return "computes once what is written twice";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return CommonSteps.run(in, ElementMath::of);
  }

  @Override
  public String size(TensorIr.Module out) {
    return Sizes.of(out);
  }

  @Override
  public String print(TensorIr.Module out) {
    return TensorIrPrinter.of(out);
  }
}
