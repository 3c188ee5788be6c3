package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Set;

/** Rules within one kernel. */
record KernelRules(Kernel k, Verified at) {

  private static final Set<Builtin> REDUCING =
      Set.of(Builtin.SUM, Builtin.PROD, Builtin.MAX, Builtin.MIN, Builtin.ARGMAX, Builtin.ARGMIN);

  static void verify(Kernel k, Verified at) {
    var rules = new KernelRules(k, at);
    rules.axes();
    rules.inputs();
    for (int i = 0; i < k.reductions().size(); i++) {
      rules.reduction(i, at.part("reduction " + i));
    }
    for (int i = 0; i < k.results().size(); i++) {
      rules.result(k.results().get(i), at.part("result " + i));
    }
    NestRules.verify(k, at);
  }

  private void axes() {
    at.require(k.parallel() >= 0 && k.reduced() >= 0, "%s and %s axes", k.parallel(), k.reduced());
    at.require(
        k.reduced() == 0 || !k.reductions().isEmpty(),
        "%s reduced axes without a reduction",
        k.reduced());
    at.require(!k.results().isEmpty(), "it stores nothing");
  }

  private void inputs() {
    for (int i = 0; i < k.inputs().size(); i++) {
      int axes = k.inputs().get(i).axes().size();
      at.require(axes == k.rank(), "input %s has %s axes, the kernel %s", i, axes, k.rank());
    }
  }

  private void reduction(int number, Verified in) {
    Reduction r = k.reductions().get(number);
    in.require(REDUCING.contains(r.op()), "%s reduces nothing", r.op().label());
    in.require(
        r.lastAxis() == k.reducesRows(), "it and the first one are over rows and over columns");
    r.contraction().ifPresent(c -> contraction(r, c, in));
    expression(r.parts(), number, k.rank(), in);
  }

  private void contraction(Reduction r, Kernel.Contraction c, Verified in) {
    in.require(k.reductions().size() == 1, "a contraction beside another reduction");
    in.require(r.op() == Builtin.SUM, "a contraction by %s", r.op().label());
    ExprRules.is(r.value().type(), c.left(), "the left factor", in);
    ExprRules.is(r.value().type(), c.right(), "the right factor", in);
    for (List<Integer> free : List.of(c.leftFree(), c.rightFree())) {
      in.require(
          free.stream().allMatch(axis -> axis >= 0 && axis < k.parallel()),
          "free axes %s of %s parallel ones",
          free,
          k.parallel());
    }
  }

  private void result(Kernel.Result r, Verified in) {
    in.require(!r.alongRow() || k.reduced() > 0, "a row of it without a reduced axis");
    expression(
        List.of(r.value()), k.reductions().size(), r.alongRow() ? k.rank() : k.parallel(), in);
  }

  /**
   * @param reductions how many of them it may use
   * @param axes how many of them it may follow
   */
  private void expression(List<Expr> roots, int reductions, int axes, Verified in) {
    for (Expr e : ExprNodes.inOrder(roots)) {
      switch (e) {
        case Expr.Load load -> input(load.input(), load.type(), axes, in);
        case Expr.Gathered g -> input(g.input(), g.type(), axes, in);
        case Expr.ScalarArg s -> scalar(s, in);
        case Expr.AxisIndex i -> axis(i, axes, in);
        case Expr.Reduced r -> reduced(r, reductions, in);
        case Expr.PlanScalar _, Expr.DimSize _, Expr.AxisStride _, Expr.Element _ ->
            in.require(false, "%s of a plan", e.getClass().getSimpleName());
        case Expr.Guarded _, Expr.Subscript _, Expr.Const _, Expr.Op _ -> {}
        case Expr.SlowPath _, Expr.JdkMath _, Expr.Named _ -> {}
      }
      ExprRules.verify(e, in);
    }
  }

  private void input(int input, DType type, int axes, Verified in) {
    in.require(
        input >= 0 && input < k.inputs().size(),
        "it reads input %s, of %s",
        input,
        k.inputs().size());
    Kernel.Input read = k.inputs().get(input);
    in.require(
        read.dtype() == type,
        "it reads %s of input %s of %s",
        type.label(),
        input,
        read.dtype().label());
    in.require(
        read.axes().subList(axes, k.rank()).stream().allMatch(use -> use == AxisUse.NONE),
        "it reads input %s, which follows reduced axes, once a row",
        input);
  }

  private void scalar(Expr.ScalarArg s, Verified in) {
    in.require(
        s.index() >= 0 && s.index() < k.scalars().size(),
        "it uses scalar %s, of %s",
        s.index(),
        k.scalars().size());
    DType given = k.scalars().get(s.index());
    in.require(
        given == s.type(),
        "it uses %s of scalar %s of %s",
        s.type().label(),
        s.index(),
        given.label());
  }

  private void axis(Expr.AxisIndex i, int axes, Verified in) {
    in.require(
        i.axis() >= 0 && i.axis() < axes, "it uses the index of axis %s, of %s", i.axis(), axes);
  }

  private void reduced(Expr.Reduced r, int reductions, Verified in) {
    in.require(
        r.number() >= 0 && r.number() < reductions,
        "it uses reduction %s, of the %s before it",
        r.number(),
        reductions);
    DType given = k.reductions().get(r.number()).result();
    in.require(
        given == r.type(),
        "it uses %s of reduction %s of %s",
        r.type().label(),
        r.number(),
        given.label());
  }
}
