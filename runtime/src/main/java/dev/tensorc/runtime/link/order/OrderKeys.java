package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.link.math.ShortFloats;

/**
 * Elements as integers in the same order: -0.0 and 0.0 have one key, and NaN has the highest. A
 * float's bits are those of a magnitude behind a sign, so those of negative ones are turned round.
 *
 * <p>The methods for a float and for a double have three lines each, and the loops over arrays of
 * integers differ in their masks: too little for a template.
 */
final class OrderKeys {

  private OrderKeys() {}

  /** Whether ints hold the keys. */
  static boolean areInts(ElementType type) {
    return type.byteWidth() < Long.BYTES;
  }

  static int of(float x) {
    int bits = Float.floatToRawIntBits(x);
    int key = bits ^ (bits >> 31 & Integer.MAX_VALUE);
    return x == 0 ? 0 : Float.isNaN(x) ? Integer.MAX_VALUE : key;
  }

  static long of(double x) {
    long bits = Double.doubleToRawLongBits(x);
    long key = bits ^ (bits >> 63 & Long.MAX_VALUE);
    return x == 0 ? 0 : Double.isNaN(x) ? Long.MAX_VALUE : key;
  }

  /** Integers of up to 64 bits, and bools, as the numbers that they are; of u64 the bits. */
  static void integers(ElementType type, Object elements, int n, long[] numbers) {
    switch (elements) {
      case boolean[] a -> {
        for (int i = 0; i < n; i++) {
          numbers[i] = a[i] ? 1 : 0;
        }
      }
      case byte[] a -> {
        long mask = type == ElementType.U8 ? 0xff : -1;
        for (int i = 0; i < n; i++) {
          numbers[i] = a[i] & mask;
        }
      }
      case short[] a -> {
        long mask = type == ElementType.U16 ? 0xffff : -1;
        for (int i = 0; i < n; i++) {
          numbers[i] = a[i] & mask;
        }
      }
      case int[] a -> {
        long mask = type == ElementType.U32 ? 0xffff_ffffL : -1;
        for (int i = 0; i < n; i++) {
          numbers[i] = a[i] & mask;
        }
      }
      case long[] a -> System.arraycopy(a, 0, numbers, 0, n);
      default -> throw new IllegalArgumentException("no integers: " + type);
    }
  }

  /** The keys of elements of any type; of those of at most 32 bits they are ints. */
  static void of(ElementType type, Object elements, int n, long[] keys) {
    switch (type) {
      case F32 -> {
        var a = (float[]) elements;
        for (int i = 0; i < n; i++) {
          keys[i] = of(a[i]);
        }
      }
      case F64 -> {
        var a = (double[]) elements;
        for (int i = 0; i < n; i++) {
          keys[i] = of(a[i]);
        }
      }
      case F16, BF16 -> {
        var a = (short[]) elements;
        for (int i = 0; i < n; i++) {
          keys[i] =
              of(type == ElementType.F16 ? ShortFloats.fromF16(a[i]) : ShortFloats.fromBF16(a[i]));
        }
      }
      case U32 -> {
        var a = (int[]) elements;
        for (int i = 0; i < n; i++) {
          keys[i] = a[i] ^ Integer.MIN_VALUE;
        }
      }
      case U64 -> {
        var a = (long[]) elements;
        for (int i = 0; i < n; i++) {
          keys[i] = a[i] ^ Long.MIN_VALUE;
        }
      }
      default -> integers(type, elements, n, keys);
    }
  }

  /** The key of NaN, which stays the highest where the order is turned round. */
  static long ofNaN(ElementType type) {
    return switch (type) {
      case F32, F16, BF16 -> Integer.MAX_VALUE;
      case F64 -> Long.MAX_VALUE;
      default -> throw new IllegalArgumentException("no floats: " + type);
    };
  }
}
