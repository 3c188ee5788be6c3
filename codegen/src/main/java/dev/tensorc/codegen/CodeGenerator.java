package dev.tensorc.codegen;

import dev.tensorc.codegen.emit.ClassEmitter;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.Planner;
import dev.tensorc.ir.TensorIr;
import java.util.Map;

/** From typed, shaped programs to class files. */
public final class CodeGenerator {

  private CodeGenerator() {}

  /**
   * @param sourceFile what stack traces call the source, such as {@code pricing.tc}
   * @param packageName dotted, empty for the unnamed package
   * @param className simple name of the class that users call
   * @param versionBudget versions of a kernel beside its fallback; 0 for the fallback alone
   * @return class files by binary name
   */
  public static Map<String, byte[]> generate(
      TensorIr.Module module,
      String sourceFile,
      String packageName,
      String className,
      int versionBudget) {
    String facade =
        packageName.isEmpty() ? className : packageName.replace('.', '/') + "/" + className;
    return ClassEmitter.emit(plan(module, versionBudget), sourceFile, facade);
  }

  /** The plans and kernels that {@link #generate} emits: what {@code explain} shows. */
  public static LoopIr.Program plan(TensorIr.Module module, int versionBudget) {
    return Planner.plan(module, versionBudget);
  }
}
