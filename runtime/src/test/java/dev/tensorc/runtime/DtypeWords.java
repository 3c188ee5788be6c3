package dev.tensorc.runtime;

import java.lang.invoke.MethodType;
import java.util.Locale;
import java.util.Map;

/** The words that stand for a dtype in the sources of the runtime, and that templates name. */
final class DtypeWords {

  private DtypeWords() {}

  /** The words of a dtype, each by the name that a template has for it; the comments show u16's. */
  static Map<String, String> of(ElementType type) {
    Class<?> element = type.newArray(0).getClass().componentType();
    String java = element.getName();
    int bits = type.byteWidth() * Byte.SIZE;
    return Map.of(
        "dtype", type.label(), // u16
        "DTYPE", type.name(), // U16
        "bits", Integer.toString(bits), // 16
        "most", Long.toString((1L << bits) - 1), // 65535; of unsigned dtypes up to u32
        "X", type.tensorClass().getSimpleName().replace("Tensor", ""), // UShort
        "type", java, // short
        "Type", java.substring(0, 1).toUpperCase(Locale.ROOT) + java.substring(1), // Short
        "TYPE", java.toUpperCase(Locale.ROOT), // SHORT
        "Boxed", MethodType.methodType(element).wrap().returnType().getSimpleName(), // Short
        "number", number(type, java)); // int
  }

  /** The Java type that holds a number of the dtype, and not its bits; of u64 there is none. */
  private static String number(ElementType type, String java) {
    return switch (type) {
      case U8, U16 -> "int";
      case U32 -> "long";
      case F16, BF16 -> "float";
      default -> java;
    };
  }
}
