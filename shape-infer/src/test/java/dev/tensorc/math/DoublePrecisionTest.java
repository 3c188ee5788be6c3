package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tensorc.ir.Builtin;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The f64 functions against a table of exact values and, more coarsely, {@link StrictMath}. */
class DoublePrecisionTest {

  private static final DoubleUnaryOperator EXP = of(Builtin.EXP);
  private static final DoubleUnaryOperator LOG = of(Builtin.LOG);
  private static final DoubleUnaryOperator SIN = of(Builtin.SIN);
  private static final DoubleUnaryOperator COS = of(Builtin.COS);

  private static DoubleUnaryOperator of(Builtin function) {
    return x -> function.sequence().orElseThrow().f64(DoubleOps.INSTANCE, List.of(x));
  }

  @Test
  void hardCasesAreWithinOneUlp() {
    assertHardCases("exp", 0.92);
    assertHardCases("log", 0.92);
    assertHardCases("sin", 0.8);
    assertHardCases("cos", 0.8);
  }

  @Test
  void otherHardCasesAreWithinTwoUlps() {
    assertHardCases("erf", 1.6);
    assertHardCases("tanh", 1.5);
    assertHardCases("sigmoid", 1.5);
    assertHardCases("pow", 1);
  }

  @Test
  void hardCasesOfTheRestAreWithinLittleMoreThanOneUlp() {
    assertHardCases("exp2", 0.8);
    assertHardCases("expm1", 1.05);
    assertHardCases("log1p", 0.9);
    assertHardCases("log2", 0.51);
    assertHardCases("log10", 0.51);
    assertHardCases("cbrt", 0.51);
    assertHardCases("tan", 1.2);
    assertHardCases("asin", 0.6);
    assertHardCases("acos", 0.6);
    assertHardCases("atan", 0.9);
    assertHardCases("sinh", 0.7);
    assertHardCases("cosh", 0.7);
    assertHardCases("asinh", 1.05);
    assertHardCases("acosh", 0.9);
    assertHardCases("atanh", 1.05);
    assertHardCases("atan2", 0.9);
    assertHardCases("hypot", 0.8);
    assertHardCases("logaddexp", 1.2);
  }

  @Test
  void moreSamplesAreWithinTwoUlpsOfStrictMath() { // each side may be off by one
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 20_000; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      double small = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-60, 3));
      for (double x : new double[] {any, small}) {
        assertNear(of(Builtin.EXPM1), StrictMath::expm1, x);
        assertNear(of(Builtin.LOG1P), StrictMath::log1p, x);
        assertNear(of(Builtin.LOG10), StrictMath::log10, x);
        assertNear(of(Builtin.CBRT), StrictMath::cbrt, x);
        assertNear(of(Builtin.TAN), StrictMath::tan, x);
        assertNear(of(Builtin.ASIN), StrictMath::asin, x);
        assertNear(of(Builtin.ACOS), StrictMath::acos, x);
        assertNear(of(Builtin.ATAN), StrictMath::atan, x);
        assertNear(of(Builtin.SINH), StrictMath::sinh, x);
        assertNear(of(Builtin.COSH), StrictMath::cosh, x);
      }
    }
  }

  @Test
  void samplesAreWithinTwoUlpsOfStrictMath() { // each side may be off by one
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 50_000; i++) {
      assertNear(EXP, StrictMath::exp, random.nextDouble(-746, 710));
      double positive = Double.longBitsToDouble(random.nextLong(0x7ff0_0000_0000_0000L));
      assertNear(LOG, StrictMath::log, positive);
      assertNear(LOG, StrictMath::log, random.nextDouble(0.5, 2));
      double angle = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-40, 60));
      assertNear(SIN, StrictMath::sin, angle);
      assertNear(COS, StrictMath::cos, angle);
      double x = Double.longBitsToDouble(random.nextLong());
      double y = Math.scalb(x * random.nextDouble(-1, 1), random.nextInt(-60, 60));
      assertNear(
          a -> Builtin.HYPOT.sequence().orElseThrow().f64(DoubleOps.INSTANCE, List.of(a, y)),
          a -> StrictMath.hypot(a, y),
          x);
    }
  }

  @Test
  void expUnderflowsAndOverflowsAtTheRightArgument() {
    assertSame(Double.MIN_VALUE, EXP.applyAsDouble(-0x1.74910d52d3051p9)); // just above ln 2^-1075
    assertSame(0.0, EXP.applyAsDouble(-0x1.74910d52d3052p9));
    assertTrue(Double.isFinite(EXP.applyAsDouble(0x1.62e42fefa39efp9))); // just below ln 2^1024
    assertFalse(Double.isFinite(EXP.applyAsDouble(0x1.62e42fefa39f0p9)));
  }

  @Test
  void specialsOfExp() {
    assertSame(Double.POSITIVE_INFINITY, EXP.applyAsDouble(Double.POSITIVE_INFINITY));
    assertSame(Double.POSITIVE_INFINITY, EXP.applyAsDouble(Double.MAX_VALUE));
    assertSame(0.0, EXP.applyAsDouble(Double.NEGATIVE_INFINITY));
    assertSame(0.0, EXP.applyAsDouble(-Double.MAX_VALUE));
    assertSame(1.0, EXP.applyAsDouble(-0.0));
    assertSame(1.0, EXP.applyAsDouble(Double.MIN_VALUE));
    assertNanStays(EXP);
  }

  @Test
  void specialsOfLog() {
    assertSame(Double.NEGATIVE_INFINITY, LOG.applyAsDouble(0.0));
    assertSame(Double.NEGATIVE_INFINITY, LOG.applyAsDouble(-0.0));
    assertSame(0.0, LOG.applyAsDouble(1.0));
    assertSame(Double.NaN, LOG.applyAsDouble(-1.0));
    assertSame(Double.NaN, LOG.applyAsDouble(-Double.MIN_VALUE));
    assertSame(Double.NaN, LOG.applyAsDouble(Double.NEGATIVE_INFINITY));
    assertSame(Double.POSITIVE_INFINITY, LOG.applyAsDouble(Double.POSITIVE_INFINITY));
    assertNanStays(LOG);
  }

  @Test
  void specialsOfSinAndCos() {
    assertSame(0.0, SIN.applyAsDouble(0.0));
    assertSame(-0.0, SIN.applyAsDouble(-0.0));
    assertSame(-Double.MIN_VALUE, SIN.applyAsDouble(-Double.MIN_VALUE));
    assertSame(1.0, COS.applyAsDouble(-0.0));
    assertSame(Double.NaN, SIN.applyAsDouble(Double.POSITIVE_INFINITY));
    assertSame(Double.NaN, COS.applyAsDouble(Double.NEGATIVE_INFINITY));
    assertSame(StrictMath.sin(-1e300), SIN.applyAsDouble(-1e300));
    assertSame(StrictMath.cos(1e300), COS.applyAsDouble(1e300));
    assertNanStays(SIN);
    assertNanStays(COS);
  }

  private static void assertHardCases(String name, double ulps) {
    Builtin function = Builtin.valueOf(name.toUpperCase(Locale.ROOT));
    List<HardCases.HardCase> cases = HardCases.of(name);
    assertFalse(cases.isEmpty());
    for (HardCases.HardCase hardCase : cases) {
      double actual = function.sequence().orElseThrow().f64(DoubleOps.INSTANCE, hardCase.args());
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
