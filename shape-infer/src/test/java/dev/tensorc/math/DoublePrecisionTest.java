package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The f64 functions against a table of exact values and, more coarsely, {@link StrictMath}. */
class DoublePrecisionTest {

  @Test
  void hardCasesAreWithinOneUlp() {
    assertHardCases("exp", JavaMath::exp, 0.92);
    assertHardCases("log", JavaMath::log, 0.92);
    assertHardCases("sin", JavaMath::sin, 0.8);
    assertHardCases("cos", JavaMath::cos, 0.8);
  }

  @Test
  void samplesAreWithinTwoUlpsOfStrictMath() { // each side may be off by one
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 50_000; i++) {
      assertNear(JavaMath::exp, StrictMath::exp, random.nextDouble(-746, 710));
      double positive = Double.longBitsToDouble(random.nextLong(0x7ff0_0000_0000_0000L));
      assertNear(JavaMath::log, StrictMath::log, positive);
      assertNear(JavaMath::log, StrictMath::log, random.nextDouble(0.5, 2));
      double angle = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-40, 60));
      assertNear(JavaMath::sin, StrictMath::sin, angle);
      assertNear(JavaMath::cos, StrictMath::cos, angle);
    }
  }

  @Test
  void expUnderflowsAndOverflowsAtTheRightArgument() {
    assertSame(Double.MIN_VALUE, JavaMath.exp(-0x1.74910d52d3051p9)); // just above ln 2^-1075
    assertSame(0.0, JavaMath.exp(-0x1.74910d52d3052p9));
    assertTrue(Double.isFinite(JavaMath.exp(0x1.62e42fefa39efp9))); // just below ln 2^1024
    assertFalse(Double.isFinite(JavaMath.exp(0x1.62e42fefa39f0p9)));
  }

  @Test
  void specialsOfExp() {
    assertSame(Double.POSITIVE_INFINITY, JavaMath.exp(Double.POSITIVE_INFINITY));
    assertSame(Double.POSITIVE_INFINITY, JavaMath.exp(Double.MAX_VALUE));
    assertSame(0.0, JavaMath.exp(Double.NEGATIVE_INFINITY));
    assertSame(0.0, JavaMath.exp(-Double.MAX_VALUE));
    assertSame(1.0, JavaMath.exp(-0.0));
    assertSame(1.0, JavaMath.exp(Double.MIN_VALUE));
    assertNanStays(JavaMath::exp);
  }

  @Test
  void specialsOfLog() {
    assertSame(Double.NEGATIVE_INFINITY, JavaMath.log(0.0));
    assertSame(Double.NEGATIVE_INFINITY, JavaMath.log(-0.0));
    assertSame(0.0, JavaMath.log(1.0));
    assertSame(Double.NaN, JavaMath.log(-1.0));
    assertSame(Double.NaN, JavaMath.log(-Double.MIN_VALUE));
    assertSame(Double.NaN, JavaMath.log(Double.NEGATIVE_INFINITY));
    assertSame(Double.POSITIVE_INFINITY, JavaMath.log(Double.POSITIVE_INFINITY));
    assertNanStays(JavaMath::log);
  }

  @Test
  void specialsOfSinAndCos() {
    assertSame(0.0, JavaMath.sin(0.0));
    assertSame(-0.0, JavaMath.sin(-0.0));
    assertSame(-Double.MIN_VALUE, JavaMath.sin(-Double.MIN_VALUE));
    assertSame(1.0, JavaMath.cos(-0.0));
    assertSame(Double.NaN, JavaMath.sin(Double.POSITIVE_INFINITY));
    assertSame(Double.NaN, JavaMath.cos(Double.NEGATIVE_INFINITY));
    assertSame(StrictMath.sin(-1e300), JavaMath.sin(-1e300));
    assertSame(StrictMath.cos(1e300), JavaMath.cos(1e300));
    assertNanStays(JavaMath::sin);
    assertNanStays(JavaMath::cos);
  }

  private static void assertHardCases(String name, DoubleUnaryOperator function, double ulps) {
    List<HardCases.HardCase> cases = HardCases.of(name);
    assertFalse(cases.isEmpty());
    for (HardCases.HardCase hardCase : cases) {
      double actual = function.applyAsDouble(hardCase.x());
      assertTrue(hardCase.error(actual) <= ulps, () -> hardCase + " gave " + actual);
    }
  }

  private static void assertNear(
      DoubleUnaryOperator function, DoubleUnaryOperator reference, double x) {
    double expected = reference.applyAsDouble(x);
    double actual = function.applyAsDouble(x);
    if (Double.compare(expected, actual) != 0) {
      assertEquals(expected, actual, 2 * Math.ulp(expected), "at " + x);
    }
  }

  private static void assertNanStays(DoubleUnaryOperator function) {
    assertSame(Double.NaN, function.applyAsDouble(Double.NaN));
    // A payload whose low bits would look like an integer.
    assertSame(Double.NaN, function.applyAsDouble(Double.longBitsToDouble(0xfff8000000001234L)));
  }

  /** The same bits; all NaNs are one. */
  private static void assertSame(double expected, double actual) {
    assertEquals(Double.doubleToLongBits(expected), Double.doubleToLongBits(actual));
  }
}
