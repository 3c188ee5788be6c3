package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a function may be called with its rows in parts although it reduces along them: then the
 * results of the parts are combined, in the parts' order, to those of one call with all rows.
 * Integers and extremes are the same, and sums of floats are rounded in another order. Rows are
 * counted by the first axis of some parameters.
 *
 * @param rows the names of the parameters that have rows; the others are the same for all parts
 * @param rules how each result is combined, in order; empty where results cannot be combined
 * @param obstacle why not: the operation and its place; empty where they can
 */
public record Reduction(List<String> rows, List<Rule> rules, String obstacle) {
  public Reduction {
    rows = List.copyOf(rows);
    rules = List.copyOf(rules);
  }

  /** How the results of two parts become one. */
  public enum Way {
    /** The results are added. */
    SUM,
    /** The results are multiplied. */
    PROD,
    /** The larger one; NaN wins. */
    MAX,
    /** The smaller one; NaN wins. */
    MIN,
    /** Whether one is true. */
    ANY,
    /** Whether both are true. */
    ALL,
    /** Their mean, each with the weight of its number of rows. */
    MEAN,
    /**
     * The mean squared distance from the mean of all rows, by the formula of Chan, Golub and
     * LeVeque: {@code (n a + m b + (y - x)^2 n m / (n + m)) / (n + m)} for parts of n and m rows
     * with variances a and b and means x and y.
     */
    VAR,
    /** The root of that of their squares. */
    STD,
    /** The sum of squared distances from the mean of all rows, by the same formula. */
    SQUARES,
    /**
     * The place of the larger of the parts' extremes, counted in all rows; the first where they are
     * equal, or NaN.
     */
    ARGMAX,
    /** The place of the smaller one, likewise. */
    ARGMIN,
    /** Any of them: an argument or a size that is the same for all parts. */
    SAME
  }

  /**
   * How one result is combined.
   *
   * @param other the number of another result that combining needs: for places that of the
   *     extremes, for variances and deviations that of the means; otherwise -1
   */
  public record Rule(Way way, int other) {}

  /** Whether the results of parts can be combined. */
  public boolean allowed() {
    return obstacle.isEmpty();
  }

  /** The reduction of a generated class. */
  static Reduction of(TensorProgram.Reduced declared) {
    return new Reduction(
        List.of(declared.parameters()),
        Arrays.stream(declared.rules())
            .map(r -> new Rule(Way.valueOf(r.way()), r.other()))
            .toList(),
        declared.obstacle());
  }
}
