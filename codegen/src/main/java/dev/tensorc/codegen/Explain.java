package dev.tensorc.codegen;

import dev.tensorc.codegen.emit.Vectorizable;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopPrinter;

/** What the code generator decided, for {@code tensorc explain}. */
public final class Explain {

  private Explain() {}

  /** The versions of one function with their guards, and each kernel's loop nest. */
  public static String plan(LoopIr.Program program, LoopIr.Plan plan) {
    return LoopPrinter.print(program, plan, Explain::remark);
  }

  private static String remark(LoopIr.Kernel k) {
    return Vectorizable.obstacle(k).map(why -> "scalar, because " + why).orElse("vectorised");
  }
}
