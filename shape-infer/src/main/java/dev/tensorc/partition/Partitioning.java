package dev.tensorc.partition;

import dev.tensorc.frontend.BigStack;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.TensorIr;
import java.util.List;

/**
 * Whether a function gives each part of its rows, whatever the parts, the bits that it gives them
 * in one call with all rows. Rows are counted by the first axis of arguments and results.
 *
 * @param least how many rows a part must have at least, 1 or 2; 0 where rows may not be split
 * @param rows the parameters that have rows; the others are the same for all parts
 * @param obstacle why rows may not be split: the operation and its place; empty where they may
 */
public record Partitioning(int least, List<String> rows, String obstacle) {
  public Partitioning {
    rows = List.copyOf(rows);
  }

  /** The partitioning of a function. */
  public static Partitioning of(TensorIr.Function f) {
    return BigStack.call(() -> new RowAnalysis(f).partition());
  }

  static Partitioning refused(String obstacle) {
    return new Partitioning(0, List.of(), obstacle);
  }

  /** Whether rows may be split. */
  public boolean allowed() {
    return least > 0;
  }

  /** The source's text there, in one line, and its place. */
  static String at(Span span) {
    String first = span.text().lines().findFirst().orElse("");
    String more = span.text().contains("\n") ? " ..." : "";
    return "`" + first + more + "` at " + span.runtimeLocation();
  }
}
