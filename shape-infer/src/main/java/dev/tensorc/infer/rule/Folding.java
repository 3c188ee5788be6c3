package dev.tensorc.infer.rule;

import static java.math.BigInteger.ONE;

import dev.tensorc.ir.Builtin;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Constant folding of weak scalars. Only operations whose result is fixed to the bit by Java and
 * IEEE are folded; sin, exp and their kind are computed by the program, with its own polynomials.
 */
public final class Folding {

  private Folding() {}

  /**
   * The value of {@code b} of these Longs, Doubles, Booleans and, where it needs u64, BigIntegers;
   * empty where it is not folded.
   *
   * @throws ArithmeticException where an integer result does not fit 64 bits or the divisor is zero
   */
  public static Optional<Object> fold(Builtin b, List<Object> args) {
    if (args.stream().allMatch(a -> a instanceof Boolean)) {
      return bools(b, args.stream().map(a -> (Boolean) a).toList());
    }
    if (args.stream().anyMatch(a -> a instanceof Boolean)) {
      return Optional.empty();
    }
    boolean floats =
        b.types() == Builtin.Types.FLOAT || args.stream().anyMatch(a -> a instanceof Double);
    if (floats) {
      return doubles(b, args.stream().map(a -> ((Number) a).doubleValue()).toList());
    }
    return args.stream().anyMatch(a -> a instanceof BigInteger)
        ? huge(b, args.stream().map(a -> new BigInteger(a.toString())).toList())
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
          case FMOD -> x % y;
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

  /** The result for integers, where one fits u64 alone. */
  private static Optional<Object> huge(Builtin b, List<BigInteger> args) {
    BigInteger x = args.get(0);
    BigInteger y = args.getLast();
    return Optional.ofNullable(
        switch (b) {
          case ADD -> fitting(x.add(y));
          case SUBTRACT -> fitting(x.subtract(y));
          case MULTIPLY -> fitting(x.multiply(y));
          case FLOOR_DIVIDE -> fitting(x.subtract(modulo(x, y)).divide(y));
          case REMAINDER -> fitting(modulo(x, y));
          case FMOD -> fitting(x.remainder(y));
          case NEGATIVE -> fitting(x.negate());
          case POSITIVE, ABS -> fitting(x);
          case MAXIMUM -> fitting(x.max(y));
          case MINIMUM -> fitting(x.min(y));
          case LESS -> x.compareTo(y) < 0;
          case LESS_EQUAL -> x.compareTo(y) <= 0;
          case GREATER -> x.compareTo(y) > 0;
          case GREATER_EQUAL -> x.compareTo(y) >= 0;
          case EQUAL -> x.equals(y);
          case NOT_EQUAL -> !x.equals(y);
          case BITWISE_AND -> fitting(x.and(y));
          case BITWISE_OR -> fitting(x.or(y));
          case BITWISE_XOR -> fitting(x.xor(y));
          case BITWISE_INVERT -> fitting(x.xor(BigInteger.TWO.pow(Long.SIZE).subtract(ONE)));
          case POW -> fitting(power(x, y));
          case BITWISE_LEFT_SHIFT -> fitting(x.shiftLeft(count(y)));
          case BITWISE_RIGHT_SHIFT -> fitting(x.shiftRight(count(y)));
          default -> null;
        });
  }

  /** Beyond the first power of a number above 1 one of the two leaves 64 bits. */
  private static BigInteger power(BigInteger base, BigInteger exponent) {
    if (base.abs().compareTo(ONE) <= 0) {
      return base.pow(exponent.testBit(0) ? 1 : Math.min(exponent.bitLength(), 2));
    }
    return base.pow(exponent.min(BigInteger.TWO).intValue());
  }

  /** A count that shifts as far: all that counts above 64 is that it does. */
  private static int count(BigInteger shift) {
    return shift.min(BigInteger.valueOf(Long.SIZE)).intValue();
  }

  /** The remainder with the divisor's sign. */
  private static BigInteger modulo(BigInteger x, BigInteger divisor) {
    BigInteger rest = x.mod(divisor.abs());
    return rest.signum() != 0 && divisor.signum() < 0 ? rest.add(divisor) : rest;
  }

  private static Object fitting(BigInteger number) {
    return number.signum() > 0 && number.bitLength() == Long.SIZE
        ? number
        : (Object) number.longValueExact();
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
