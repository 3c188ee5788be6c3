package dev.tensorc.runtime.link.math;

/**
 * f16 (IEEE 754 half precision) and bf16 (the upper half of an f32), which are stored in the bits
 * of a short and held as floats elsewhere. Roundings are to the nearest, ties to even.
 */
public final class ShortFloats {

  private ShortFloats() {}

  /** The value of an f16. */
  public static float fromF16(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** The bits of the f16 that is nearest. */
  public static short toF16(float x) {
    return Float.floatToFloat16(x);
  }

  /** The value of a bf16. */
  public static float fromBF16(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** The bits of the bf16 that is nearest. */
  public static short toBF16(float x) {
    int bits = Float.floatToRawIntBits(x);
    if (Float.isNaN(x)) {
      return (short) (bits >>> 16 | 0x40); // not to become an infinity
    }
    int half = 0x7fff + (bits >>> 16 & 1);
    return (short) (bits + half >>> 16);
  }

  /** The nearest f16. */
  public static float roundF16(float x) {
    return fromF16(toF16(x));
  }

  /** The nearest f16. */
  public static float roundF16(double x) {
    return roundF16(oddFloat(x));
  }

  /** The nearest bf16. */
  public static float roundBF16(float x) {
    return fromBF16(toBF16(x));
  }

  /** The nearest bf16. */
  public static float roundBF16(double x) {
    return roundBF16(oddFloat(x));
  }

  /**
   * Rounded to odd: of the two floats around {@code x} the one whose last bit is set. Rounded again
   * to fewer bits, it gives the same as {@code x} itself.
   */
  private static float oddFloat(double x) {
    float nearest = (float) x;
    int bits = Float.floatToRawIntBits(nearest);
    if (nearest == x || Double.isNaN(x) || (bits & 1) != 0) {
      return nearest;
    }
    return Float.intBitsToFloat(Math.abs(nearest) < Math.abs(x) ? bits + 1 : bits - 1);
  }

  /** As a double that rounds to f16 or bf16 as the integer does. */
  public static double toDouble(long x) {
    return Math.abs(x) >>> 53 == 0 ? x : sticky(x);
  }

  /** As {@link #toDouble}, of the bits of a u64. */
  public static double unsignedToDouble(long bits) {
    return bits >= 0 ? toDouble(bits) : 2.0 * sticky(bits >>> 1 | bits & 1);
  }

  /** Keeps in the twelfth bit whether lower bits fall out. */
  private static double sticky(long x) {
    return (x & 0x7ff) == 0 ? x : x & ~0x7ffL | 0x800;
  }
}
