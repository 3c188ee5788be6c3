package dev.tensorc.runtime;

import dev.tensorc.runtime.link.math.ShortFloats;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleFunction;

/** One text width for all printed elements of a tensor; after {@code arrayprint.py} in NumPy. */
sealed interface ElementFormat {
  /** At most this many digits after the point. */
  int PRECISION = 8;

  /** The text of one element, given its {@link StridedTensor#literal}. */
  String text(String literal);

  /** The format for these elements, given as {@link StridedTensor#literal}s. */
  static ElementFormat of(ElementType type, List<String> literals) {
    return switch (type) {
      case F16, BF16, F32, F64 -> floats(type, literals);
      case I8, I16, I32, I64, U8, U16, U32, U64 ->
          new Padded(literals.stream().mapToInt(String::length).max().orElse(0));
      case BOOL -> new Padded("False".length());
    };
  }

  /** The text of a scalar. */
  static String scalar(ElementType type, String literal) {
    if (!isFloat(type)) {
      return literal;
    }
    if (!Decimal.isFinite(literal)) {
      return Decimal.notFinite(literal);
    }
    Decimal value = Decimal.of(type, literal);
    double size = Math.abs(Double.parseDouble(literal));
    double large = type == ElementType.F64 ? 1e16 : large(type);
    if (size != 0 && (size >= large || size < 1e-4)) {
      String fraction = value.scientificFraction();
      return value.scientificInteger()
          + (fraction.isEmpty() ? "" : "." + fraction)
          + value.exponentText(0);
    }
    String plain = value.magnitude().toPlainString();
    return value.sign() + (plain.contains(".") ? plain : plain + ".0");
  }

  private static boolean isFloat(ElementType type) {
    return switch (type) {
      case F16, BF16, F32, F64 -> true;
      default -> false;
    };
  }

  /** From here on numbers have an exponent: ten to the digits that the type is sure of. */
  private static double large(ElementType type) {
    return switch (type) {
      case F16 -> 1e3;
      case F64 -> 1e8;
      default -> 1e6;
    };
  }

  /** The shortest text that reads back as {@code value} where {@code round} gives the nearest. */
  static String shortest(float value, DoubleFunction<Float> round) {
    if (value == 0 || Float.isNaN(value) || Float.isInfinite(value)) {
      return Float.toString(value);
    }
    var exact = new BigDecimal(value);
    int digits = 1;
    BigDecimal text = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    while (round.apply(text.doubleValue()) != value) {
      text = exact.round(new MathContext(++digits, RoundingMode.HALF_EVEN));
    }
    return text.toString();
  }

  private static ElementFormat floats(ElementType type, List<String> literals) {
    List<Decimal> finite =
        literals.stream().filter(Decimal::isFinite).map(each -> Decimal.of(type, each)).toList();
    int left = 0;
    int right = 0;
    int exponent = 0;
    boolean scientific = needsExponent(type, literals);
    for (Decimal value : finite) {
      if (scientific) {
        Decimal rounded = value.roundedScientific();
        left = Math.max(left, rounded.scientificInteger().length());
        right = Math.max(right, rounded.scientificFraction().length());
        exponent = Math.max(exponent, rounded.exponentText(0).length() - 2);
      } else {
        Decimal rounded = value.roundedPlain();
        left = Math.max(left, rounded.plainInteger().length());
        right = Math.max(right, rounded.plainFraction().length());
      }
    }
    int tail = right + 1 + (scientific ? exponent + 2 : 0);
    for (String literal : literals) {
      if (!Decimal.isFinite(literal)) {
        left = Math.max(left, Decimal.notFinite(literal).length() - tail);
      }
    }
    return scientific ? new Scientific(type, left, right, exponent) : new Plain(type, left, right);
  }

  private static boolean needsExponent(ElementType type, List<String> literals) {
    double large = large(type);
    double max = 0;
    double min = Double.POSITIVE_INFINITY;
    for (String literal : literals) {
      double size = Math.abs(Double.parseDouble(literal));
      if (size != 0 && Double.isFinite(size)) {
        max = Math.max(max, size);
        min = Math.min(min, size);
      }
    }
    return max >= large || max != 0 && (min < 1e-4 || max / min > 1000);
  }

  /** Right-aligned. */
  record Padded(int width) implements ElementFormat {
    @Override
    public String text(String literal) {
      return " ".repeat(width - literal.length()) + literal;
    }
  }

  /** {@code 12.5}: points below each other, short fractions filled with spaces. */
  record Plain(ElementType type, int left, int right) implements ElementFormat {
    @Override
    public String text(String literal) {
      if (!Decimal.isFinite(literal)) {
        return new Padded(left + 1 + right).text(Decimal.notFinite(literal));
      }
      Decimal value = Decimal.of(type, literal).roundedPlain();
      String fraction = value.plainFraction();
      return new Padded(left).text(value.plainInteger())
          + "."
          + fraction
          + " ".repeat(right - fraction.length());
    }
  }

  /** {@code 1.25e+10}: short fractions filled with further digits of the exact value. */
  record Scientific(ElementType type, int left, int right, int exponent) implements ElementFormat {
    @Override
    public String text(String literal) {
      if (!Decimal.isFinite(literal)) {
        return new Padded(left + 1 + right + exponent + 2).text(Decimal.notFinite(literal));
      }
      Decimal value = Decimal.of(type, literal).roundedScientific();
      if (value.scientificFraction().length() < right) {
        value = value.lengthenedScientific(right + 1);
      }
      String fraction = value.scientificFraction();
      return new Padded(left).text(value.scientificInteger())
          + "."
          + fraction
          + "0".repeat(right - fraction.length())
          + value.exponentText(exponent);
    }
  }

  /**
   * A finite floating-point number in decimal; the sign apart, because of -0.0.
   *
   * @param magnitude the shortest digits that read back equal, or fewer after rounding
   * @param exact all digits of the binary number: these are rounded, so that nothing is twice
   */
  record Decimal(String sign, BigDecimal magnitude, BigDecimal exact) {
    static Decimal of(ElementType type, String literal) {
      boolean negative = literal.startsWith("-");
      BigDecimal magnitude = new BigDecimal(negative ? literal.substring(1) : literal);
      double value =
          switch (type) {
            case F16 -> ShortFloats.roundF16(Double.parseDouble(literal));
            case BF16 -> ShortFloats.roundBF16(Double.parseDouble(literal));
            case F32 -> Float.parseFloat(literal);
            default -> Double.parseDouble(literal);
          };
      return new Decimal(
          negative ? "-" : "", magnitude.stripTrailingZeros(), new BigDecimal(Math.abs(value)));
    }

    static boolean isFinite(String literal) {
      return !literal.endsWith("N") && !literal.endsWith("y");
    }

    static String notFinite(String literal) {
      return switch (literal) {
        case "Infinity" -> "inf";
        case "-Infinity" -> "-inf";
        default -> "nan";
      };
    }

    Decimal roundedPlain() {
      return magnitude.scale() <= PRECISION
          ? this
          : with(exact.setScale(PRECISION, RoundingMode.HALF_EVEN));
    }

    Decimal roundedScientific() {
      return magnitude.precision() <= PRECISION + 1 ? this : lengthenedScientific(PRECISION + 1);
    }

    /** So many digits of the exact value, which may be more than the shortest ones. */
    Decimal lengthenedScientific(int digits) {
      return with(exact.round(new MathContext(digits, RoundingMode.HALF_EVEN)));
    }

    private Decimal with(BigDecimal rounded) {
      return new Decimal(sign, rounded.stripTrailingZeros(), exact);
    }

    String plainInteger() {
      String plain = magnitude.toPlainString();
      int point = plain.indexOf('.');
      return sign + (point < 0 ? plain : plain.substring(0, point));
    }

    String plainFraction() {
      String plain = magnitude.toPlainString();
      int point = plain.indexOf('.');
      return point < 0 ? "" : plain.substring(point + 1);
    }

    String scientificInteger() {
      return sign + magnitude.unscaledValue().toString().charAt(0);
    }

    String scientificFraction() {
      return magnitude.unscaledValue().toString().substring(1);
    }

    /** {@code e+08}, with at least two and at least so many digits. */
    String exponentText(int digits) {
      int exponent = magnitude.signum() == 0 ? 0 : magnitude.precision() - magnitude.scale() - 1;
      String text = Integer.toString(Math.abs(exponent));
      int zeros = Math.max(Math.max(2, digits) - text.length(), 0);
      return (exponent < 0 ? "e-" : "e+") + "0".repeat(zeros) + text;
    }
  }
}
