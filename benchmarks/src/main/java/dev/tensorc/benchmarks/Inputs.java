package dev.tensorc.benchmarks;

import java.util.Random;

/** Inputs, the same in every JVM. */
public final class Inputs {

  private Inputs() {}

  /** Elements around 0, normally distributed. */
  public static float[] normal(long seed, int count) {
    var random = new Random(seed);
    var a = new float[count];
    for (int i = 0; i < count; i++) {
      a[i] = (float) random.nextGaussian();
    }
    return a;
  }
}
