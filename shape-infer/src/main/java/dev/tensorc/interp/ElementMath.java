package dev.tensorc.interp;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.DType;
import dev.tensorc.math.JavaMath;
import dev.tensorc.runtime.FloorDivision;
import java.util.List;

/** The value of one element of an element-wise operation. */
final class ElementMath {

  private ElementMath() {}

  /**
   * @param dtype what the operation computes in: its last operand's dtype
   * @param args boxed, of that dtype; the condition of {@code where} is a Boolean
   * @param span where the operation stands, for the error of a division by zero
   */
  static Object apply(Builtin builtin, DType dtype, List<Object> args, Span span) {
    if (builtin == Builtin.WHERE) {
      return (Boolean) args.get(0) ? args.get(1) : args.get(2);
    }
    Object x = args.getFirst();
    Object y = args.getLast(); // for a function of one argument, that argument
    return switch (dtype) {
      case BOOL -> ofBooleans(builtin, (Boolean) x, (Boolean) y);
      case U8, I32, I64 ->
          ofIntegers(builtin, dtype, ((Number) x).longValue(), ((Number) y).longValue(), span);
      case F32 -> ofFloats(builtin, (Float) x, (Float) y);
      case F64 -> ofDoubles(builtin, (Double) x, (Double) y);
    };
  }

  private static Object ofBooleans(Builtin builtin, boolean x, boolean y) {
    return switch (builtin) {
      case LOGICAL_NOT, BITWISE_INVERT -> !x;
      case LOGICAL_AND, BITWISE_AND -> x && y;
      case LOGICAL_OR, BITWISE_OR -> x || y;
      case BITWISE_XOR, NOT_EQUAL -> x != y;
      case EQUAL -> x == y;
      default -> throw unexpected(builtin, DType.BOOL);
    };
  }

  /** Computes in 64 bits, whose low bits are what the dtype's own arithmetic gives. */
  private static Object ofIntegers(Builtin builtin, DType dtype, long x, long y, Span span) {
    return switch (builtin) {
      case ADD -> Casts.wrap(dtype, x + y);
      case SUBTRACT -> Casts.wrap(dtype, x - y);
      case MULTIPLY -> Casts.wrap(dtype, x * y);
      case FLOOR_DIVIDE -> Casts.wrap(dtype, Math.floorDiv(x, nonZero(y, span)));
      case REMAINDER -> Casts.wrap(dtype, Math.floorMod(x, nonZero(y, span)));
      case NEGATIVE -> Casts.wrap(dtype, -x);
      case POSITIVE -> Casts.wrap(dtype, x);
      case ABS -> Casts.wrap(dtype, Math.abs(x));
      case MAXIMUM -> Casts.wrap(dtype, Math.max(x, y));
      case MINIMUM -> Casts.wrap(dtype, Math.min(x, y));
      case BITWISE_AND -> Casts.wrap(dtype, x & y);
      case BITWISE_OR -> Casts.wrap(dtype, x | y);
      case BITWISE_XOR -> Casts.wrap(dtype, x ^ y);
      case BITWISE_INVERT -> Casts.wrap(dtype, ~x);
      case LESS -> x < y;
      case LESS_EQUAL -> x <= y;
      case GREATER -> x > y;
      case GREATER_EQUAL -> x >= y;
      case EQUAL -> x == y;
      case NOT_EQUAL -> x != y;
      default -> throw unexpected(builtin, dtype);
    };
  }

  private static long nonZero(long divisor, Span span) {
    if (divisor == 0) {
      throw new ArithmeticException(CheckText.division(span));
    }
    return divisor;
  }

  private static Object ofFloats(Builtin builtin, float x, float y) {
    return switch (builtin) {
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case FLOOR_DIVIDE -> FloorDivision.floorDivide(x, y);
      case REMAINDER -> FloorDivision.remainder(x, y);
      case NEGATIVE -> -x;
      case POSITIVE -> x;
      case ABS -> Math.abs(x);
      case MAXIMUM -> Math.max(x, y);
      case MINIMUM -> Math.min(x, y);
      case SQRT -> (float) Math.sqrt(x); // rounded twice, yet correctly: double has bits to spare
      case EXP -> JavaMath.exp(x);
      case LOG -> JavaMath.log(x);
      case SIN -> JavaMath.sin(x);
      case COS -> JavaMath.cos(x);
      case LESS -> x < y;
      case LESS_EQUAL -> x <= y;
      case GREATER -> x > y;
      case GREATER_EQUAL -> x >= y;
      case EQUAL -> x == y;
      case NOT_EQUAL -> x != y;
      default -> throw unexpected(builtin, DType.F32);
    };
  }

  private static Object ofDoubles(Builtin builtin, double x, double y) {
    return switch (builtin) {
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case FLOOR_DIVIDE -> FloorDivision.floorDivide(x, y);
      case REMAINDER -> FloorDivision.remainder(x, y);
      case NEGATIVE -> -x;
      case POSITIVE -> x;
      case ABS -> Math.abs(x);
      case MAXIMUM -> Math.max(x, y);
      case MINIMUM -> Math.min(x, y);
      case SQRT -> Math.sqrt(x);
      case EXP -> JavaMath.exp(x);
      case LOG -> JavaMath.log(x);
      case SIN -> JavaMath.sin(x);
      case COS -> JavaMath.cos(x);
      case LESS -> x < y;
      case LESS_EQUAL -> x <= y;
      case GREATER -> x > y;
      case GREATER_EQUAL -> x >= y;
      case EQUAL -> x == y;
      case NOT_EQUAL -> x != y;
      default -> throw unexpected(builtin, DType.F64);
    };
  }

  private static IllegalStateException unexpected(Builtin builtin, DType dtype) {
    return new IllegalStateException("no " + builtin.label() + " of " + dtype);
  }
}
