package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.List;
import java.util.Optional;

/**
 * Simpler expressions with the same bits for every operand, NaN, infinities and signed zeros among
 * them: {@code x * 1}, {@code x / 1}, {@code x - 0.0}, {@code x + -0.0} are {@code x}; a division
 * by a power of two is a multiplication, since both round the same number once; a limit that is a
 * whole number comes before rounding to whole numbers, which takes less time between limits.
 *
 * <p>Not {@code x + 0.0}, which makes 0.0 of -0.0, nor {@code x * 0}, {@code x - x}, {@code x / x}.
 */
public final class Algebra {

  private Algebra() {}

  /** A simpler form of an operation; empty where there is none. */
  static Optional<Expr> simplified(Exprs e, PrimOp op, DType type, List<Expr> args) {
    if (op == PrimOp.CAST) {
      return Casts.simplified(e, type, args.getFirst());
    }
    if (type == DType.BOOL || type.isShortFloat()) {
      return Optional.empty();
    }
    if (op == PrimOp.SELECT
        && args.get(1) == args.get(2)
        && !ExprNodes.mayThrow(List.of(args.get(0)))) {
      return Optional.of(args.get(1));
    }
    if (args.size() != 2) {
      return Optional.empty();
    }
    Expr a = args.get(0);
    Expr b = args.get(1);
    return switch (op) {
      case MUL -> is(b, 1) ? Optional.of(a) : is(a, 1) ? Optional.of(b) : Optional.empty();
      case DIV ->
          is(b, 1)
              ? Optional.of(a)
              : reciprocal(b).map(r -> e.op(PrimOp.MUL, type, a, e.constant(type, r)));
      case SUB ->
          isZero(b, false)
              ? Optional.of(a)
              : a == b && type.isInt() && !ExprNodes.mayThrow(List.of(a))
                  ? Optional.of(e.constant(type, Scalars.wrap(type, 0)))
                  : Optional.empty();
      case MIN, MAX -> a == b ? Optional.of(a) : MathExprs.limitedBefore(e, op, a, b);
      case ADD ->
          isZero(b, true) ? Optional.of(a) : isZero(a, true) ? Optional.of(b) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static boolean is(Expr e, int number) {
    return e instanceof Const c
        && c.value() instanceof Number n
        && Double.compare(n.doubleValue(), number) == 0;
  }

  /** Whether the expression is an integer's zero, or a float's with that sign. */
  public static boolean isZero(Expr e, boolean negative) {
    return e.type().isFloat()
        ? e instanceof Const c
            && c.value() instanceof Number n
            && Double.compare(n.doubleValue(), negative ? -0.0 : 0.0) == 0
        : is(e, 0);
  }

  /** One over a power of two, where both are normal numbers of the dtype. */
  private static Optional<Object> reciprocal(Expr e) {
    if (!(e instanceof Const c) || !e.type().isFloat()) {
      return Optional.empty();
    }
    double x = ((Number) c.value()).doubleValue();
    int most = e.type() == DType.F32 ? Float.MAX_EXPONENT : Double.MAX_EXPONENT;
    int exponent = Math.getExponent(x);
    boolean power = Math.abs(x) == Math.scalb(1.0, exponent);
    return power && exponent > -most && exponent < most
        ? Optional.of(Scalars.nearest(e.type(), 1 / x))
        : Optional.empty();
  }
}
