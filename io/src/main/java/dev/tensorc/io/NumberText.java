package dev.tensorc.io;

import dev.tensorc.runtime.ElementType;
import java.util.Locale;

/**
 * Numbers and truth values as files write them. Any other text is an {@link
 * IllegalArgumentException} with the reason.
 */
final class NumberText {

  private static final String DIGITS = "0123456789+-.eE";
  private static final int MOST_SHOWN = 40;

  private NumberText() {}

  /** A number, rounded to the nearest double; {@code nan}, {@code inf} and {@code infinity} too. */
  static double real(String text) {
    if (!isPlain(text)) {
      return special(text);
    }
    double value = parsed(text);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          shown(text) + " is larger than any f64; infinity is written inf");
    }
    return value;
  }

  /** Whether the text has the characters of a number; Java also reads 1d and 0x1p3. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (DIGITS.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static double parsed(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      throw noNumber(text);
    }
  }

  private static double special(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw noNumber(text);
    };
  }

  private static IllegalArgumentException noNumber(String text) {
    return new IllegalArgumentException(shown(text) + " is no number");
  }

  /** {@code true}, {@code false}, 1 or 0. */
  static boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw new IllegalArgumentException(shown(text) + " is neither true nor false");
    };
  }

  /** The bits of an integer that is in the type's range. */
  static long integer(String text, ElementType type) {
    boolean unsigned = type == ElementType.U64;
    long value;
    try {
      value = unsigned ? Long.parseUnsignedLong(text) : Long.parseLong(text);
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException(
          shown(text)
              + (text.matches("[+-]?\\d+")
                  ? " is out of range for " + type.label()
                  : " is no integer, and the elements are " + type.label()));
    }
    int bits = 8 * type.byteWidth();
    boolean fits =
        switch (type) {
          case I8, I16, I32 -> value >> bits - 1 == 0 || value >> bits - 1 == -1;
          case U8, U16, U32 -> value >> bits == 0;
          default -> true;
        };
    if (!fits) {
      throw new IllegalArgumentException(shown(text) + " is out of range for " + type.label());
    }
    return value;
  }

  /** Whether the text can be an element of some type, or is one that is missing. */
  static boolean isValue(String text) {
    if (text.isEmpty()) {
      return true;
    }
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return true;
    }
    try {
      var _ = isPlain(text) ? parsed(text) : special(text);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** A text of a file in a message: of one line, and not too long. */
  static String shown(String text) {
    String cut = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
    return "`" + cut.replaceAll("\\p{Cntrl}", "?") + "`";
  }
}
