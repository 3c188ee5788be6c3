package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** How many vector operations an element costs; a change of these numbers is a change of speed. */
class OperationBudgetTest {

  @Test
  void singlePrecision() {
    assertEquals(20, f32(MathSequence.EXP));
    assertEquals(31, f32(MathSequence.LOG));
    assertEquals(31, f32(MathSequence.SIN));
    assertEquals(31, f32(MathSequence.COS));
    assertEquals(37, f32(MathSequence.ERF));
    assertEquals(42, f32(MathSequence.TANH));
    assertEquals(33, f32(MathSequence.SIGMOID));
    assertEquals(123, f32(MathSequence.POW));
    assertEquals(10, f32(MathSequence.FLOOR));
    assertEquals(13, f32(MathSequence.CEIL));
    assertEquals(10, f32(MathSequence.TRUNC));
    assertEquals(7, f32(MathSequence.ROUND));
    assertEquals(38, f32(MathSequence.HYPOT));
  }

  @Test
  void doublePrecision() {
    assertEquals(25, f64(MathSequence.EXP));
    assertEquals(33, f64(MathSequence.LOG));
    assertEquals(37, f64(MathSequence.SIN));
    assertEquals(37, f64(MathSequence.COS));
    assertEquals(57, f64(MathSequence.ERF));
    assertEquals(47, f64(MathSequence.TANH));
    assertEquals(38, f64(MathSequence.SIGMOID));
    assertEquals(133, f64(MathSequence.POW));
    assertEquals(38, f64(MathSequence.HYPOT));
  }

  @Test
  void theRestInSinglePrecision() {
    var counts = new EnumMap<MathSequence, Integer>(MathSequence.class);
    for (MathSequence each : EnumSet.range(MathSequence.EXP2, MathSequence.ATANH)) {
      counts.put(each, f32(each));
    }
    assertEquals(
        "{EXP2=34, EXPM1=50, LOG1P=42, LOG2=70, LOG10=70, LOGADDEXP=70, CBRT=51, TAN=36, ASIN=31,"
            + " ACOS=35, ATAN=44, ATAN2=70, SINH=48, COSH=38, ASINH=62, ACOSH=58, ATANH=49}",
        counts.toString());
  }

  private static int f32(MathSequence sequence) {
    CountingOps ops = new CountingOps(true);
    sequence.f32(ops, Collections.nCopies(sequence.arity(), new Object()));
    return ops.count();
  }

  private static int f64(MathSequence sequence) {
    CountingOps ops = new CountingOps(false);
    sequence.f64(ops, Collections.nCopies(sequence.arity(), new Object()));
    return ops.count();
  }
}
