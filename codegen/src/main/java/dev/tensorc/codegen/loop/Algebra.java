package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.AxisIndex;
import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.util.List;
import java.util.Optional;

/**
 * Simpler expressions with the same bits for every operand, NaN, infinities and signed zeros among
 * them: {@code x * 1}, {@code x / 1}, {@code x - 0.0}, {@code x + -0.0} are {@code x}; a division
 * by a power of two is a multiplication, since both round the same number once. An f32 that becomes
 * a short float and an f32 again is rounded where it is; a short float that becomes an f32 and a
 * short float again is itself.
 *
 * <p>Not {@code x + 0.0}, which makes 0.0 of -0.0, nor {@code x * 0}, {@code x - x}, {@code x / x}.
 */
public final class Algebra {

  private Algebra() {}

  /** A simpler form of an operation; empty where there is none. */
  static Optional<Expr> simplified(Exprs e, PrimOp op, DType type, List<Expr> args) {
    if (op == PrimOp.CAST) {
      return cast(e, type, args.getFirst());
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
      case MIN, MAX -> a == b ? Optional.of(a) : Optional.empty();
      case ADD ->
          isZero(b, true) ? Optional.of(a) : isZero(a, true) ? Optional.of(b) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Expr> cast(Exprs e, DType type, Expr x) {
    if (x instanceof Expr.Op o && x.type().isShortFloat() && type == DType.F32) {
      if (isOfFloat(x)) {
        return Optional.of(ShortFloatValues.rounded(e, x.type(), o.args().getFirst()));
      }
      if (o.op() == PrimOp.SELECT && o.args().stream().anyMatch(Algebra::isOfFloat)) {
        Expr yes = e.op(PrimOp.CAST, type, o.args().get(1));
        Expr no = e.op(PrimOp.CAST, type, o.args().get(2));
        return Optional.of(e.op(PrimOp.SELECT, type, o.args().get(0), yes, no));
      }
    }
    if (x instanceof Expr.Op o && o.op() == PrimOp.CAST && x.type() == DType.F32) {
      Expr first = o.args().getFirst();
      if (first.type() == type && type.isShortFloat()) {
        return Optional.of(first);
      }
    }
    return narrower(e, type, x);
  }

  /** Whether the expression is an f32 that became a short float. */
  private static boolean isOfFloat(Expr e) {
    return e instanceof Expr.Op o
        && o.op() == PrimOp.CAST
        && o.type().isShortFloat()
        && o.args().getFirst().type() == DType.F32;
  }

  /** A cast of an i64 that i32 holds too: of an index. */
  private static Optional<Expr> narrower(Exprs e, DType type, Expr x) {
    if (type == DType.BOOL || type.isShortFloat() || type.bytes() > DType.I32.bytes()) {
      return Optional.empty();
    }
    if (type == DType.I32) {
      return modulo(e, x);
    }
    return x instanceof AxisIndex index && index.type() == DType.I64
        ? Optional.of(e.op(PrimOp.CAST, type, e.add(new AxisIndex(index.axis(), DType.I32))))
        : Optional.empty();
  }

  /** The lower half of an i64 that is computed from indices and constants alone. */
  private static Optional<Expr> modulo(Exprs e, Expr x) {
    return switch (x) {
      case AxisIndex index when x.type() == DType.I64 ->
          Optional.of(e.add(new AxisIndex(index.axis(), DType.I32)));
      case Const c when x.type() == DType.I64 ->
          Optional.of(e.constant(DType.I32, ((Number) c.value()).intValue()));
      case Expr.Op o
          when x.type() == DType.I64
              && (o.op() == PrimOp.ADD || o.op() == PrimOp.SUB || o.op() == PrimOp.MUL)
              && o.args().stream().anyMatch(a -> !(a instanceof Expr.Op)) -> // else a long way
          modulo(e, o.args().get(0))
              .flatMap(a -> modulo(e, o.args().get(1)).map(b -> e.op(o.op(), DType.I32, a, b)));
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
