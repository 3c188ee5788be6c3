package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Program;

/**
 * Checks the invariants of {@link LoopIr}: {@link PlanRules} those of statements, {@link CallRules}
 * of calls, {@link KernelRules} of kernels, {@link NestRules} of their nests.
 */
public final class LoopIrVerifier {

  private LoopIrVerifier() {}

  /**
   * @param pass the pass that made the program, to be named if it is wrong
   * @throws dev.tensorc.ir.CompilerBug if an invariant does not hold
   */
  public static void verify(Program program, String pass) {
    var calls = new CallRules(program.kernels());
    for (Plan plan : program.plans()) {
      PlanRules.verify(plan, calls, pass);
    }
    calls.others(pass);
  }
}
