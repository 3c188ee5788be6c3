package dev.tensorc.infer;

import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.Optional;

/**
 * Constant folding of weak scalars. Only operations whose result is fixed to the bit by Java and
 * IEEE are folded; sin, exp and their kind are computed by the program, with its own polynomials.
 */
final class Folding {

  private Folding() {}

  /**
   * The value of {@code b} of these Longs, Doubles and Booleans; empty where it is not folded.
   *
   * @throws ArithmeticException where an integer result does not fit i64 or the divisor is zero
   */
  static Optional<Object> fold(Builtin b, List<Object> args) {
    if (args.stream().allMatch(a -> a instanceof Boolean)) {
      return bools(b, args.stream().map(a -> (Boolean) a).toList());
    }
    if (args.stream().anyMatch(a -> a instanceof Boolean)) {
      return Optional.empty();
    }
    boolean floats =
        b.types() == Builtin.Types.FLOAT || args.stream().anyMatch(a -> a instanceof Double);
    return floats
        ? doubles(b, args.stream().map(a -> ((Number) a).doubleValue()).toList())
        : longs(b, args.stream().map(a -> (Long) a).toList());
  }

  private static Optional<Object> bools(Builtin b, List<Boolean> args) {
    boolean x = args.get(0);
    boolean y = args.getLast();
    return Optional.ofNullable(
        switch (b) {
          case LOGICAL_NOT, BITWISE_INVERT -> !x;
          case LOGICAL_AND, BITWISE_AND -> x && y;
          case LOGICAL_OR, BITWISE_OR -> x || y;
          case BITWISE_XOR, NOT_EQUAL -> x != y;
          case EQUAL -> x == y;
          default -> null;
        });
  }

  private static Optional<Object> longs(Builtin b, List<Long> args) {
    long x = args.get(0);
    long y = args.getLast();
    return Optional.ofNullable(
        switch (b) {
          case ADD -> (Object) Math.addExact(x, y);
          case SUBTRACT -> Math.subtractExact(x, y);
          case MULTIPLY -> Math.multiplyExact(x, y);
          case FLOOR_DIVIDE -> Math.floorDivExact(x, y);
          case REMAINDER -> Math.floorMod(x, y);
          case POW -> power(x, y);
          case NEGATIVE -> Math.negateExact(x);
          case POSITIVE -> x;
          case ABS -> Math.absExact(x);
          case MAXIMUM -> Math.max(x, y);
          case MINIMUM -> Math.min(x, y);
          case LESS -> x < y;
          case LESS_EQUAL -> x <= y;
          case GREATER -> x > y;
          case GREATER_EQUAL -> x >= y;
          case EQUAL -> x == y;
          case NOT_EQUAL -> x != y;
          case BITWISE_AND -> x & y;
          case BITWISE_OR -> x | y;
          case BITWISE_XOR -> x ^ y;
          case BITWISE_INVERT -> ~x;
          case BITWISE_LEFT_SHIFT -> shiftLeft(x, y);
          case BITWISE_RIGHT_SHIFT -> x >> Math.min(y, 63);
          default -> null;
        });
  }

  /** {@code exponent} is not negative. */
  private static long power(long base, long exponent) {
    if (Math.abs(base) <= 1) {
      return exponent == 0 ? 1 : exponent % 2 == 0 ? base * base : base;
    }
    long product = 1;
    for (long i = 0; i < exponent; i++) { // beyond 63 factors it overflows
      product = Math.multiplyExact(product, base);
    }
    return product;
  }

  /** {@code count} is not negative. */
  private static long shiftLeft(long x, long count) {
    long shifted = x << Math.min(count, 63);
    if (x != 0 && (count > 63 || shifted >> count != x)) {
      throw new ArithmeticException("overflow");
    }
    return shifted;
  }

  private static Optional<Object> doubles(Builtin b, List<Double> args) {
    double x = args.get(0);
    double y = args.getLast();
    return Optional.ofNullable(
        switch (b) {
          case ADD -> (Object) (x + y);
          case SUBTRACT -> x - y;
          case MULTIPLY -> x * y;
          case DIVIDE -> x / y;
          case NEGATIVE -> -x;
          case POSITIVE -> x;
          case ABS -> Math.abs(x);
          case MAXIMUM -> Math.max(x, y);
          case MINIMUM -> Math.min(x, y);
          case SQRT -> Math.sqrt(x);
          case LESS -> x < y;
          case LESS_EQUAL -> x <= y;
          case GREATER -> x > y;
          case GREATER_EQUAL -> x >= y;
          case EQUAL -> x == y;
          case NOT_EQUAL -> x != y;
          default -> null;
        });
  }
}
