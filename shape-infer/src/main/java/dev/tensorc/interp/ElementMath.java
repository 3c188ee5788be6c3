package dev.tensorc.interp;

import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.CheckText;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.math.DoubleOps;
import dev.tensorc.math.FloatOps;
import dev.tensorc.math.MathSequence;
import dev.tensorc.runtime.link.math.FloorDivision;
import java.math.BigInteger;
import java.util.List;

/** The value of one element of an element-wise operation. */
public final class ElementMath {

  private ElementMath() {}

  /**
   * The element that a step computes from one element of each operand.
   *
   * @param args boxed, of the operands' dtypes
   * @throws dev.tensorc.runtime.TensorException where an integer is divided by zero, or its
   *     exponent or count is negative
   */
  public static Object of(TensorIr.Map map, List<Object> args) {
    var dtype = map.operands().getLast().value().dtype();
    if (map.builtin() == Builtin.ASTYPE) {
      return Casts.cast(dtype, map.result().dtype(), args.getFirst());
    }
    DType first = map.operands().getFirst().value().dtype();
    return map.builtin().compares() && first != dtype
        ? apply(map.builtin(), DType.I64, List.of(order(first, args), 0L), map.span())
        : apply(map.builtin(), dtype, args, map.span());
  }

  /** How u64 and i64, or i64 and u64, compare: below, at or above zero. */
  private static long order(DType first, List<Object> args) {
    long x = (Long) args.getFirst();
    long y = (Long) args.getLast();
    boolean below = first.isSigned() && x < 0;
    boolean above = first.isUnsigned() && y < 0;
    return below ? -1 : above ? 1 : Long.compareUnsigned(x, y);
  }

  /**
   * @param dtype the dtype of the operation: its last operand's
   * @param args boxed, of that dtype; the condition of {@code where} is a Boolean
   * @param span where the operation stands, for the error of a division by zero
   */
  static Object apply(Builtin builtin, DType dtype, List<Object> args, Span span) {
    if (builtin == Builtin.MATERIALIZE) {
      return args.getFirst();
    }
    if (builtin == Builtin.WHERE) {
      return (Boolean) args.get(0) ? args.get(1) : args.get(2);
    }
    if (builtin == Builtin.CLIP) {
      Object raised = apply(Builtin.MAXIMUM, dtype, args.subList(0, 2), span);
      return apply(Builtin.MINIMUM, dtype, List.of(raised, args.get(2)), span);
    }
    if (dtype.isFloat() && builtin.sequence().isPresent()) {
      return sequence(builtin.sequence().get(), dtype, args);
    }
    Object x = args.getFirst();
    Object y = args.getLast(); // for a function of one argument, that argument
    return switch (dtype.carrier()) {
      case BOOLEAN -> ofBooleans(builtin, (Boolean) x, (Boolean) y);
      case INT, LONG ->
          ofIntegers(builtin, dtype, Scalars.integer(dtype, x), Scalars.integer(dtype, y), span);
      case FLOAT -> ofFloats(builtin, (Float) x, (Float) y);
      case DOUBLE -> ofDoubles(builtin, (Double) x, (Double) y);
    };
  }

  /** The value at a place and an element that is combined with it, rounded once. */
  static Object combined(TensorIr.Scatter scatter, Object there, Object element) {
    DType dtype = scatter.target().dtype();
    Builtin builtin = scatter.combine().orElseThrow();
    Object combined = apply(builtin, dtype, List.of(there, element), scatter.span());
    return dtype.isShortFloat() ? Scalars.nearest(dtype, (Float) combined) : combined;
  }

  private static Object sequence(MathSequence sequence, DType dtype, List<Object> args) {
    return dtype == DType.F32
        ? sequence.f32(FloatOps.INSTANCE, args.stream().map(Float.class::cast).toList())
        : sequence.f64(DoubleOps.INSTANCE, args.stream().map(Double.class::cast).toList());
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

  /** Computes in 64 bits, whose low bits are those of the dtype's own arithmetic. */
  private static Object ofIntegers(Builtin builtin, DType dtype, long x, long y, Span span) {
    boolean unsigned = dtype.isUnsigned();
    int order = unsigned ? Long.compareUnsigned(x, y) : Long.compare(x, y);
    return switch (builtin) {
      case ADD -> Scalars.wrap(dtype, x + y);
      case SUBTRACT -> Scalars.wrap(dtype, x - y);
      case MULTIPLY -> Scalars.wrap(dtype, x * y);
      case FLOOR_DIVIDE -> {
        long divisor = nonZero(y, span);
        yield Scalars.wrap(
            dtype, unsigned ? Long.divideUnsigned(x, divisor) : Math.floorDiv(x, divisor));
      }
      case REMAINDER -> {
        long divisor = nonZero(y, span);
        yield Scalars.wrap(
            dtype, unsigned ? Long.remainderUnsigned(x, divisor) : Math.floorMod(x, divisor));
      }
      case FMOD -> {
        long divisor = nonZero(y, span);
        yield Scalars.wrap(dtype, unsigned ? Long.remainderUnsigned(x, divisor) : x % divisor);
      }
      case POW -> {
        requireNotNegative(dtype, y, CheckText.negativeExponent(span));
        yield Scalars.wrap(dtype, power(x, y));
      }
      case BITWISE_LEFT_SHIFT -> {
        requireNotNegative(dtype, y, CheckText.negativeShift(span));
        yield Scalars.wrap(dtype, beyond(y) ? 0 : x << y);
      }
      case BITWISE_RIGHT_SHIFT -> {
        requireNotNegative(dtype, y, CheckText.negativeShift(span));
        yield Scalars.wrap(
            dtype, beyond(y) ? (unsigned || x >= 0 ? 0 : -1) : unsigned ? x >>> y : x >> y);
      }
      case NEGATIVE -> Scalars.wrap(dtype, -x);
      case POSITIVE -> Scalars.wrap(dtype, x);
      case ABS -> Scalars.wrap(dtype, unsigned ? x : Math.abs(x));
      case MAXIMUM -> Scalars.wrap(dtype, order < 0 ? y : x);
      case MINIMUM -> Scalars.wrap(dtype, order < 0 ? x : y);
      case BITWISE_AND -> Scalars.wrap(dtype, x & y);
      case BITWISE_OR -> Scalars.wrap(dtype, x | y);
      case BITWISE_XOR -> Scalars.wrap(dtype, x ^ y);
      case BITWISE_INVERT -> Scalars.wrap(dtype, ~x);
      case LESS -> order < 0;
      case LESS_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_EQUAL -> order >= 0;
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

  private static void requireNotNegative(DType dtype, long count, String message) {
    if (count < 0 && dtype.isSigned()) {
      throw new ArithmeticException(message);
    }
  }

  /** Whether a count, of u64 its bits, is more than any width. */
  private static boolean beyond(long count) {
    return Long.compareUnsigned(count, 63) > 0;
  }

  /** The low 64 bits; the exponent's own bits are those of u64. */
  private static long power(long base, long exponent) {
    return BigInteger.valueOf(base)
        .modPow(
            new BigInteger(Long.toUnsignedString(exponent)), BigInteger.ONE.shiftLeft(Long.SIZE))
        .longValue();
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
      case FMAX -> Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.max(x, y);
      case FMIN -> Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.min(x, y);
      case SQRT -> (float) Math.sqrt(x); // rounded twice, yet correctly: double has bits to spare
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
      case FMAX -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
      case FMIN -> Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y);
      case SQRT -> Math.sqrt(x);
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
