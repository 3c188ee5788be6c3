package dev.tensorc.accuracy;

import dev.tensorc.math.DoubleOps;
import dev.tensorc.math.FloatOps;
import dev.tensorc.math.MathSequence;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A float format; its values are held as doubles. */
enum Format {
  F32,
  F64;

  /** The dtype's name in programs. */
  String dtype() {
    return this == F32 ? "f32" : "f64";
  }

  double rounded(double x) {
    return this == F32 ? (float) x : x;
  }

  /** Any bits at all: mostly numbers of all exponents, also NaN and subnormal ones. */
  double any(SplittableRandom random) {
    return this == F32
        ? Float.intBitsToFloat(random.nextInt())
        : Double.longBitsToDouble(random.nextLong());
  }

  /** A vector of f32 or f64. */
  Object tensor(double[] values) {
    if (this == F64) {
      return DoubleTensor.of(values, values.length);
    }
    var floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return FloatTensor.of(floats, values.length);
  }

  double[] values(Object tensor) {
    if (this == F64) {
      return ((DoubleTensor) tensor).toArray();
    }
    float[] floats = ((FloatTensor) tensor).toArray();
    var values = new double[floats.length];
    Arrays.setAll(values, i -> floats[i]);
    return values;
  }

  /** The interpreter's result. */
  double value(MathSequence sequence, double[] point) {
    return this == F64
        ? sequence.f64(DoubleOps.INSTANCE, Arrays.stream(point).boxed().toList())
        : sequence.f32(FloatOps.INSTANCE, Arrays.stream(point).mapToObj(x -> (float) x).toList());
  }

  /**
   * How many numbers of the format are from one to the other; with different signs, or if one alone
   * is NaN, the largest long.
   */
  long distance(double x, double y) {
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return Double.isNaN(x) && Double.isNaN(y) ? 0 : Long.MAX_VALUE;
    }
    if (Math.copySign(1, x) != Math.copySign(1, y)) { // zeros are apart
      return Long.MAX_VALUE;
    }
    return this == F64
        ? Math.abs(Double.doubleToLongBits(x) - Double.doubleToLongBits(y))
        : Math.abs((long) Float.floatToIntBits((float) x) - Float.floatToIntBits((float) y));
  }
}
