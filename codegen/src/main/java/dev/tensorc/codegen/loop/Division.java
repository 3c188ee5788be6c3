package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.Const;
import dev.tensorc.codegen.loop.Expr.PrimOp;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.math.FloorDivide;
import java.util.List;
import java.util.Optional;

/**
 * {@code //}, {@code %} and {@code fmod} as operations that vectors have.
 *
 * <p>Of floats they are sequences. By a power of two they are a shift and a mask. Other divisors of
 * integers of at most 32 bits are divided by as floats with more bits: {@code x // c} is {@code (x
 * + s/2) / c - 1/2} rounded to the nearest whole number, {@code s} the sign of {@code c}, and never
 * lies near the middle between two; adding {@code 1.5 2^52} (or 2^23) leaves it in the low bits, so
 * that the lowest number by -1 wraps. A divisor that is not constant is looked at first.
 *
 * <p>{@code fmod} of signed integers is {@code %}, less the divisor where the signs differ.
 *
 * <p>No machine divides vectors of 64-bit integers: those stay calls of the runtime.
 */
public final class Division {

  private final Exprs e;
  private final DType type;
  private final boolean quotient;

  private Division(Exprs e, DType type, boolean quotient) {
    this.e = e;
    this.type = type;
    this.quotient = quotient;
  }

  /** The value of {@code map}, which is one of them, at a point. */
  public static Expr lower(Exprs e, TensorIr.Map map, Expr x, Expr y) {
    if (map.builtin() != Builtin.FMOD) {
      return floored(e, map, x, y);
    }
    DType type = map.result().dtype();
    Expr rest = floored(e, map, x, y);
    if (type.isUnsigned()) {
      return rest;
    }
    Expr zero = e.constant(type, Scalars.wrap(type, 0));
    Expr differ = e.op(PrimOp.LT, DType.BOOL, e.op(PrimOp.XOR, type, x, y), zero);
    Expr whole = e.op(PrimOp.EQ, DType.BOOL, rest, zero);
    Expr less = e.op(PrimOp.SELECT, type, differ, e.op(PrimOp.SUB, type, rest, y), rest);
    return e.named(
        map.builtin().label(), List.of(x, y), e.op(PrimOp.SELECT, type, whole, rest, less));
  }

  /** The quotient rounded down, or the remainder of that. */
  private static Expr floored(Exprs e, TensorIr.Map map, Expr x, Expr y) {
    boolean quotient = map.builtin() == Builtin.FLOOR_DIVIDE;
    String operator = quotient ? "//" : "%";
    DType type = map.result().dtype();
    if (type.isFloat()) {
      var sequence = quotient ? FloorDivide.FLOOR_DIVIDE : FloorDivide.REMAINDER;
      return MathExprs.apply(e, operator, sequence, List.of(x, y));
    }
    if (y instanceof Const c) {
      var division = new Division(e, type, quotient);
      long divisor = Scalars.integer(type, c.value());
      if (Long.bitCount(divisor) == 1 && (divisor > 0 || type.isUnsigned())) {
        return e.named(operator, List.of(x, y), division.byPower(x, divisor));
      }
      if (divisor != 0 && type.bytes() <= Integer.BYTES) {
        return e.named(operator, List.of(x, y), division.byConstant(x, divisor));
      }
    }
    if (type.bytes() <= Integer.BYTES) {
      Expr divisor = e.throwing(PrimOp.NON_ZERO, type, map.span(), y);
      return e.named(operator, List.of(x, y), new Division(e, type, quotient).by(x, divisor));
    }
    return e.throwing(quotient ? PrimOp.FLOOR_DIV : PrimOp.REMAINDER, type, map.span(), x, y);
  }

  /** {@code x // divisor}, or {@code x % divisor}, of integers of at most 32 bits. */
  public static Expr byConstant(boolean quotient, Expr x, long divisor) {
    var e = new Exprs();
    Expr any = e.add(new Expr.ScalarArg(0, x.type()));
    Expr divided = new Division(e, x.type(), quotient).byConstant(any, divisor);
    return new ExprRewriter((node, _) -> node == any ? Optional.of(x) : Optional.empty())
        .apply(divided);
  }

  private Expr byPower(Expr x, long divisor) {
    if (!quotient) {
      return e.op(PrimOp.AND, type, x, e.constant(type, Scalars.wrap(type, divisor - 1)));
    }
    int bits = Long.numberOfTrailingZeros(divisor);
    return bits == 0 ? x : e.shift(type.isUnsigned() ? PrimOp.USHR : PrimOp.SHR, type, x, bits);
  }

  private Expr byConstant(Expr x, long divisor) {
    DType real = real();
    double inverse = 1.0 / divisor;
    Expr rounded =
        e.op(
            PrimOp.FMA,
            real,
            toReal(x),
            e.constant(real, Scalars.nearest(real, inverse)),
            e.constant(real, Scalars.nearest(real, Math.abs(inverse) / 2 - 0.5)));
    return result(x, nearestWhole(rounded), e.constant(DType.I32, (int) divisor));
  }

  private Expr by(Expr x, Expr divisor) {
    DType real = real();
    Expr y = toReal(divisor);
    Expr half = e.constant(real, Scalars.nearest(real, 0.5));
    Expr sign = half;
    if (!type.isUnsigned()) {
      Expr zero = e.constant(real, Scalars.nearest(real, 0));
      Expr less = e.constant(real, Scalars.nearest(real, -0.5));
      sign = e.op(PrimOp.SELECT, real, e.op(PrimOp.LT, DType.BOOL, y, zero), less, half);
    }
    Expr between = e.op(PrimOp.DIV, real, e.op(PrimOp.ADD, real, toReal(x), sign), y);
    Expr n = nearestWhole(e.op(PrimOp.SUB, real, between, half));
    return result(x, n, cast(DType.I32, divisor));
  }

  /** The quotient, or the remainder, both computed in the integers that are as wide as an int. */
  private Expr result(Expr x, Expr n, Expr divisor) {
    if (quotient) {
      return cast(type, n);
    }
    Expr product = e.op(PrimOp.MUL, DType.I32, n, divisor);
    return cast(type, e.op(PrimOp.SUB, DType.I32, cast(DType.I32, x), product));
  }

  /** The floats whose bits are enough. */
  private DType real() {
    return type.bytes() < Integer.BYTES ? DType.F32 : DType.F64;
  }

  /** Exact. */
  private Expr toReal(Expr x) {
    if (type != DType.U32) {
      return cast(real(), x);
    }
    Expr least = e.constant(DType.I32, Integer.MIN_VALUE); // of signed integers machines know
    Expr shifted = e.op(PrimOp.XOR, DType.I32, cast(DType.I32, x), least);
    return e.op(PrimOp.ADD, real(), cast(real(), shifted), e.constant(real(), 0x1p31));
  }

  private Expr nearestWhole(Expr y) {
    boolean single = real() == DType.F32;
    Expr magic = single ? e.constant(real(), 0x1.8p23f) : e.constant(real(), 0x1.8p52);
    DType bits = single ? DType.I32 : DType.I64;
    Expr n = e.op(PrimOp.BITS, bits, e.op(PrimOp.ADD, real(), y, magic));
    return cast(DType.I32, n);
  }

  private Expr cast(DType to, Expr x) {
    return x.type() == to ? x : e.op(PrimOp.CAST, to, x);
  }
}
