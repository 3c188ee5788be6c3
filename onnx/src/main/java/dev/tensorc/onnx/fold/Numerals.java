package dev.tensorc.onnx.fold;

import dev.tensorc.runtime.ElementType;

/** Numbers as the language writes them: the shortest that give the same element again. */
final class Numerals {
  private Numerals() {}

  static String of(double value, ElementType type) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    String text = type == ElementType.F64 ? Double.toString(value) : Float.toString((float) value);
    return text.replace(".0E", "e").replace('E', 'e');
  }

  /** The float of a type that is nearest. */
  static double rounded(double value, ElementType type) {
    return switch (type) {
      case F32 -> (float) value;
      case F16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case BF16 -> bfloat16((float) value);
      case F64, I8, I16, I32, I64, U8, U16, U32, U64, BOOL -> value;
    };
  }

  private static float bfloat16(float value) {
    if (Float.isNaN(value)) {
      return value;
    }
    int bits = Float.floatToRawIntBits(value);
    return Float.intBitsToFloat((bits + 0x7fff + (bits >>> 16 & 1)) & 0xffff_0000);
  }
}
