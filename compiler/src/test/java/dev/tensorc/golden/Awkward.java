package dev.tensorc.golden;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Sizes and elements at which code goes wrong first. */
public final class Awkward {

  /** Around one, two and many vectors of 4, 8 and 16 lanes, and around blocks. */
  static final int[] SIZES = {
    0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 19, 31, 33, 35, 63, 64, 65, 1023, 1024, 1025, 5000
  };

  private static final List<Object> FLOATS =
      List.of(
          Float.NaN,
          0f,
          -0f,
          1f,
          -1f,
          0.5f,
          Float.POSITIVE_INFINITY,
          Float.NEGATIVE_INFINITY,
          Float.MAX_VALUE,
          -Float.MAX_VALUE,
          Float.MIN_VALUE,
          -Float.MIN_VALUE,
          Float.MIN_NORMAL,
          1e30f,
          -1e30f,
          88.7f,
          88.8f,
          -87.3f,
          -103.9f,
          -104.1f,
          3.1415927f,
          1.5707964f,
          1e5f,
          123456.79f,
          8388608.5f,
          2.1474836e9f,
          -2.1474836e9f,
          9.223372e18f,
          255.5f,
          256f,
          1e-40f);
  private static final List<Object> DOUBLES =
      List.of(
          Double.NaN,
          0.0,
          -0.0,
          1.0,
          -1.0,
          0.5,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MIN_NORMAL,
          1e300,
          -1e300,
          709.7,
          709.8,
          -708.3,
          -745.1,
          -745.2,
          Math.PI,
          Math.PI / 2,
          1e5,
          1e15,
          1e22,
          1.23456789e17,
          2147483647.5,
          -2147483648.5,
          9.223372036854775807e18,
          255.5,
          1e-310);
  private static final List<Object> INTS =
      List.of(0, 1, -1, 2, -2, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE, 255, 256, 65536);
  private static final List<Object> LONGS =
      List.of(
          0L,
          1L,
          -1L,
          3L,
          -3L,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          1L << 31,
          -(1L << 31) - 1,
          (1L << 53) + 1,
          255L,
          256L);

  private Awkward() {}

  /** Special elements between random ones. */
  public static Tensor tensor(DType dtype, Random random, long... shape) {
    var elements = new ArrayList<Object>();
    for (long i = NumpyModel.count(shape); i > 0; i--) {
      elements.add(random.nextInt(3) == 0 ? special(dtype, random) : ordinary(dtype, random));
    }
    return TensorBridge.tensor(dtype, Arrays.stream(shape).boxed().toList(), elements);
  }

  /** Whole numbers from -50 to 50 (0 to 1 for bool, 0 to 50 for u8). */
  public static Tensor smallNumbers(DType dtype, Random random, long... shape) {
    var elements = new ArrayList<Object>();
    for (long i = NumpyModel.count(shape); i > 0; i--) {
      elements.add(number(dtype, random.nextInt(101) - 50));
    }
    return TensorBridge.tensor(dtype, Arrays.stream(shape).boxed().toList(), elements);
  }

  public static Object number(DType dtype, int n) {
    return switch (dtype) {
      case BOOL -> n > 0;
      case U8 -> Math.abs(n);
      case I32 -> n;
      case I64 -> (long) n;
      case F32 -> (float) n;
      case F64 -> (double) n;
    };
  }

  private static Object special(DType dtype, Random random) {
    return switch (dtype) {
      case BOOL -> random.nextBoolean();
      case U8 -> random.nextInt(2) * 255;
      case I32 -> pick(INTS, random);
      case I64 -> pick(LONGS, random);
      case F32 -> pick(FLOATS, random);
      case F64 -> pick(DOUBLES, random);
    };
  }

  private static Object ordinary(DType dtype, Random random) {
    return switch (dtype) {
      case BOOL -> random.nextBoolean();
      case U8 -> random.nextInt(256);
      case I32 -> random.nextInt();
      case I64 -> random.nextLong();
      case F32 -> (float) (random.nextGaussian() * Math.pow(10, random.nextInt(4) - 1));
      case F64 -> random.nextGaussian() * Math.pow(10, random.nextInt(4) - 1);
    };
  }

  private static Object pick(List<Object> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
