package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.math.MathFunction;
import dev.tensorc.math.MathOps;
import dev.tensorc.math.MathSequence;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The transcendental functions as expressions: the shared sequences, built instead of evaluated,
 * or, where the program leaves the bits open, the JDK's functions.
 */
public final class MathExprs implements MathOps<Expr, Expr, Expr> {

  private final Exprs exprs;
  private final DType real;
  private final DType bits;

  private MathExprs(Exprs exprs, DType real) {
    this.exprs = exprs;
    this.real = real;
    this.bits = real == DType.F32 ? DType.I32 : DType.I64;
  }

  /**
   * The functions that the JDK has both of vectors ({@code VectorOperators}) and of numbers ({@code
   * Math}), under the same names.
   */
  private static final Set<Builtin> OF_THE_JDK =
      EnumSet.of(
          Builtin.EXP,
          Builtin.EXPM1,
          Builtin.LOG,
          Builtin.LOG1P,
          Builtin.LOG10,
          Builtin.SIN,
          Builtin.COS,
          Builtin.TAN,
          Builtin.ASIN,
          Builtin.ACOS,
          Builtin.ATAN,
          Builtin.ATAN2,
          Builtin.SINH,
          Builtin.COSH,
          Builtin.TANH,
          Builtin.POW,
          Builtin.HYPOT,
          Builtin.CBRT);

  /** The functions whose values are whole, in the order of their operands. */
  private static final Set<Builtin> TO_WHOLE =
      EnumSet.of(Builtin.ROUND, Builtin.FLOOR, Builtin.CEIL, Builtin.TRUNC);

  /** Whether an expression rounds its operand to a whole number. */
  static boolean isWhole(Expr.Named n) {
    return toWhole(n).isPresent();
  }

  private static Optional<Builtin> toWhole(Expr.Named n) {
    return TO_WHOLE.stream().filter(function -> function.label().equals(n.name())).findFirst();
  }

  /**
   * The limit of a number that is rounded to a whole one, as the rounding of the number's limit.
   *
   * @param op the least or the greatest of the rounded number and a constant
   */
  static Optional<Expr> limitedBefore(Exprs e, PrimOp op, Expr a, Expr b) {
    boolean isLimit =
        b instanceof Expr.Const c
            && c.value() instanceof Number limit
            && limit.doubleValue() == Math.rint(limit.doubleValue());
    return isLimit && a instanceof Expr.Named rounded
        ? toWhole(rounded)
            .map(
                function -> {
                  Expr operand = rounded.arguments().getFirst();
                  return apply(e, function, false, List.of(e.op(op, a.type(), operand, b)));
                })
        : Optional.empty();
  }

  /**
   * A function's value.
   *
   * @param fastmath whether it is the JDK's, where the JDK has the function; else it is the
   *     sequence's, under the function's name
   */
  public static Expr apply(Exprs e, Builtin function, boolean fastmath, List<Expr> args) {
    if (fastmath && OF_THE_JDK.contains(function)) {
      return e.jdk(function, args);
    }
    DType type = args.getFirst().type();
    return e.named(function.label(), args, value(e, function.sequence().orElseThrow(), type, args));
  }

  /** The value of a sequence that readers know by an operator. */
  static Expr apply(Exprs e, String operator, MathSequence sequence, List<Expr> args) {
    return e.named(operator, args, value(e, sequence, args.getFirst().type(), args));
  }

  /** How many operations the sequence takes. */
  public static int operations(MathSequence sequence, DType type) {
    var exprs = new Exprs();
    var args = new ArrayList<Expr>();
    for (int i = 0; i < sequence.arity(); i++) {
      args.add(exprs.add(new Expr.ScalarArg(i, type)));
    }
    value(exprs, sequence, type, args);
    return exprs.operations();
  }

  private static Expr value(Exprs e, MathSequence sequence, DType type, List<Expr> args) {
    var ops = new MathExprs(e, type);
    return type == DType.F32 ? sequence.f32(ops, args) : sequence.f64(ops, args);
  }

  @Override
  public Expr constant(double value) {
    return exprs.constant(real, real == DType.F32 ? (Object) (float) value : (Object) value);
  }

  @Override
  public Expr add(Expr a, Expr b) {
    return exprs.op(PrimOp.ADD, real, a, b);
  }

  @Override
  public Expr sub(Expr a, Expr b) {
    return exprs.op(PrimOp.SUB, real, a, b);
  }

  @Override
  public Expr mul(Expr a, Expr b) {
    return exprs.op(PrimOp.MUL, real, a, b);
  }

  @Override
  public Expr div(Expr a, Expr b) {
    return exprs.op(PrimOp.DIV, real, a, b);
  }

  @Override
  public Expr fma(Expr a, Expr b, Expr c) {
    return exprs.op(PrimOp.FMA, real, a, b, c);
  }

  @Override
  public Expr abs(Expr a) {
    return exprs.op(PrimOp.ABS, real, a);
  }

  @Override
  public Expr sqrt(Expr a) {
    return exprs.op(PrimOp.SQRT, real, a);
  }

  @Override
  public Expr intConstant(long value) {
    return exprs.constant(bits, bits == DType.I32 ? (Object) (int) value : (Object) value);
  }

  @Override
  public Expr iadd(Expr a, Expr b) {
    return exprs.op(PrimOp.ADD, bits, a, b);
  }

  @Override
  public Expr isub(Expr a, Expr b) {
    return exprs.op(PrimOp.SUB, bits, a, b);
  }

  @Override
  public Expr iand(Expr a, Expr b) {
    return exprs.op(PrimOp.AND, bits, a, b);
  }

  @Override
  public Expr ixor(Expr a, Expr b) {
    return exprs.op(PrimOp.XOR, bits, a, b);
  }

  @Override
  public Expr shl(Expr a, int count) {
    return exprs.shift(PrimOp.SHL, bits, a, count);
  }

  @Override
  public Expr ushr(Expr a, int count) {
    return exprs.shift(PrimOp.USHR, bits, a, count);
  }

  @Override
  public Expr bits(Expr a) {
    return exprs.op(PrimOp.BITS, bits, a);
  }

  @Override
  public Expr fromBits(Expr a) {
    return exprs.op(PrimOp.FROM_BITS, real, a);
  }

  @Override
  public Expr lt(Expr a, Expr b) {
    return exprs.op(PrimOp.LT, DType.BOOL, a, b);
  }

  @Override
  public Expr eq(Expr a, Expr b) {
    return exprs.op(PrimOp.EQ, DType.BOOL, a, b);
  }

  @Override
  public Expr ieq(Expr a, Expr b) {
    return exprs.op(PrimOp.EQ, DType.BOOL, a, b);
  }

  @Override
  public Expr select(Expr condition, Expr ifTrue, Expr ifFalse) {
    return exprs.op(PrimOp.SELECT, real, condition, ifTrue, ifFalse);
  }

  @Override
  public boolean isWithin(Expr a, double least, double most) {
    return FloatRange.of(a).isWithin(least, most);
  }

  @Override
  public Expr orElseScalar(Expr slow, Expr fast, MathFunction function, List<Expr> args) {
    return exprs.slowPath(slow, fast, function, args);
  }
}
