package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The f32 functions against {@link StrictMath} in double, whose error does not count here. */
class SinglePrecisionTest {

  private static final boolean FULL = Boolean.getBoolean("tensorc.full");

  /** A prime, so that the samples have all exponents and all sorts of fractions. */
  private static final int STRIDE = FULL ? 20_011 : 60_013;

  /** Of functions of two arguments. */
  private static final int PAIRS = FULL ? 200_000 : 50_000;

  private interface FloatFunction {
    float apply(float x);
  }

  private static final FloatFunction EXP = of(Builtin.EXP);
  private static final FloatFunction LOG = of(Builtin.LOG);
  private static final FloatFunction SIN = of(Builtin.SIN);
  private static final FloatFunction COS = of(Builtin.COS);

  private static FloatFunction of(Builtin function) {
    return x -> function.sequence().orElseThrow().f32(FloatOps.INSTANCE, List.of(x));
  }

  @Test
  void expIsWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(EXP, StrictMath::exp, 0.9);
  }

  @Test
  void logIsWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(LOG, StrictMath::log, 0.9);
  }

  @Test
  void sinIsWithinLittleMoreThanOneUlpEverywhere() {
    assertAccurateEverywhere(SIN, StrictMath::sin, 1.1);
  }

  @Test
  void cosIsWithinLittleMoreThanOneUlpEverywhere() {
    assertAccurateEverywhere(COS, StrictMath::cos, 1.1);
  }

  @Test
  void erfIsWithinOneAndThreeQuartersUlpEverywhere() {
    DoubleUnaryOperator exact =
        x -> Builtin.ERF.sequence().orElseThrow().f64(DoubleOps.INSTANCE, List.of(x));
    assertAccurateEverywhere(of(Builtin.ERF), exact, 1.75);
  }

  @Test
  void tanhIsWithinOneAndAHalfUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.TANH), StrictMath::tanh, 1.5);
  }

  @Test
  void sigmoidIsWithinOneAndAHalfUlpEverywhere() {
    DoubleUnaryOperator exact =
        x -> {
          double e = StrictMath.exp(-Math.abs(x));
          return (x < 0 ? e : 1) / (1 + e);
        };
    assertAccurateEverywhere(of(Builtin.SIGMOID), exact, 1.5);
  }

  @Test
  void powIsWithinOneUlp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < PAIRS; i++) {
      float x = Float.intBitsToFloat(random.nextInt(0x7f80_0000));
      float y = (float) (random.nextDouble(-104, 89) / Math.log(x));
      FloatFunction pow =
          b -> Builtin.POW.sequence().orElseThrow().f32(FloatOps.INSTANCE, List.of(b, y));
      assertAccurate(pow, b -> StrictMath.pow(b, y), x, 0.8);
    }
  }

  @Test
  void logarithmsAreWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.LOG1P), StrictMath::log1p, 0.9);
    assertAccurateEverywhere(of(Builtin.LOG2), exactly(Builtin.LOG2), 0.51);
    assertAccurateEverywhere(of(Builtin.LOG10), StrictMath::log10, 0.51);
  }

  @Test
  void powersAndRootsAreWithinLittleMoreThanOneUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.EXP2), x -> StrictMath.pow(2, x), 0.76);
    assertAccurateEverywhere(of(Builtin.EXPM1), StrictMath::expm1, 1.1);
    assertAccurateEverywhere(of(Builtin.CBRT), StrictMath::cbrt, 0.51);
  }

  @Test
  void tanIsWithinLittleMoreThanOneUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.TAN), StrictMath::tan, 1.2);
  }

  @Test
  void arcsAreWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.ASIN), StrictMath::asin, 0.6);
    assertAccurateEverywhere(of(Builtin.ACOS), StrictMath::acos, 0.6);
    assertAccurateEverywhere(of(Builtin.ATAN), StrictMath::atan, 0.9);
  }

  @Test
  void hyperbolicFunctionsAreWithinOneUlpEverywhere() {
    assertAccurateEverywhere(of(Builtin.SINH), StrictMath::sinh, 0.7);
    assertAccurateEverywhere(of(Builtin.COSH), StrictMath::cosh, 0.7);
    assertAccurateEverywhere(of(Builtin.ASINH), exactly(Builtin.ASINH), 1.05);
    assertAccurateEverywhere(of(Builtin.ACOSH), exactly(Builtin.ACOSH), 0.9);
    assertAccurateEverywhere(of(Builtin.ATANH), exactly(Builtin.ATANH), 1.05);
  }

  /** The f64 function, which another test compares with exact values. */
  private static DoubleUnaryOperator exactly(Builtin function) {
    return x -> function.sequence().orElseThrow().f64(DoubleOps.INSTANCE, List.of(x));
  }

  @Test
  void atan2IsWithinNineTenthsUlp() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < PAIRS; i++) {
      float x = Float.intBitsToFloat(random.nextInt());
      float y =
          random.nextBoolean()
              ? Float.intBitsToFloat(random.nextInt())
              : x * (float) Math.scalb(random.nextDouble(-1, 1), random.nextInt(-3, 5));
      FloatFunction atan2 =
          a -> Builtin.ATAN2.sequence().orElseThrow().f32(FloatOps.INSTANCE, List.of(a, y));
      assertAccurate(atan2, a -> StrictMath.atan2(a, y), x, 0.9);
    }
  }

  @Test
  void hypotIsWithinThreeQuartersUlp() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < PAIRS; i++) {
      float x = Float.intBitsToFloat(random.nextInt(0x7f80_0000));
      float y = (float) Math.scalb(x * random.nextDouble(-1, 1), random.nextInt(-30, 30));
      FloatFunction hypot =
          a -> Builtin.HYPOT.sequence().orElseThrow().f32(FloatOps.INSTANCE, List.of(a, y));
      assertAccurate(hypot, a -> Math.sqrt(a * a + (double) y * y), x, 0.76);
    }
  }

  @Test
  void sinAndCosStayAccurateAtMultiplesOfHalfPi() {
    for (int n = 1; n <= 90_000; n++) {
      float x = (float) (n * (Math.PI / 2));
      assertAccurate(SIN, StrictMath::sin, x, 1);
      assertAccurate(COS, StrictMath::cos, x, 1);
    }
  }

  @Test
  void logStaysAccurateAroundOne() {
    for (int offset = -20_000; offset <= 20_000; offset++) {
      float x = Float.intBitsToFloat(Float.floatToIntBits(1) + offset);
      assertAccurate(LOG, StrictMath::log, x, 0.9);
    }
  }

  @Test
  void expUnderflowsAndOverflowsWhereTheExactValueDoes() {
    for (float x = -103.9f; x > -104.1f; x = Math.nextDown(x)) {
      assertEquals((float) StrictMath.exp(x), EXP.apply(x), "exp " + x);
    }
    for (float x = 88.7f; x < 88.75f; x = Math.nextUp(x)) {
      boolean overflows = Float.isInfinite((float) StrictMath.exp(x));
      assertEquals(overflows, Float.isInfinite(EXP.apply(x)), "exp " + x);
    }
  }

  @Test
  void specialsOfExp() {
    assertSame(Float.POSITIVE_INFINITY, EXP.apply(Float.POSITIVE_INFINITY));
    assertSame(Float.POSITIVE_INFINITY, EXP.apply(Float.MAX_VALUE));
    assertSame(0f, EXP.apply(Float.NEGATIVE_INFINITY));
    assertSame(0f, EXP.apply(-Float.MAX_VALUE));
    assertSame(1f, EXP.apply(0f));
    assertSame(1f, EXP.apply(-0f));
    assertSame(1f, EXP.apply(-Float.MIN_VALUE));
    assertNanStays(EXP);
  }

  @Test
  void specialsOfLog() {
    assertSame(Float.NEGATIVE_INFINITY, LOG.apply(0f));
    assertSame(Float.NEGATIVE_INFINITY, LOG.apply(-0f));
    assertSame(0f, LOG.apply(1f));
    assertSame(Float.NaN, LOG.apply(-1f));
    assertSame(Float.NaN, LOG.apply(-Float.MIN_VALUE));
    assertSame(Float.NaN, LOG.apply(Float.NEGATIVE_INFINITY));
    assertSame(Float.POSITIVE_INFINITY, LOG.apply(Float.POSITIVE_INFINITY));
    assertSame((float) StrictMath.log(Float.MIN_VALUE), LOG.apply(Float.MIN_VALUE));
    assertNanStays(LOG);
  }

  @Test
  void specialsOfSinAndCos() {
    assertSame(0f, SIN.apply(0f));
    assertSame(-0f, SIN.apply(-0f));
    assertSame(-Float.MIN_VALUE, SIN.apply(-Float.MIN_VALUE));
    assertSame(1f, COS.apply(-0f));
    assertSame(1f, COS.apply(Float.MIN_VALUE));
    assertSame(Float.NaN, SIN.apply(Float.NEGATIVE_INFINITY));
    assertSame(Float.NaN, COS.apply(Float.POSITIVE_INFINITY));
    assertSame((float) StrictMath.sin(1e30f), SIN.apply(1e30f));
    assertSame((float) StrictMath.cos(-1e30f), COS.apply(-1e30f));
    assertNanStays(SIN);
    assertNanStays(COS);
  }

  private static void assertAccurateEverywhere(
      FloatFunction function, DoubleUnaryOperator exact, double ulps) {
    for (long bits = 0; bits < 1L << 32; bits += STRIDE) {
      assertAccurate(function, exact, Float.intBitsToFloat((int) bits), ulps);
    }
  }

  private static void assertAccurate(
      FloatFunction function, DoubleUnaryOperator exact, float x, double ulps) {
    float actual = function.apply(x);
    double expected = exact.applyAsDouble(x);
    float rounded = (float) expected;
    if (Float.compare(actual, rounded) == 0) {
      return;
    }
    double error = Math.abs(actual - expected) / Math.ulp(rounded);
    if (!(error <= ulps)) { // only a failure pays for the message
      assertTrue(false, "at " + x + ": " + actual + ", exactly " + expected + ", ulps " + error);
    }
  }

  private static void assertNanStays(FloatFunction function) {
    assertSame(Float.NaN, function.apply(Float.NaN));
    // A payload whose low bits would look like an integer.
    assertSame(Float.NaN, function.apply(Float.intBitsToFloat(0xffc01234)));
  }

  /** The same bits; all NaNs are one. */
  private static void assertSame(float expected, float actual) {
    assertEquals(Float.floatToIntBits(expected), Float.floatToIntBits(actual));
  }
}
