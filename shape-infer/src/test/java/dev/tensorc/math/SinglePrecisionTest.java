package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The f32 functions against {@link StrictMath} in double, whose error does not count here. */
class SinglePrecisionTest {

  /** A prime, so that the samples have all exponents and all sorts of fractions. */
  private static final int STRIDE = 20_011;

  private interface FloatFunction {
    float apply(float x);
  }

  @Test
  void expIsWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(JavaMath::exp, StrictMath::exp, 0.9);
  }

  @Test
  void logIsWithinNineTenthsUlpEverywhere() {
    assertAccurateEverywhere(JavaMath::log, StrictMath::log, 0.9);
  }

  @Test
  void sinIsWithinThreeQuartersUlpEverywhere() {
    assertAccurateEverywhere(JavaMath::sin, StrictMath::sin, 0.75);
  }

  @Test
  void cosIsWithinThreeQuartersUlpEverywhere() {
    assertAccurateEverywhere(JavaMath::cos, StrictMath::cos, 0.75);
  }

  @Test
  void sinAndCosStayAccurateAtMultiplesOfHalfPi() {
    for (int n = 1; n <= 90_000; n++) {
      float x = (float) (n * (Math.PI / 2));
      assertAccurate(JavaMath::sin, StrictMath::sin, x, 0.75);
      assertAccurate(JavaMath::cos, StrictMath::cos, x, 0.75);
    }
  }

  @Test
  void logStaysAccurateAroundOne() {
    for (int offset = -20_000; offset <= 20_000; offset++) {
      float x = Float.intBitsToFloat(Float.floatToIntBits(1) + offset);
      assertAccurate(JavaMath::log, StrictMath::log, x, 0.9);
    }
  }

  @Test
  void expUnderflowsAndOverflowsWhereTheExactValueDoes() {
    for (float x = -103.9f; x > -104.1f; x = Math.nextDown(x)) {
      assertEquals((float) StrictMath.exp(x), JavaMath.exp(x), "exp " + x);
    }
    for (float x = 88.7f; x < 88.75f; x = Math.nextUp(x)) {
      boolean overflows = Float.isInfinite((float) StrictMath.exp(x));
      assertEquals(overflows, Float.isInfinite(JavaMath.exp(x)), "exp " + x);
    }
  }

  @Test
  void specialsOfExp() {
    assertSame(Float.POSITIVE_INFINITY, JavaMath.exp(Float.POSITIVE_INFINITY));
    assertSame(Float.POSITIVE_INFINITY, JavaMath.exp(Float.MAX_VALUE));
    assertSame(0f, JavaMath.exp(Float.NEGATIVE_INFINITY));
    assertSame(0f, JavaMath.exp(-Float.MAX_VALUE));
    assertSame(1f, JavaMath.exp(0f));
    assertSame(1f, JavaMath.exp(-0f));
    assertSame(1f, JavaMath.exp(-Float.MIN_VALUE));
    assertNanStays(JavaMath::exp);
  }

  @Test
  void specialsOfLog() {
    assertSame(Float.NEGATIVE_INFINITY, JavaMath.log(0f));
    assertSame(Float.NEGATIVE_INFINITY, JavaMath.log(-0f));
    assertSame(0f, JavaMath.log(1f));
    assertSame(Float.NaN, JavaMath.log(-1f));
    assertSame(Float.NaN, JavaMath.log(-Float.MIN_VALUE));
    assertSame(Float.NaN, JavaMath.log(Float.NEGATIVE_INFINITY));
    assertSame(Float.POSITIVE_INFINITY, JavaMath.log(Float.POSITIVE_INFINITY));
    assertSame((float) StrictMath.log(Float.MIN_VALUE), JavaMath.log(Float.MIN_VALUE));
    assertNanStays(JavaMath::log);
  }

  @Test
  void specialsOfSinAndCos() {
    assertSame(0f, JavaMath.sin(0f));
    assertSame(-0f, JavaMath.sin(-0f));
    assertSame(-Float.MIN_VALUE, JavaMath.sin(-Float.MIN_VALUE));
    assertSame(1f, JavaMath.cos(-0f));
    assertSame(1f, JavaMath.cos(Float.MIN_VALUE));
    assertSame(Float.NaN, JavaMath.sin(Float.NEGATIVE_INFINITY));
    assertSame(Float.NaN, JavaMath.cos(Float.POSITIVE_INFINITY));
    assertSame((float) StrictMath.sin(1e30f), JavaMath.sin(1e30f));
    assertSame((float) StrictMath.cos(-1e30f), JavaMath.cos(-1e30f));
    assertNanStays(JavaMath::sin);
    assertNanStays(JavaMath::cos);
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
