package dev.tensorc.interp;

import dev.tensorc.ir.DType;

/**
 * {@code astype} of one element.
 *
 * <ul>
 *   <li>float to integer: towards zero; saturates at the target's range; NaN gives 0
 *   <li>integer to a narrower integer: wraps, the low bits stay
 *   <li>integer to float, f64 to f32: the nearest, ties to even
 *   <li>bool to number: 0 or 1; number to bool: whether it is not 0 (NaN is true)
 * </ul>
 */
public final class Casts {

  private Casts() {}

  /** The element of dtype {@code from} as one of {@code to}; both boxed. */
  public static Object cast(DType from, DType to, Object element) {
    Number number = from == DType.BOOL ? (Number) ((Boolean) element ? 1 : 0) : (Number) element;
    return switch (to) {
      case BOOL -> number.doubleValue() != 0;
      case U8 ->
          from.isFloat()
              ? Math.clamp(number.longValue(), 0, 255)
              : wrap(DType.U8, number.longValue());
      case I32 -> number.intValue(); // saturates from floats, wraps from integers
      case I64 -> number.longValue();
      case F32 -> number.floatValue();
      case F64 -> number.doubleValue();
    };
  }

  /** The low bits of {@code value} as an element of an integer dtype. */
  static Object wrap(DType dtype, long value) {
    return switch (dtype) {
      case U8 -> (int) (value & 0xff);
      case I32 -> (int) value;
      case I64 -> value;
      case BOOL, F32, F64 -> throw new IllegalArgumentException("not an integer dtype: " + dtype);
    };
  }
}
