package com.acme.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tensorc.runtime.DoubleTensor;
import org.junit.jupiter.api.Test;

class RangesTest {

  @Test
  void isTheSpreadOverTheMean() {
    assertEquals(1.5, Ranges.of(1, 2, 4, 1));
  }

  @Test
  void isWhatTheOracleSays() {
    double[] values = {3, 5, 8};
    assertEquals(Oracle.oracle(DoubleTensor.of(values, 3)), Ranges.of(values), 1e-15);
  }
}
