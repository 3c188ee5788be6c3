package dev.tensorc.partition;

import dev.tensorc.frontend.BigStack;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the results that a function gives for parts of its rows can be combined to those of all
 * rows: each is one reduction along the rows, of values that are computed row by row.
 *
 * @param rows the parameters that have rows; the others are the same for all parts
 * @param rules how each result is combined, in order; empty where they cannot be
 * @param obstacle why not: the operation and its place; empty where they can
 */
public record Reducing(List<String> rows, List<Rule> rules, String obstacle) {
  public Reducing {
    rows = List.copyOf(rows);
    rules = List.copyOf(rules);
  }

  /** The ways to combine the results of two parts. */
  public enum Way {
    /** Their sum; of counts too. */
    SUM,
    PROD,
    MAX,
    MIN,
    ANY,
    ALL,
    /** Their mean, each with the weight of its rows. */
    MEAN,
    /** The sum of squared distances from the mean, as variances. */
    SQUARES,
    /** Chan's formula: the means of the parts, which another result has, differ too. */
    VAR,
    /** The root of that of their squares. */
    STD,
    /** The place of the larger of two other results; the first where they are equal. */
    ARGMAX,
    ARGMIN,
    /** Any of them: a value that is the same for all parts. */
    SAME;

    /** The way's name in the language. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param other the number of another result that this one needs: for places, of the extremes
   *     themselves; for variances, of the means
   */
  public record Rule(Way way, Optional<Integer> other) {
    static Rule of(Way way) {
      return new Rule(way, Optional.empty());
    }
  }

  /** The reducing of a function. */
  public static Reducing of(TensorIr.Function f) {
    return BigStack.call(() -> new ReducingAnalysis(f).reducing());
  }

  static Reducing refused(String obstacle) {
    return new Reducing(List.of(), List.of(), obstacle);
  }

  /** Whether results of parts can be combined. */
  public boolean allowed() {
    return obstacle.isEmpty();
  }
}
