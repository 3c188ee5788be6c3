package dev.tensorc.partition;

import dev.tensorc.frontend.BigStack;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Optional;

/**
 * A function cut at its reductions along the rows, for rows that lie in parts: of {@code sqrt(sum(x
 * * x, axis=0))} the part is the sum, whose results {@link Reducing} can combine, and the finish is
 * the root of the sum of all rows.
 *
 * @param stages the two functions; empty where the function cannot be cut
 * @param obstacle why not: the operation and its place; empty where it can
 */
public record Split(Optional<Stages> stages, String obstacle) {

  private static final String PART = "_part";
  private static final String FINISH = "_finish";

  /**
   * @param part has the parameters of the function that was cut; its results for some rows can be
   *     combined with those for others
   * @param finish has these results as parameters, and the results of the function that was cut
   */
  public record Stages(TensorIr.Function part, TensorIr.Function finish) {}

  /** The split of a function, with the first axis as rows that allows it. */
  public static Split of(TensorIr.Function f) {
    return BigStack.call(
        () -> {
          Split first = null;
          for (Dim.Sym rows : ReducingAnalysis.sizes(f)) {
            Split found = new Splitting(f, new RowAxes(rows, f.facts())).split();
            if (found.stages().isPresent()) {
              return found;
            }
            first = first == null ? found : first;
          }
          return first == null ? refused(RowAnalysis.NO_ROWS) : first;
        });
  }

  /** The names of the functions that a function is split into. */
  public static List<String> names(String function) {
    return List.of(function + PART, function + FINISH);
  }

  static Split refused(String obstacle) {
    return new Split(Optional.empty(), obstacle);
  }
}
