package dev.tensorc.interp;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * {@code astype} of one element.
 *
 * <ul>
 *   <li>float to integer: towards zero; saturates at the target's range; NaN gives 0
 *   <li>integer to integer: wraps, the low bits stay
 *   <li>to float: the nearest, ties to even
 *   <li>bool to number: 0 or 1; number to bool: whether it is not 0 (NaN is true)
 * </ul>
 */
public final class Casts {

  private Casts() {}

  /** The element of dtype {@code from} as one of {@code to}; both boxed. */
  public static Object cast(DType from, DType to, Object element) {
    return switch (from.kind()) {
      case BOOL -> ofInteger((Boolean) element ? BigInteger.ONE : BigInteger.ZERO, to);
      case SIGNED, UNSIGNED -> ofInteger(number(from, element), to);
      case FLOAT -> ofFloat(((Number) element).doubleValue(), to);
    };
  }

  /** The number that an element of an integer dtype is. */
  static BigInteger number(DType dtype, Object element) {
    long bits = Scalars.integer(dtype, element);
    return dtype.isUnsigned()
        ? new BigInteger(Long.toUnsignedString(bits))
        : BigInteger.valueOf(bits);
  }

  private static Object ofInteger(BigInteger number, DType to) {
    return switch (to.kind()) {
      case BOOL -> number.signum() != 0;
      case SIGNED, UNSIGNED -> Scalars.wrap(to, number.longValue());
      case FLOAT -> Scalars.nearest(to, number);
    };
  }

  private static Object ofFloat(double number, DType to) {
    return switch (to.kind()) {
      case BOOL -> number != 0;
      case SIGNED, UNSIGNED -> Scalars.wrap(to, saturated(number, to).longValue());
      case FLOAT -> Scalars.nearest(to, number);
    };
  }

  private static BigInteger saturated(double number, DType to) {
    if (Double.isNaN(number)) {
      return BigInteger.ZERO;
    }
    BigInteger lowest = BigInteger.valueOf(to.lowest());
    BigInteger highest = new BigInteger(Long.toUnsignedString(to.highest()));
    if (Double.isInfinite(number)) {
      return number < 0 ? lowest : highest;
    }
    return new BigDecimal(number).toBigInteger().max(lowest).min(highest);
  }
}
