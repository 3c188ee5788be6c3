package dev.tensorc.codegen.verify;

import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.List;
import java.util.stream.Collectors;

/** Rules of the dtypes of one node of an expression, in kernels and plans alike. */
final class ExprRules {

  private ExprRules() {}

  static void verify(Expr e, Verified at) {
    switch (e) {
      case Expr.Op op -> operation(op, at);
      case Expr.Gathered g -> is(DType.I64, g.distance(), "a distance", at);
      case Expr.Guarded g -> is(DType.BOOL, g.condition(), "a condition", at);
      case Expr.Subscript s -> {
        is(DType.I64, s.index(), "an index", at);
        is(DType.I64, s.size(), "a size", at);
      }
      case Expr.AxisIndex i ->
          at.require(
              i.type() == DType.I64 || i.type() == DType.I32,
              "an axis has no index of %s",
              i.type().label());
      case Expr.SlowPath s -> {
        is(DType.BOOL, s.slow(), "a condition", at);
        s.args().forEach(arg -> is(s.type(), arg, "an argument", at));
      }
      case Expr.JdkMath f -> f.args().forEach(arg -> is(f.type(), arg, "an argument", at));
      case Expr.Const c -> constant(c, at);
      case Expr.Load _, Expr.ScalarArg _, Expr.Reduced _, Expr.Named _ -> {}
      case Expr.PlanScalar _, Expr.DimSize _, Expr.AxisStride _, Expr.Element _ -> {}
    }
  }

  /** Demands that an expression has a dtype. */
  static void is(DType type, Expr e, String what, Verified at) {
    at.require(e.type() == type, "%s is %s, not %s", what, e.type().label(), type.label());
  }

  private static void constant(Expr.Const c, Verified at) {
    at.require(
        Scalars.boxClass(c.type()).isInstance(c.value()),
        "%s is no constant of %s",
        c.value().getClass().getSimpleName(),
        c.type().label());
  }

  private static void operation(Expr.Op op, Verified at) {
    at.require(op.args().size() == operands(op.op()), "%s: %s operands", op.op(), op.args().size());
    at.require(isTyped(op), "%s is no operation", signature(op));
    at.require(
        op.amount() >= 0 && op.amount() < 8 * op.type().bytes(),
        "%s by %s bits",
        signature(op),
        op.amount());
  }

  private static int operands(Expr.PrimOp op) {
    return switch (op) {
      case FMA, SELECT -> 3;
      case NEG, ABS, SQRT, NOT, NON_ZERO, CAST, BITS, FROM_BITS, SHL, SHR, USHR -> 1;
      case ROUND_F16, ROUND_BF16 -> 1;
      case ADD, SUB, MUL, DIV, FLOOR_DIV, REMAINDER, POW, SHIFT_LEFT, SHIFT_RIGHT -> 2;
      case MIN, MAX, LT, LE, EQ, AND, OR, XOR -> 2;
    };
  }

  private static boolean isTyped(Expr.Op op) {
    DType type = op.type();
    DType first = op.args().getFirst().type();
    return switch (op.op()) {
      case ADD, SUB, MUL, NEG, ABS, MIN, MAX -> type.isNumeric() && areAll(type, op.args());
      case DIV, SQRT, FMA -> type.isFloat() && areAll(type, op.args());
      case FLOOR_DIV, REMAINDER, NON_ZERO, POW -> type.isInt() && areAll(type, op.args());
      case SHIFT_LEFT, SHIFT_RIGHT, SHL, SHR, USHR -> type.isInt() && areAll(type, op.args());
      case AND, OR, XOR, NOT -> !type.isFloat() && areAll(type, op.args());
      case LT, LE, EQ -> type == DType.BOOL && areAll(first, op.args());
      case SELECT -> first == DType.BOOL && areAll(type, op.args().subList(1, 3));
      case CAST -> true;
      case ROUND_F16, ROUND_BF16 -> type == DType.F32 && areAll(type, op.args());
      case BITS -> first.isFloat() && type.isInt() && type.bytes() == first.bytes();
      case FROM_BITS -> first.isInt() && type.isFloat() && type.bytes() == first.bytes();
    };
  }

  private static boolean areAll(DType type, List<Expr> args) {
    return args.stream().allMatch(arg -> arg.type() == type);
  }

  /** {@code ADD(i64, f32) -> f32}. */
  private static String signature(Expr.Op op) {
    return op.args().stream()
        .map(arg -> arg.type().label())
        .collect(Collectors.joining(", ", op.op() + "(", ") -> " + op.type().label()));
  }
}
