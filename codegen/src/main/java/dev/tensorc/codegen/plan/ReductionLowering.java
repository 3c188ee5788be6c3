package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.codegen.loop.Exprs;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The primitive reduction of each reduction. {@code any} is the largest of 0 and 1, {@code all} the
 * smallest: integers as wide as the values that the bools compare, so that vectors hold equally
 * many of both.
 */
final class ReductionLowering {

  private ReductionLowering() {}

  /** The loop's part: how {@code value} is reduced. */
  static Reduction reduction(Exprs e, TensorIr.Reduce reduce, Expr value) {
    boolean lastAxis = reduce.axes().contains(reduce.operand().rank() - 1);
    return switch (reduce.builtin()) {
      case ANY -> new Reduction(Builtin.MAX, asNumber(e, value), lastAxis);
      case ALL -> new Reduction(Builtin.MIN, asNumber(e, value), lastAxis);
      default -> new Reduction(reduce.builtin(), value, lastAxis);
    };
  }

  /** A sum of products. */
  static Reduction contraction(
      Exprs e,
      Expr left,
      Expr right,
      List<Integer> leftFree,
      List<Integer> rightFree,
      boolean windows) {
    var contraction = new Kernel.Contraction(left, right, leftFree, rightFree, windows);
    Expr product = e.op(PrimOp.MUL, left.type(), left, right);
    return new Reduction(Builtin.SUM, product, contraction.inLanes(), Optional.of(contraction));
  }

  /** The result, from that of the kernel's reduction with that number. */
  static Expr result(Exprs e, TensorIr.Reduce reduce, Reduction reduction, int number) {
    return switch (reduce.builtin()) {
      case ANY, ALL -> {
        DType counted = reduction.value().type(); // of nothing it is the lowest, or the highest
        Expr zero = e.constant(counted, Scalars.wrap(counted, 0));
        yield e.op(PrimOp.LT, DType.BOOL, zero, e.add(new Expr.Reduced(number, counted)));
      }
      default -> e.add(new Expr.Reduced(number, reduce.result().dtype()));
    };
  }

  private static Expr asNumber(Exprs e, Expr truth) {
    DType number = integer(width(truth));
    Expr one = e.constant(number, Scalars.wrap(number, 1));
    Expr zero = e.constant(number, Scalars.wrap(number, 0));
    return e.op(PrimOp.SELECT, number, truth, one, zero);
  }

  /** Bytes of the operands that a truth value comes from. */
  private static int width(Expr e) {
    return switch (e) {
      case Expr.Op op when op.type() == DType.BOOL -> width(op.args().getFirst());
      case Expr.Named named -> width(named.value());
      default -> e.type().bytes();
    };
  }

  private static DType integer(int bytes) {
    return Arrays.stream(DType.values())
        .filter(d -> d.isInt() && d.bytes() == bytes)
        .findFirst()
        .orElseThrow();
  }
}
