package dev.tensorc.codegen.verify;

import static dev.tensorc.codegen.verify.SmallProgram.N;
import static dev.tensorc.codegen.verify.SmallProgram.SPAN;
import static dev.tensorc.codegen.verify.SmallProgram.X;
import static dev.tensorc.codegen.verify.SmallProgram.Y;
import static dev.tensorc.codegen.verify.SmallProgram.Z;
import static dev.tensorc.codegen.verify.SmallProgram.plan;
import static dev.tensorc.codegen.verify.SmallProgram.value;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.PlanScalar;
import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.loop.LoopIr.Arm;
import dev.tensorc.codegen.loop.LoopIr.Plan;
import dev.tensorc.codegen.loop.LoopIr.Stmt;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plans, each wrong in one statement. */
class PlanRulesTest {

  private static final Expr ONE = new Expr.Const(DType.I64, 1L);
  private static final Expr HALF = new Expr.Const(DType.F32, 0.5f);
  private static final Expr TRUE = new Expr.Const(DType.BOOL, true);
  private static final Value I = value(10, "i", DType.I64);
  private static final Value MATRIX = value(11, "m", DType.F32, N, N);
  private static final Value LONGS = value(12, "l", DType.I64, N);
  private static final Dim.Late LATE = new Dim.Late(1, "late");
  private static final Access WHOLE = Access.identity(1);

  private static void refused(Plan plan, String rule) {
    Broken.refused(() -> SmallProgram.verify(plan), rule);
  }

  private static void refused(Stmt s, String rule) {
    refused(plan(s), rule);
  }

  private static Plan with(Plan plan, Map<Value, LoopIr.Home> homes) {
    return new Plan(plan.function(), plan.buffers(), homes, plan.body(), plan.results());
  }

  private static Plan with(Value v, LoopIr.Home home) {
    var homes = new HashMap<>(plan().homes());
    homes.put(v, home);
    return with(plan(), homes);
  }

  private static Access along(int axis) {
    return Access.of(List.of(new AxisPath(axis, List.of())));
  }

  private static Access from(Dim start) {
    return Access.of(List.of(new AxisPath(-1, List.of(new Access.Slice(start, 1)))));
  }

  @Test
  void rightPlans() {
    SmallProgram.verify(plan());
    SmallProgram.verify(
        plan(
            new LoopIr.Scalar(I, ONE),
            new LoopIr.Bind(LATE, new PlanScalar(I)),
            new LoopIr.Alias(Z, X, WHOLE)));
    SmallProgram.verify(plan(loop(ONE, I, 1, List.of(), List.of())));
  }

  // ---------------------------------------------------------------- definitions

  @Test
  void valuesThatAreDefinedTwiceOrNever() {
    refused(new LoopIr.Alias(X, X, WHOLE), X + " is defined twice");
    refused(new LoopIr.Alias(LONGS, Z, WHOLE), Z + " is used but not defined here");
    refused(new LoopIr.Scalar(I, new PlanScalar(I)), I + " is used but not defined here");
    refused(new LoopIr.Store(Z, from(N), HALF), Z + " is used but not defined here");
    refused(
        new LoopIr.Reuse(Z, MATRIX, Optional.empty()), MATRIX + " is used but not defined here");
  }

  @Test
  void sizesThatAreBoundTwiceOrNever() {
    refused(new LoopIr.Scalar(I, new Expr.DimSize(LATE)), "late has no size here");
    refused(new LoopIr.Alias(Z, X, from(LATE)), "late has no size here");
    refused(plan(new LoopIr.Bind(LATE, ONE), new LoopIr.Bind(LATE, ONE)), "late is bound twice");
  }

  @Test
  void valuesOfABlockOutsideIt() {
    var arm = new Arm(List.of(new LoopIr.Scalar(I, ONE)), List.of(), List.of());
    var none = new Arm(List.of(), List.of(), List.of());
    refused(
        plan(
            new LoopIr.Branch(List.of(), TRUE, arm, none),
            new LoopIr.Scalar(value(20, "j", DType.I64), new PlanScalar(I))),
        I + " is used but not defined here");
  }

  // ---------------------------------------------------------------- the plan

  @Test
  void homes() {
    refused(with(Z, new LoopIr.Buffer(2)), "buffer 2, of 2");
    refused(with(Z, new LoopIr.Buffer(1)), Z + " is f32, not i64");
    refused(with(Z, new LoopIr.Output(X)), Z + " is in an output of no result");
    refused(with(LONGS, new LoopIr.Output(Y)), LONGS + " is i64, not f32");
    refused(new LoopIr.Allocate(LONGS), LONGS + " has no home");
    refused(with(plan(), Map.of()), Y + " has no home");
  }

  @Test
  void results() {
    refused(giving(List.of()), "0 results, of 1");
    refused(giving(List.of(Y)), Y + " is used but not defined here");
    refused(giving(List.of(X, X)), "a result stands twice");
    refused(giving(List.of(I), new LoopIr.Scalar(I, ONE)), I + " is i64, not f32");
  }

  private static Plan giving(List<Value> results, Stmt... body) {
    return with(plan(List.of(body), results), Map.of());
  }

  // ---------------------------------------------------------------- single statements

  @Test
  void scalars() {
    refused(new LoopIr.Scalar(I, HALF), "a scalar is f32, not i64");
    refused(new LoopIr.Bind(LATE, HALF), "a scalar is f32, not i64");
    refused(new LoopIr.Scalar(I, new Expr.ScalarArg(0, DType.I64)), "ScalarArg of a kernel");
    refused(new LoopIr.Scalar(I, new Expr.AxisStride(X, 1)), "stride of axis 1, of 1");
    refused(new LoopIr.Scalar(I, new Expr.Const(DType.I64, 1)), "Integer is no constant of i64");
  }

  @Test
  void literals() {
    Value two = value(20, "w", DType.F32, new Dim.Const(2));
    refused(new LoopIr.Literal(two, List.of(HALF)), "1 elements, of 2");
    refused(new LoopIr.Literal(two, List.of(HALF, ONE)), "a scalar is i64, not f32");
  }

  @Test
  void accesses() {
    refused(new LoopIr.Alias(Z, X, Access.identity(2)), "2 axes of " + X + " are walked, of 1");
    refused(
        new LoopIr.Alias(Z, X, new Access(List.of(List.of()))), "an axis of " + X + " has no path");
    refused(new LoopIr.Alias(Z, X, along(1)), "axis 1 walks " + X + ", of 1");
    refused(
        plan(new LoopIr.Alias(Z, X, WHOLE), new LoopIr.Store(Z, along(0), HALF)),
        "axis 0 walks " + Z + ", of 0");
  }

  @Test
  void tensorsThatShowOthers() {
    refused(new LoopIr.Alias(LONGS, X, WHOLE), LONGS + " is i64, not f32");
    refused(new LoopIr.Reshape(LONGS, X, Optional.empty()), LONGS + " is i64, not f32");
    refused(new LoopIr.Reuse(MATRIX, X, Optional.empty()), MATRIX + " has rank 2, not 1");
    refused(new LoopIr.Copy(MATRIX, X, 0, ""), MATRIX + " has rank 2, not 1");
    refused(
        new LoopIr.Reuse(Z, X, Optional.of(new LoopIr.Region(Access.identity(2), List.of(N, N)))),
        "2 axes of " + Z + " are walked, of 1");
  }

  // ---------------------------------------------------------------- branches and loops

  @Test
  void branches() {
    var arm = new Arm(List.of(), List.of(X), List.of());
    refused(new LoopIr.Branch(List.of(Z), ONE, arm, arm), "a scalar is i64, not bool");
    refused(new LoopIr.Branch(List.of(), TRUE, arm, arm), "1 yields, of 0");
    refused(new LoopIr.Branch(List.of(LONGS), TRUE, arm, arm), LONGS + " is i64, not f32");
    refused(new LoopIr.Branch(List.of(MATRIX), TRUE, arm, arm), MATRIX + " has rank 2, not 1");
  }

  @Test
  void exchanges() {
    refused(exchanging(new LoopIr.Exchange(0, 2)), "buffer 2, of 2");
    refused(exchanging(new LoopIr.Exchange(0, 1)), "a buffer of f32 becomes one of i64");
    var same = new LoopIr.Exchange(0, 0);
    refused(exchanging(same, same), "buffer 0 becomes two others");
  }

  private static Stmt exchanging(LoopIr.Exchange... exchanges) {
    var head = new LoopIr.Counted(I, ONE, ONE, 1);
    return new LoopIr.Loop(head, List.of(), List.of(), List.of(exchanges), SPAN);
  }

  private static Stmt loop(
      Expr from, Value index, long step, List<LoopIr.Carried> carried, List<Stmt> body) {
    var head = new LoopIr.Counted(index, from, ONE, step);
    return new LoopIr.Loop(head, carried, body, List.of(), SPAN);
  }

  @Test
  void loops() {
    refused(loop(HALF, I, 1, List.of(), List.of()), "a scalar is f32, not i64");
    refused(loop(ONE, I, 0, List.of(), List.of()), "a loop by step 0");
    Value half = value(20, "h", DType.F32);
    refused(loop(ONE, half, 1, List.of(), List.of()), half + " is f32, not i64");
    var asked = new LoopIr.Asked(List.of(), ONE);
    refused(
        new LoopIr.Loop(asked, List.of(), List.of(), List.of(), SPAN), "a scalar is i64, not bool");
  }

  @Test
  void whatGoesRound() {
    Value after = value(21, "after", DType.F32, N);
    refused(carrying(MATRIX, X, after), MATRIX + " has rank 2, not 1");
    refused(carrying(Z, LONGS, after), LONGS + " is used but not defined here");
    refused(carrying(Z, X, LONGS), LONGS + " is i64, not f32");
    var scalar = new LoopIr.CarriedScalar(HALF, I, I, value(22, "j", DType.I64));
    Value index = value(23, "k", DType.I64);
    refused(loop(ONE, index, 1, List.of(scalar), List.of()), "a scalar is f32, not i64");
  }

  private static Stmt carrying(Value v, Value next, Value result) {
    var carried = new LoopIr.CarriedTensor(X, v, next, result, false);
    return loop(ONE, I, 1, List.of(carried), List.of());
  }

  @Test
  void copies() {
    SmallProgram.verify(plan(new LoopIr.Copy(Z, X, 1, "")));
    refused(new LoopIr.Copy(Z, X, 2, ""), "no kernel of 2");
    refused(new LoopIr.Copy(Z, X, 0, ""), "it does not copy one tensor");
    var parts = List.of(new LoopIr.Region(Access.identity(2), List.of(N, N)));
    refused(new LoopIr.Copy(Z, X, parts, 1, ""), "2 axes of " + Z + " are walked, of 1");
  }
}
