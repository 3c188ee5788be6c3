package dev.tensorc.benchmarks.population;

import dev.tensorc.ir.DType;

/** The types and constants of C that stand for dtypes. */
final class CTypes {

  private CTypes() {}

  /** The type of a value in a local. */
  static String value(DType d) {
    return switch (d) {
      case BOOL -> "_Bool";
      case F16, BF16, F32 -> "float";
      case F64 -> "double";
      case I8, I16, I32, I64 -> "int" + 8 * d.bytes() + "_t";
      case U8, U16, U32, U64 -> "uint" + 8 * d.bytes() + "_t";
    };
  }

  /** The type of the Java primitive that a scalar result is. */
  static String number(DType d) {
    return switch (d.carrier()) {
      case BOOLEAN -> "_Bool";
      case INT -> "int32_t";
      case LONG -> "int64_t";
      case FLOAT -> "float";
      case DOUBLE -> "double";
    };
  }

  /** The type of an element in memory. */
  static String element(DType d) {
    return switch (d) {
      case F16 -> "_Float16";
      case BF16 -> "uint16_t";
      case BOOL -> "uint8_t";
      default -> value(d);
    };
  }

  /** The value of an element. */
  static String loaded(DType d, String element) {
    return d == DType.BF16 ? "from_bf16(" + element + ")" : element;
  }

  /** The element that holds a value in memory. */
  static String stored(DType d, String value) {
    return switch (d) {
      case F16 -> "(_Float16)(" + value + ")";
      case BF16 -> "to_bf16(" + value + ")";
      default -> value;
    };
  }

  static String constant(DType d, Object value) {
    return switch (value) {
      case Boolean b -> b ? "1" : "0";
      case Float f -> number(f.doubleValue(), f + "f");
      case Double x -> number(x, x.toString());
      case Long n when n == Long.MIN_VALUE -> "INT64_MIN";
      case Long n -> d == DType.U64 ? Long.toUnsignedString(n) + "u" : n + "l";
      case Integer n when n == Integer.MIN_VALUE -> "INT32_MIN";
      case Integer n -> d == DType.U32 ? Integer.toUnsignedString(n) + "u" : n.toString();
      case Number n -> n.toString();
      default -> throw new IllegalStateException("no constant: " + value);
    };
  }

  private static String number(double value, String text) {
    if (Double.isNaN(value)) {
      return "NAN";
    }
    return Double.isInfinite(value) ? (value > 0 ? "INFINITY" : "-INFINITY") : text;
  }
}
