package dev.tensorc.runtime.link.order;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.link.math.ShortFloats;
import dev.tensorc.runtime.link.order.Scattering.Combine;

/**
 * Combines elements with those of a storage. The most usual arrays have loops of their own; all
 * others go through {@link Cells}.
 */
final class Combination {

  private final ElementType type;
  private final Combine combine;
  private final Object storage;
  private final boolean signed;

  Combination(ElementType type, Combine combine, Object storage) {
    this.type = type;
    this.combine = combine;
    this.storage = storage;
    this.signed = type == ElementType.I32 || type == ElementType.I64;
  }

  /**
   * Combines elements one after the other.
   *
   * @param at the place of each in the storage
   * @param elements an array of the type
   */
  void each(long[] at, Object elements, int n) {
    switch (storage) {
      case float[] a when combine != Combine.WRITE -> {
        float[] b = (float[]) elements;
        for (int i = 0; i < n; i++) {
          int cell = (int) at[i];
          a[cell] = floats(a[cell], b[i]);
        }
      }
      case double[] a when combine != Combine.WRITE -> {
        double[] b = (double[]) elements;
        for (int i = 0; i < n; i++) {
          int cell = (int) at[i];
          a[cell] = doubles(a[cell], b[i]);
        }
      }
      case int[] a when signed && combine != Combine.WRITE -> {
        int[] b = (int[]) elements;
        for (int i = 0; i < n; i++) {
          int cell = (int) at[i];
          a[cell] = (int) integers(a[cell], b[i], a[cell], b[i]);
        }
      }
      case long[] a when signed && combine != Combine.WRITE -> {
        long[] b = (long[]) elements;
        for (int i = 0; i < n; i++) {
          int cell = (int) at[i];
          a[cell] = integers(a[cell], b[i], a[cell], b[i]);
        }
      }
      default -> {
        Cells there = Cells.of(type, storage);
        Cells given = Cells.of(type, elements);
        for (int i = 0; i < n; i++) {
          long element = given.get(i);
          there.set(at[i], combine == Combine.WRITE ? element : of(there.get(at[i]), element));
        }
      }
    }
  }

  private long of(long a, long b) {
    return switch (type) {
      case F32 ->
          Float.floatToRawIntBits(
              floats(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b)));
      case F64 ->
          Double.doubleToRawLongBits(
              doubles(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
      case F16 ->
          ShortFloats.toF16(floats(ShortFloats.fromF16((short) a), ShortFloats.fromF16((short) b)));
      case BF16 ->
          ShortFloats.toBF16(
              floats(ShortFloats.fromBF16((short) a), ShortFloats.fromBF16((short) b)));
      case U64 -> // of which all are compared without a sign
          integers(a ^ Long.MIN_VALUE, b ^ Long.MIN_VALUE, a, b);
      case U32 -> integers(a & 0xffff_ffffL, b & 0xffff_ffffL, a, b);
      case U16 -> integers(a & 0xffff, b & 0xffff, a, b);
      case U8 -> integers(a & 0xff, b & 0xff, a, b);
      case I64, I32, I16, I8, BOOL -> integers(a, b, a, b);
    };
  }

  private float floats(float a, float b) {
    return switch (combine) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case MAXIMUM -> Math.max(a, b);
      case MINIMUM -> Math.min(a, b);
      case WRITE, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> throw none();
    };
  }

  private double doubles(double a, double b) {
    return switch (combine) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case MAXIMUM -> Math.max(a, b);
      case MINIMUM -> Math.min(a, b);
      case WRITE, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> throw none();
    };
  }

  /**
   * Combines the bits {@code a} and {@code b}; bits that are too wide are cut off where the result
   * is stored.
   *
   * @param x the order of {@code a} among all numbers of the type
   */
  private long integers(long x, long y, long a, long b) {
    return switch (combine) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case MAXIMUM -> x < y ? b : a;
      case MINIMUM -> x < y ? a : b;
      case BITWISE_AND -> a & b;
      case BITWISE_OR -> a | b;
      case BITWISE_XOR -> a ^ b;
      case WRITE, DIVIDE -> throw none();
    };
  }

  private IllegalArgumentException none() {
    return new IllegalArgumentException(combine + " of " + type);
  }
}
