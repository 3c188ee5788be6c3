package dev.tensorc.codegen;

import dev.tensorc.codegen.emit.ClassEmitter;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.plan.PlanOptions;
import dev.tensorc.codegen.plan.Planner;
import dev.tensorc.codegen.schedule.ByteOperations;
import dev.tensorc.codegen.schedule.NarrowSums;
import dev.tensorc.codegen.schedule.Scheduler;
import dev.tensorc.ir.TensorIr;
import java.util.Map;

/** From typed, shaped programs to class files. */
public final class CodeGenerator {

  private CodeGenerator() {}

  /** The plans of a module: versions, fused kernels, and how they are called. */
  public static LoopIr.Program plan(TensorIr.Module module, PlanOptions options) {
    return Planner.plan(module, options);
  }

  /** The same program with the loops that kernels are likely to run in. */
  public static LoopIr.Program schedule(LoopIr.Program program) {
    return Scheduler.schedule(ByteOperations.run(NarrowSums.run(program)));
  }

  /**
   * The class files of a scheduled program.
   *
   * @param sourceFile the source's name in stack traces, such as {@code pricing.tc}
   * @param packageName dotted, empty for the unnamed package
   * @param className simple name of the class that users call
   * @return class files by binary name
   */
  public static Map<String, byte[]> emit(
      LoopIr.Program program, String sourceFile, String packageName, String className) {
    String facade =
        packageName.isEmpty() ? className : packageName.replace('.', '/') + "/" + className;
    return ClassEmitter.emit(program, sourceFile, facade);
  }
}
