package com.acme.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.acme.kernels.Ranges;
import dev.tensorc.runtime.DoubleTensor;
import org.junit.jupiter.api.Test;

class TwiceTest {

  @Test
  void callsBothModules() {
    assertEquals(6, Twice.twice(DoubleTensor.of(new double[] {1, 4}, 2)));
    assertEquals(1.2, Ranges.of(1, 4));
  }
}
