package dev.tensorc.compiler;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopPrinter;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.ir.TensorIr;

/** {@link TensorIr} to {@link LoopIr}. */
final class PlanPass implements LoopPass<TensorIr.Module> {

  @Override
  public String name() {
    return "plan";
  }

  @Override
  public String purpose() {
    return "fuses array operations into loop nests and chooses their versions";
  }

  @Override
  public LoopIr.Program run(TensorIr.Module in, PassContext cx) {
    return CodeGenerator.plan(in, new PlanOptions(cx.options().versions(), cx.options().fusion()));
  }

  @Override
  public String size(LoopIr.Program out) {
    return Sizes.of(out.plans().size(), "plan", out.kernels().size(), "kernel");
  }

  @Override
  public String print(LoopIr.Program out) {
    return LoopPrinter.print(out);
  }
}
