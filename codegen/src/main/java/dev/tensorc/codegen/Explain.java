package dev.tensorc.codegen;

import dev.tensorc.codegen.emit.Vectorizable;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopPrinter;

/** What the code generator decided, for {@code tensorc explain}. */
public final class Explain {

  private Explain() {}

  /** The versions of one function with their guards, and each kernel's loop nest. */
  public static String function(LoopIr.Program program, String name) {
    for (LoopIr.Plan plan : program.plans()) {
      if (plan.function().name().equals(name)) {
        return LoopPrinter.print(program, plan, Explain::remark);
      }
    }
    throw new IllegalArgumentException("no function " + name);
  }

  private static String remark(LoopIr.Kernel k) {
    return Vectorizable.obstacle(k).map(why -> "scalar, because " + why).orElse("vectorised");
  }
}
