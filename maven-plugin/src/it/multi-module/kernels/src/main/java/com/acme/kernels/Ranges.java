package com.acme.kernels;

import dev.tensorc.runtime.DoubleTensor;

/** Calls a class that is compiled in this module. */
public final class Ranges {

  private Ranges() {}

  public static double of(double... values) {
    return Stats.relative_spread(DoubleTensor.of(values, values.length));
  }
}
