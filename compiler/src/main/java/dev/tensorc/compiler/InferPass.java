package dev.tensorc.compiler;

import dev.tensorc.frontend.SourceUnit;
import dev.tensorc.infer.Inference;
import dev.tensorc.infer.report.Allowed;
import dev.tensorc.ir.TensorIr;

/** {@link SourceUnit} to {@link TensorIr}. */
final class InferPass implements TensorPass<SourceUnit> {

  @Override
  public String name() {
    return "infer";
  }

  @Override
  public String purpose() {
    return "finds dtypes and shapes, inlines calls, writes implicit joins and checks down";
  }

  @Override
  public TensorIr.Module run(SourceUnit in, PassContext cx) {
    var result = Inference.infer(in, cx.options().broadcasting(), cx.options().strictResults());
    cx.allow(Allowed.of(in));
    cx.report(result.diagnostics());
    return result.module().orElseThrow(cx::failure);
  }
}
