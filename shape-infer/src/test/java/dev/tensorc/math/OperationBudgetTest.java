package dev.tensorc.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How many vector operations an element costs; a change of these numbers is a change of speed. */
class OperationBudgetTest {

  private interface Sequence {
    Object emit(CountingOps o, Object x);
  }

  @Test
  void singlePrecision() {
    assertEquals(20, count(true, MathSequences::exp32));
    assertEquals(31, count(true, MathSequences::log32));
    assertEquals(35, count(true, MathSequences::sin32));
    assertEquals(34, count(true, MathSequences::cos32));
  }

  @Test
  void doublePrecision() {
    assertEquals(25, count(false, MathSequences::exp64));
    assertEquals(33, count(false, MathSequences::log64));
    assertEquals(41, count(false, MathSequences::sin64));
    assertEquals(40, count(false, MathSequences::cos64));
  }

  private static int count(boolean single, Sequence sequence) {
    CountingOps ops = new CountingOps(single);
    sequence.emit(ops, new Object());
    return ops.count();
  }
}
