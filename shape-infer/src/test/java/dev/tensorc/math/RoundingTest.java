package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Whole numbers and signs are exact: they equal the results of {@link Math}, zeros included. */
class RoundingTest {

  /** A prime, so that the samples have all exponents and all sorts of fractions. */
  private static final int STRIDE = 2_003;

  private static double towardsZero(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }

  @Test
  void singlePrecision() {
    for (long bits = 0; bits < 1L << 32; bits += STRIDE) {
      assertExact(Float.intBitsToFloat((int) bits));
    }
    for (float whole : new float[] {0, 1, 2, 3, 1 << 22, 1 << 23, 1 << 24, 1L << 31, 1L << 40}) {
      for (float half = whole - 2; half <= whole + 2; half += Math.max(0.5f, Math.ulp(whole))) {
        for (float x : new float[] {half, Math.nextUp(half), Math.nextDown(half)}) {
          assertExact(x);
          assertExact(-x);
        }
      }
    }
  }

  @Test
  void doublePrecision() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 500_000; i++) {
      assertExact(Double.longBitsToDouble(random.nextLong()));
      assertExact(Math.scalb(random.nextDouble(-1, 1), random.nextInt(60)));
    }
    for (double whole : new double[] {0, 1, 2, 3, 1L << 51, 1L << 52, 1L << 53, 1e300}) {
      for (double half = whole - 2; half <= whole + 2; half += Math.max(0.5, Math.ulp(whole))) {
        for (double x : new double[] {half, Math.nextUp(half), Math.nextDown(half)}) {
          assertExact(x);
          assertExact(-x);
        }
      }
    }
    for (double x : new double[] {0, -0.0, Double.POSITIVE_INFINITY, Double.NaN, 5e-324}) {
      assertExact(x);
      assertExact(-x);
    }
  }

  private static void assertExact(float x) {
    assertSame(Builtin.FLOOR, Math::floor, x);
    assertSame(Builtin.CEIL, Math::ceil, x);
    assertSame(Builtin.ROUND, Math::rint, x);
    assertSame(Builtin.TRUNC, RoundingTest::towardsZero, x);
    assertSame(Builtin.SIGN, v -> v == 0 ? 0 : Math.signum(v), x);
  }

  private static void assertSame(Builtin function, DoubleUnaryOperator exact, float x) {
    float actual = function.sequence().orElseThrow().f32(FloatOps.INSTANCE, List.of(x));
    float expected = (float) exact.applyAsDouble(x);
    if (Float.floatToIntBits(expected) != Float.floatToIntBits(actual)) {
      assertEquals(expected, actual, () -> function + " " + x);
    }
  }

  private static void assertExact(double x) {
    assertSame(Builtin.FLOOR, Math::floor, x);
    assertSame(Builtin.CEIL, Math::ceil, x);
    assertSame(Builtin.ROUND, Math::rint, x);
    assertSame(Builtin.TRUNC, RoundingTest::towardsZero, x);
    assertSame(Builtin.SIGN, v -> v == 0 ? 0 : Math.signum(v), x);
  }

  private static void assertSame(Builtin function, DoubleUnaryOperator exact, double x) {
    double actual = function.sequence().orElseThrow().f64(DoubleOps.INSTANCE, List.of(x));
    double expected = exact.applyAsDouble(x);
    if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(actual)) {
      assertEquals(expected, actual, () -> function + " " + x);
    }
  }

  @Test
  void noNanHasASign() {
    for (long bits : new long[] {0x7ff8000000000000L, 0xfff8000000000000L, 0xfff0000000000001L}) {
      List<Double> args = List.of(-2.0, Double.longBitsToDouble(bits));
      assertEquals(2.0, Builtin.COPYSIGN.sequence().orElseThrow().f64(DoubleOps.INSTANCE, args));
    }
  }
}
