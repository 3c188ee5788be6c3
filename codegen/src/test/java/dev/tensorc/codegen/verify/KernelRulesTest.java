package dev.tensorc.codegen.verify;

import static dev.tensorc.codegen.verify.SmallProgram.COPY;
import static dev.tensorc.codegen.verify.SmallProgram.ELEMENT;
import static dev.tensorc.codegen.verify.SmallProgram.N;
import static dev.tensorc.codegen.verify.SmallProgram.ROW;
import static dev.tensorc.codegen.verify.SmallProgram.kernel;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.Load;
import dev.tensorc.codegen.loop.Expr.Reduced;
import dev.tensorc.codegen.loop.Expr.ScalarArg;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Contraction;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Kernels, each wrong in one way. */
class KernelRulesTest {

  private static final Input MATRIX = new Input(DType.F32, List.of(AxisUse.FULL, AxisUse.FULL));
  private static final Reduction SUM = new Reduction(Builtin.SUM, ELEMENT, true);
  private static final Result SUMMED = new Result(new Reduced(0, DType.F32), false);

  private static void refused(Kernel k, String rule) {
    Broken.refused(() -> KernelRules.verify(k, Broken.AT), rule);
  }

  /** An element-wise kernel that stores an expression. */
  private static Kernel storing(Expr e) {
    return kernel(1, 0, List.of(ROW), List.of(), new Result(e, false));
  }

  /** A kernel of rows. */
  private static Kernel reducing(Reduction... reductions) {
    return kernel(1, 1, List.of(MATRIX), List.of(reductions), SUMMED);
  }

  private static Kernel contracting(Builtin op, Expr left, List<Integer> free) {
    var factors = new Contraction(left, ELEMENT, free, List.of(), false);
    return reducing(new Reduction(op, ELEMENT, true, Optional.of(factors)));
  }

  @Test
  void rightKernels() {
    KernelRules.verify(COPY, Broken.AT);
    KernelRules.verify(reducing(SUM), Broken.AT);
    KernelRules.verify(contracting(Builtin.SUM, ELEMENT, List.of(0)), Broken.AT);
  }

  @Test
  void axes() {
    refused(kernel(-1, 0, List.of(), List.of()), "-1 and 0 axes");
    refused(
        kernel(1, 1, List.of(MATRIX), List.of(), new Result(ELEMENT, false)),
        "1 reduced axes without a reduction");
    refused(kernel(1, 0, List.of(ROW), List.of()), "it stores nothing");
    refused(
        kernel(1, 0, List.of(MATRIX), List.of(), new Result(ELEMENT, false)),
        "input 0 has 2 axes, the kernel 1");
  }

  @Test
  void inputs() {
    refused(storing(new Load(1, DType.F32)), "it reads input 1, of 1");
    refused(storing(new Load(0, DType.F64)), "it reads f64 of input 0 of f32");
    refused(
        kernel(1, 1, List.of(MATRIX), List.of(SUM), new Result(ELEMENT, false)),
        "it reads input 0, which follows reduced axes, once a row");
  }

  @Test
  void scalars() {
    refused(storing(new ScalarArg(1, DType.I64)), "it uses scalar 1, of 1");
    refused(storing(new ScalarArg(0, DType.F32)), "it uses f32 of scalar 0 of i64");
  }

  @Test
  void indices() {
    refused(storing(new Expr.AxisIndex(1, DType.I64)), "it uses the index of axis 1, of 1");
  }

  @Test
  void sizesOfPlans() {
    refused(storing(new Expr.DimSize(N)), "DimSize of a plan");
  }

  @Test
  void dtypes() {
    refused(storing(new Expr.Const(DType.I64, 1)), "Integer is no constant of i64");
  }

  @Test
  void reductionsThatAreUsed() {
    refused(storing(new Reduced(0, DType.F32)), "it uses reduction 0, of the 0 before it");
    refused(
        reducing(new Reduction(Builtin.SUM, new Reduced(0, DType.F32), true)),
        "it uses reduction 0, of the 0 before it");
    refused(
        reducing(new Reduction(Builtin.ARGMAX, ELEMENT, true)),
        "it uses f32 of reduction 0 of i64");
  }

  @Test
  void reductions() {
    refused(reducing(new Reduction(Builtin.ADD, ELEMENT, true)), "add reduces nothing");
    refused(
        reducing(SUM, new Reduction(Builtin.SUM, ELEMENT, false)),
        "it and the first one are over rows and over columns");
    refused(
        kernel(1, 0, List.of(ROW), List.of(), new Result(ELEMENT, true)),
        "a row of it without a reduced axis");
  }

  @Test
  void contractions() {
    Reduction product = contracting(Builtin.SUM, ELEMENT, List.of()).reductions().getFirst();
    refused(reducing(product, SUM), "a contraction beside another reduction");
    refused(contracting(Builtin.MAX, ELEMENT, List.of()), "a contraction by max");
    refused(
        contracting(Builtin.SUM, new Expr.Const(DType.F64, 1.0), List.of()),
        "the left factor is f64, not f32");
    refused(contracting(Builtin.SUM, ELEMENT, List.of(1)), "free axes [1] of 1 parallel ones");
  }
}
