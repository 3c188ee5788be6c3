package dev.tensorc.codegen.verify;

import static dev.tensorc.codegen.verify.SmallProgram.N;
import static dev.tensorc.codegen.verify.SmallProgram.SPAN;
import static dev.tensorc.codegen.verify.SmallProgram.X;
import static dev.tensorc.codegen.verify.SmallProgram.Z;
import static dev.tensorc.codegen.verify.SmallProgram.call;
import static dev.tensorc.codegen.verify.SmallProgram.launch;
import static dev.tensorc.codegen.verify.SmallProgram.plan;
import static dev.tensorc.codegen.verify.SmallProgram.value;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.LoopIr.Argument;
import dev.tensorc.codegen.loop.LoopIr.Call;
import dev.tensorc.codegen.loop.LoopIr.Cluster;
import dev.tensorc.codegen.loop.LoopIr.Launch;
import dev.tensorc.codegen.loop.LoopIr.Program;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.codegen.loop.LoopIr.Target;
import dev.tensorc.codegen.loop.LoopIr.Version;
import dev.tensorc.codegen.loop.LoopIr.Written;
import dev.tensorc.codegen.tuning.Tuning;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.Value;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Calls of kernels, each wrong in one way. */
class CallRulesTest {

  private static final Argument ROW = new Argument(X, Access.identity(1));
  private static final Value LONGS = value(10, "l", DType.I64, N);
  private static final Facts.Equation ONE = new Facts.Equation(N, new Dim.Const(1));

  private static void refused(Stmt s, String rule) {
    Broken.refused(() -> SmallProgram.verify(plan(s)), rule);
  }

  private static void refused(Launch l, String rule) {
    refused(call(l), rule);
  }

  private static Target target(Written written, Dim... extents) {
    return new Target(List.of(written), List.of(extents), SPAN);
  }

  private static Written made(Value v) {
    return new Written(v, Optional.empty(), true);
  }

  private static Launch with(Launch l, Call call) {
    return new Launch(l.target(), call, l.origin());
  }

  @Test
  void aRightCall() {
    SmallProgram.verify(plan(call(launch(Z, X))));
  }

  @Test
  void kernels() {
    Launch l = launch(Z, X);
    Call call = l.call();
    refused(with(l, new Call(2, call.inputs(), call.scalars())), "no kernel of 2");
    refused(launch(target(made(Z)), ROW), "0 extents for 1 axes");
    refused(launch(target(made(Z), new Dim.Late(9, "late")), ROW), "late has no size here");
  }

  @Test
  void inputs() {
    Target target = target(made(Z), N);
    refused(launch(target), "0 inputs, of 1");
    refused(
        launch(target, new Argument(Z, Access.identity(1))), Z + " is used but not defined here");
    refused(
        launch(target, new Argument(X, Access.identity(2))),
        "2 axes of " + X + " are walked, of 1");
    Access second = Access.of(List.of(new AxisPath(1, List.of())));
    refused(launch(target, new Argument(X, second)), "axis 1 walks " + X + ", of 1");
  }

  @Test
  void inputsThatTheKernelKnowsOtherwise() {
    var same = new Input(DType.F32, List.of(AxisUse.NONE));
    var longs = new Input(DType.I64, List.of(AxisUse.FULL));
    Broken.refused(
        () -> verify(same, new Expr.Load(0, DType.F32)),
        "input 0 does not follow axis 0, which walks its tensor");
    Broken.refused(() -> verify(longs, new Expr.Const(DType.F32, 1f)), "input 0 is f32, not i64");
  }

  private static void verify(Input input, Expr stored) {
    var kernel =
        SmallProgram.kernel(1, 0, List.of(input), List.of(), new Kernel.Result(stored, false));
    LoopIrVerifier.verify(new Program(List.of(plan()), List.of(kernel), Tuning.DEFAULT), "fuse");
  }

  @Test
  void scalars() {
    Launch l = launch(Z, X);
    refused(with(l, new Call(0, List.of(ROW), List.of())), "0 scalars, of 1");
    var half = new Expr.Const(DType.F32, 0.5f);
    refused(with(l, new Call(0, List.of(ROW), List.of(half))), "a scalar is f32, not i64");
  }

  @Test
  void results() {
    refused(launch(new Target(List.of(), List.of(N), SPAN), ROW), "0 results, of 1");
    refused(launch(target(made(LONGS), N), ROW), "result 0 is i64, not f32");
    refused(launch(target(made(X), N), ROW), X + " is defined twice");
    refused(
        launch(target(new Written(X, Optional.empty(), false), N), ROW), X + " is written nowhere");
    refused(
        launch(target(new Written(Z, Optional.of(Access.identity(1)), false), N), ROW),
        Z + " is used but not defined here");
    refused(
        launch(target(new Written(Z, Optional.of(Access.identity(2)), true), N), ROW),
        "2 axes of " + Z + " are walked, of 1");
  }

  @Test
  void versions() {
    var fallback = new Version(List.of(), List.of(launch(Z, X)));
    var guarded = new Version(List.of(ONE), List.of(launch(Z, X)));
    SmallProgram.verify(plan(new Cluster(List.of(Z), List.of(guarded, fallback))));
    refused(new Cluster(List.of(), List.of()), "a cluster without a version");
    refused(new Cluster(List.of(Z), List.of(guarded)), "the fallback has a guard");
    refused(new Cluster(List.of(Z), List.of(fallback, fallback)), "a version has no guard");
    refused(
        new Cluster(List.of(Z), List.of(new Version(List.of(ONE), List.of()), fallback)),
        "a version makes [], not all of " + List.of(Z));
    var late = new Facts.Equation(new Dim.Late(9, "late"), N);
    refused(
        new Cluster(List.of(Z), List.of(new Version(List.of(late), fallback.launches()), fallback)),
        "late has no size here");
  }
}
