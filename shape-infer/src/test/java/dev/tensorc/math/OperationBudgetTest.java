package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tensorc.ir.Builtin;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** How many vector operations an element costs; a change of these numbers is a change of speed. */
class OperationBudgetTest {

  @Test
  void singlePrecision() {
    assertEquals(20, f32(Builtin.EXP));
    assertEquals(31, f32(Builtin.LOG));
    assertEquals(31, f32(Builtin.SIN));
    assertEquals(31, f32(Builtin.COS));
    assertEquals(29, f32(Builtin.ERF));
    assertEquals(42, f32(Builtin.TANH));
    assertEquals(33, f32(Builtin.SIGMOID));
    assertEquals(123, f32(Builtin.POW));
    assertEquals(10, f32(Builtin.FLOOR));
    assertEquals(13, f32(Builtin.CEIL));
    assertEquals(10, f32(Builtin.TRUNC));
    assertEquals(7, f32(Builtin.ROUND));
    assertEquals(38, f32(Builtin.HYPOT));
  }

  @Test
  void doublePrecision() {
    assertEquals(25, f64(Builtin.EXP));
    assertEquals(33, f64(Builtin.LOG));
    assertEquals(37, f64(Builtin.SIN));
    assertEquals(37, f64(Builtin.COS));
    assertEquals(45, f64(Builtin.ERF));
    assertEquals(47, f64(Builtin.TANH));
    assertEquals(38, f64(Builtin.SIGMOID));
    assertEquals(133, f64(Builtin.POW));
    assertEquals(38, f64(Builtin.HYPOT));
  }

  @Test
  void theRestInSinglePrecision() {
    var counts = new EnumMap<Builtin, Integer>(Builtin.class);
    for (Builtin each : EnumSet.range(Builtin.EXP2, Builtin.ATANH)) {
      counts.put(each, f32(each));
    }
    assertEquals(
        "{EXP2=34, EXPM1=50, LOG1P=42, LOG2=70, LOG10=70, LOGADDEXP=137, CBRT=51, TAN=36, ASIN=31,"
            + " ACOS=35, ATAN=44, ATAN2=70, SINH=48, COSH=38, ASINH=62, ACOSH=58, ATANH=49}",
        counts.toString());
  }

  private static int f32(Builtin function) {
    MathSequence sequence = function.sequence().orElseThrow();
    CountingOps ops = new CountingOps(true);
    sequence.f32(ops, Collections.nCopies(sequence.arity(), new Object()));
    return ops.count();
  }

  private static int f64(Builtin function) {
    MathSequence sequence = function.sequence().orElseThrow();
    CountingOps ops = new CountingOps(false);
    sequence.f64(ops, Collections.nCopies(sequence.arity(), new Object()));
    return ops.count();
  }
}
