package dev.tensorc.golden;

import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Scalars;
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
          65504f,
          65519f,
          6e-8f,
          1.0009765f,
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
  private static final List<Long> INTEGERS =
      List.of(0L, 1L, -1L, 2L, -2L, 3L, 7L, -7L, 127L, 128L, 255L, 256L, 65535L, 65536L, 1L << 31);
  private static final List<Long> LONGS =
      List.of(-(1L << 31) - 1, (1L << 32) - 1, 1L << 32, (1L << 53) + 1, (1L << 63) + 1025);

  private Awkward() {}

  /** Special elements between random ones. */
  public static Tensor tensor(DType dtype, Random random, long... shape) {
    var elements = new ArrayList<Object>();
    for (long i = NumpyModel.count(shape); i > 0; i--) {
      elements.add(random.nextInt(3) == 0 ? special(dtype, random) : ordinary(dtype, random));
    }
    return TensorBridge.tensor(dtype, Arrays.stream(shape).boxed().toList(), elements);
  }

  /** Whole numbers from -50 to 50 (0 to 1 for bool, 0 to 50 for unsigned dtypes). */
  public static Tensor smallNumbers(DType dtype, Random random, long... shape) {
    var elements = new ArrayList<Object>();
    for (long i = NumpyModel.count(shape); i > 0; i--) {
      elements.add(number(dtype, random.nextInt(101) - 50));
    }
    return TensorBridge.tensor(dtype, Arrays.stream(shape).boxed().toList(), elements);
  }

  /** Numbers of many sizes, none of them special: their sum depends on the order. */
  public static Tensor fractions(DType dtype, Random random, long... shape) {
    var elements = new ArrayList<Object>();
    for (long i = NumpyModel.count(shape); i > 0; i--) {
      elements.add(ordinary(dtype, random));
    }
    return TensorBridge.tensor(dtype, Arrays.stream(shape).boxed().toList(), elements);
  }

  public static Object number(DType dtype, int n) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> n > 0;
      case INT, LONG -> Scalars.wrap(dtype, dtype.isUnsigned() ? Math.abs(n) : n);
      case FLOAT, DOUBLE -> Scalars.nearest(dtype, n);
    };
  }

  private static Object special(DType dtype, Random random) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> random.nextBoolean();
      case INT, LONG -> specialInteger(dtype, random);
      case FLOAT -> Scalars.nearest(dtype, (Float) pick(FLOATS, random));
      case DOUBLE -> pick(DOUBLES, random);
    };
  }

  private static Object specialInteger(DType dtype, Random random) {
    long number =
        switch (random.nextInt(4)) {
          case 0 -> dtype.lowest();
          case 1 -> dtype.highest();
          case 2 -> pick(LONGS, random);
          default -> pick(INTEGERS, random);
        };
    return Scalars.wrap(dtype, number);
  }

  private static Object ordinary(DType dtype, Random random) {
    return switch (dtype.carrier()) {
      case BOOLEAN -> random.nextBoolean();
      case INT, LONG -> Scalars.wrap(dtype, random.nextLong());
      case FLOAT, DOUBLE ->
          Scalars.nearest(dtype, random.nextGaussian() * Math.pow(10, random.nextInt(4) - 1));
    };
  }

  private static <T> T pick(List<T> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
