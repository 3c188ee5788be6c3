package dev.tensorc.compiler;

import dev.tensorc.codegen.loop.IndexSteps;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;

/** {@link IndexSteps}. */
final class IndicesPass implements Pass<TensorIr.Module, TensorIr.Module> {

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

  @Override
  public String size(TensorIr.Module out) {
    return Sizes.of(out);
  }

  @Override
  public String print(TensorIr.Module out) {
    return TensorIrPrinter.of(out);
  }
}
