package dev.tensorc.benchmarks;

/** Whether two contenders computed the same. */
final class Agreement {

  private Agreement() {}

  /**
   * @param tolerance 0 for the same bits; else how far apart elements may be, relative to the
   *     greater of 1 and the expected one
   * @throws BenchmarkException if an element differs
   */
  static void require(String who, float[] expected, float[] got, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToRawIntBits(expected[i]) == Float.floatToRawIntBits(got[i])) {
        continue;
      }
      double allowed = tolerance * Math.max(1, Math.abs((double) expected[i]));
      if (!(Math.abs((double) expected[i] - got[i]) <= allowed) || tolerance == 0) {
        throw new BenchmarkException(
            who + ": element " + i + " is " + got[i] + " and not " + expected[i]);
      }
    }
  }
}
