package dev.tensorc.compiler;

import dev.tensorc.codegen.CodeGenerator;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.NestPrinter;

/** {@link LoopIr} with nests. */
final class SchedulePass implements LoopPass<LoopIr.Program> {

  @Override
  public String name() {
    return "schedule";
  }

  @Override
  public String purpose() {
    return "chooses the loops of kernels whose elements lie apart or whose rows are short";
  }

  @Override
  public LoopIr.Program run(LoopIr.Program in, PassContext cx) {
    return CodeGenerator.schedule(in);
  }

  @Override
  public String size(LoopIr.Program out) {
    int nests = out.kernels().stream().mapToInt(k -> k.nests().size()).sum();
    return Sizes.of(out.kernels().size(), "kernel", nests, "nest");
  }

  @Override
  public String print(LoopIr.Program out) {
    return NestPrinter.print(out);
  }
}
