package dev.tensorc.codegen.verify;

import static dev.tensorc.codegen.verify.SmallProgram.X;
import static dev.tensorc.codegen.verify.SmallProgram.Z;
import static dev.tensorc.codegen.verify.SmallProgram.plan;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.ir.CompilerBug;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The message about a wrong program. */
class LoopIrVerifierTest {

  private static void refused(Program program, String message) {
    assertThatThrownBy(() -> LoopIrVerifier.verify(program, "fuse"))
        .isInstanceOf(CompilerBug.class)
        .hasMessage(message);
  }

  @Test
  void aRightProgramPasses() {
    LoopIrVerifier.verify(SmallProgram.program(plan()), "fuse");
  }

  @Test
  void aStatement() {
    refused(
        SmallProgram.program(plan(new LoopIr.Reuse(Z, SmallProgram.Y, Optional.empty()))),
        "compiler bug after pass `fuse`: in f: "
            + SmallProgram.Y
            + " is used but not defined here\n  z = y, in place");
  }

  @Test
  void aKernelAndItsCall() {
    var wrong =
        SmallProgram.kernel(
            1, 0, List.of(SmallProgram.ROW), List.of(), new Result(new Load(1, DType.F32), false));
    refused(
        new Program(List.of(plan()), List.of(wrong), Tuning.DEFAULT),
        "compiler bug after pass `fuse`: in f, kernel0, result 0: it reads input 1, of 1\n"
            + "  y = kernel0(x, 1)");
  }

  @Test
  void aKernelThatNoPlanCalls() {
    var empty = SmallProgram.kernel(1, 0, List.of(), List.of());
    refused(
        new Program(List.of(plan()), List.of(SmallProgram.COPY, empty), Tuning.DEFAULT),
        "compiler bug after pass `fuse`: in no plan, kernel1: it stores nothing\n"
            + "  made for line 1");
  }

  @Test
  void aStatementWithBlocks() {
    var head =
        new LoopIr.Counted(X, new Expr.Const(DType.I64, 0L), new Expr.Const(DType.I64, 9L), 0);
    refused(
        SmallProgram.program(
            plan(new LoopIr.Loop(head, List.of(), List.of(), List.of(), SmallProgram.SPAN))),
        "compiler bug after pass `fuse`: in f: a loop by step 0\n  for x in 0:9:0");
  }
}
