package dev.tensorc.benchmarks;

/** Whether two contenders computed the same. */
final class Agreement {

  private Agreement() {}

  /**
   * @param tolerance 0 for the same; else how far apart elements may be, relative to the greater of
   *     1 and the expected one; integers may then be rounded to a neighbour
   * @throws BenchmarkException if an element differs
   */
  static void require(String who, double[] expected, Operand result, double tolerance) {
    double[] got = result.elements();
    double absolute =
        tolerance > 0 && result.tensor().type().name().matches("[IU].*") ? 1 : tolerance;
    for (int i = 0; i < expected.length; i++) {
      if (Double.compare(expected[i], got[i]) == 0) {
        continue;
      }
      double allowed = Math.max(absolute, tolerance * Math.abs(expected[i]));
      if (tolerance == 0 || !(Math.abs(expected[i] - got[i]) <= allowed)) {
        throw new BenchmarkException(
            who + ": element " + i + " is " + got[i] + " and not " + expected[i]);
      }
    }
  }
}
