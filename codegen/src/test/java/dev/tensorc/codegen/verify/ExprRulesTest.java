package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.Op;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.math.MathFunction;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes of expressions, each wrong in one way. */
class ExprRulesTest {

  private static final Expr F32 = new Const(DType.F32, 1f);
  private static final Expr I64 = new Const(DType.I64, 1L);
  private static final Expr I32 = new Const(DType.I32, 1);
  private static final Expr BOOL = new Const(DType.BOOL, true);

  private static Expr op(PrimOp op, DType type, Expr... args) {
    return new Op(op, type, List.of(args), 0, Optional.empty());
  }

  private static void refused(Expr e, String rule) {
    Broken.refused(() -> ExprRules.verify(e, Broken.AT), rule);
  }

  @Test
  void rightOperations() {
    for (Expr e :
        List.of(
            op(PrimOp.ADD, DType.F32, F32, F32),
            op(PrimOp.FMA, DType.F32, F32, F32, F32),
            op(PrimOp.REMAINDER, DType.I64, I64, I64),
            op(PrimOp.SHIFT_LEFT, DType.I64, I64, I64),
            op(PrimOp.NOT, DType.BOOL, BOOL),
            op(PrimOp.LT, DType.BOOL, I64, I64),
            op(PrimOp.SELECT, DType.F32, BOOL, F32, F32),
            op(PrimOp.CAST, DType.F32, I64),
            op(PrimOp.ROUND_F16, DType.F32, F32),
            op(PrimOp.BITS, DType.I32, F32),
            op(PrimOp.FROM_BITS, DType.F32, I32))) {
      ExprRules.verify(e, Broken.AT);
    }
  }

  @Test
  void operandsOfWhichThereAreTooFew() {
    refused(op(PrimOp.ADD, DType.F32, F32), "ADD: 1 operands");
    refused(op(PrimOp.SELECT, DType.F32, BOOL, F32), "SELECT: 2 operands");
    refused(op(PrimOp.NEG, DType.F32, F32, F32), "NEG: 2 operands");
  }

  @Test
  void operandsOfAnotherDtype() {
    refused(op(PrimOp.ADD, DType.F32, F32, I64), "ADD(f32, i64) -> f32 is no operation");
    refused(op(PrimOp.MAX, DType.BOOL, BOOL, BOOL), "MAX(bool, bool) -> bool is no operation");
    refused(op(PrimOp.DIV, DType.I64, I64, I64), "DIV(i64, i64) -> i64 is no operation");
    refused(
        op(PrimOp.FLOOR_DIV, DType.F32, F32, F32), "FLOOR_DIV(f32, f32) -> f32 is no operation");
    refused(
        op(PrimOp.SHIFT_RIGHT, DType.I64, I64, I32),
        "SHIFT_RIGHT(i64, i32) -> i64 is no operation");
    refused(op(PrimOp.AND, DType.F32, F32, F32), "AND(f32, f32) -> f32 is no operation");
    refused(op(PrimOp.LT, DType.BOOL, F32, I64), "LT(f32, i64) -> bool is no operation");
    refused(op(PrimOp.EQ, DType.I32, I32, I32), "EQ(i32, i32) -> i32 is no operation");
    refused(
        op(PrimOp.SELECT, DType.F32, I32, F32, F32),
        "SELECT(i32, f32, f32) -> f32 is no operation");
    refused(op(PrimOp.BITS, DType.I64, F32), "BITS(f32) -> i64 is no operation");
    refused(op(PrimOp.FROM_BITS, DType.F32, I64), "FROM_BITS(i64) -> f32 is no operation");
    refused(op(PrimOp.ROUND_BF16, DType.F32, I32), "ROUND_BF16(i32) -> f32 is no operation");
  }

  @Test
  void shiftsByMoreThanThereIs() {
    refused(
        new Op(PrimOp.SHL, DType.I32, List.of(I32), 32, Optional.empty()),
        "SHL(i32) -> i32 by 32 bits");
  }

  @Test
  void conditionsAndPlacesOfAnotherDtype() {
    refused(new Expr.Gathered(0, DType.F32, I32), "a distance is i32, not i64");
    refused(new Expr.Guarded(I32, F32), "a condition is i32, not bool");
    refused(new Expr.Subscript(I32, I64, "axis 0"), "an index is i32, not i64");
    refused(new Expr.Subscript(I64, I32, "axis 0"), "a size is i32, not i64");
    refused(new Expr.AxisIndex(0, DType.F32), "an axis has no index of f32");
  }

  @Test
  void functionsOfAnotherDtype() {
    refused(
        new Expr.SlowPath(F32, F32, MathFunction.SIN32, List.of(F32)),
        "a condition is f32, not bool");
    refused(
        new Expr.SlowPath(BOOL, F32, MathFunction.SIN32, List.of(I64)),
        "an argument is i64, not f32");
    refused(new Expr.JdkMath(Builtin.POW, List.of(F32, I64)), "an argument is i64, not f32");
  }

  @Test
  void constantsOfAnotherClass() {
    refused(new Const(DType.I64, 1), "Integer is no constant of i64");
  }
}
