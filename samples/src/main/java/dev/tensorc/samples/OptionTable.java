package dev.tensorc.samples;

import dev.tensorc.runtime.DoubleTensor;

/** Prints the prices of European calls at some strikes, and their Greeks. */
public final class OptionTable {

  private OptionTable() {}

  public static void main(String[] args) {
    double[] strikes = {80, 90, 100, 110, 120};
    var calls = BlackScholes.call(100, DoubleTensor.of(strikes, strikes.length), 1, 0.05, 0.2);

    System.out.println("strike   price   delta   gamma    vega   theta     rho");
    for (int i = 0; i < strikes.length; i++) {
      System.out.printf(
          "%6.0f %7.3f %7.3f %7.4f %7.3f %7.3f %7.3f%n",
          strikes[i],
          calls.price().get(i),
          calls.delta().get(i),
          calls.gamma().get(i),
          calls.vega().get(i),
          calls.theta().get(i),
          calls.rho().get(i));
    }
  }
}
