package dev.tensorc.ir;

import java.math.BigInteger;

/**
 * Single values of a dtype, boxed, as constants and the interpreter hold them: Boolean; Integer for
 * integers of up to 32 bits (their value, of u32 the bits); Long for those of 64 bits (of u64 the
 * bits); Float and Double.
 */
public final class Scalars {

  private Scalars() {}

  /** The class of a boxed value. */
  public static Class<?> boxClass(DType dtype) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> Boolean.class;
      case INT -> Integer.class;
      case LONG -> Long.class;
      case FLOAT -> Float.class;
      case DOUBLE -> Double.class;
    };
  }

  /** 0 or false. */
  public static Object zero(DType dtype) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> (Object) false;
      case INT -> 0;
      case LONG -> 0L;
      case FLOAT -> 0f;
      case DOUBLE -> 0.0;
    };
  }

  /** The low bits of {@code value} as a value of an integer dtype. */
  public static Object wrap(DType dtype, long value) {
    boolean signed = dtype.isSigned();
    return switch (dtype.storage()) {
      case BYTE -> signed ? (int) (byte) value : (int) (value & 0xff);
      case SHORT -> signed ? (int) (short) value : (int) (value & 0xffff);
      case INT -> (int) value;
      case LONG -> value;
      case BOOLEAN, FLOAT, DOUBLE -> throw new IllegalArgumentException("no integers: " + dtype);
    };
  }

  /** The number that a value of an integer dtype is; of u64 its bits. */
  public static long integer(DType dtype, Object value) {
    return dtype.isUnsigned() && value instanceof Integer bits
        ? Integer.toUnsignedLong(bits)
        : ((Number) value).longValue();
  }

  /** Whether an integer dtype holds this number. */
  public static boolean fits(DType dtype, long number) {
    return number >= dtype.lowest()
        && (dtype.highest() < 0
            || number <= dtype.highest()); // u64 holds every long that is not negative
  }

  /** The value of a float dtype that is nearest to an integer, ties to even. */
  public static Object nearest(DType dtype, BigInteger number) {
    int dropped = number.abs().bitLength() - dtype.digits();
    if (dropped <= 0) {
      return nearest(dtype, number.doubleValue());
    }
    // Not BigDecimal, whose initialiser takes longer than a small program's inference.
    BigInteger kept = number.shiftRight(dropped); // towards negative infinity
    BigInteger half = BigInteger.ONE.shiftLeft(dropped - 1);
    BigInteger added = kept.testBit(0) ? half : half.subtract(BigInteger.ONE);
    BigInteger rounded = number.add(added).shiftRight(dropped).shiftLeft(dropped);
    return nearest(dtype, rounded.doubleValue()); // exact: no float dtype has more digits
  }

  /** The value of a float dtype that is nearest to a number, ties to even. */
  public static Object nearest(DType dtype, double number) {
    return switch (dtype) {
      case F64 -> (Object) number;
      case F32 -> (float) number;
      default -> nearestShort(dtype, number);
    };
  }

  private static Float nearestShort(DType dtype, double number) {
    if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
      return (float) number;
    }
    int exponent = Math.max(Math.getExponent(number), 1 - dtype.maxExponent());
    double unit = Math.scalb(1.0, exponent - (dtype.digits() - 1));
    double rounded = Math.rint(number / unit) * unit; // both exact: unit is a power of two
    double beyond = Math.scalb(1.0, dtype.maxExponent() + 1);
    return Math.abs(rounded) < beyond
        ? (float) rounded
        : Math.copySign(Float.POSITIVE_INFINITY, (float) number);
  }
}
