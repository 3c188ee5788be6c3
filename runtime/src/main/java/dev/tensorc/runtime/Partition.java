package dev.tensorc.runtime;

import java.util.List;

/**
 * Whether a function may be called with its rows in parts: then each part gets the bits that one
 * call with all rows gives it. Rows are counted by the first axis of some parameters, and of all
 * results.
 *
 * @param least how many rows a call must have at least, 1 or 2; 0 where rows may not be split. With
 *     2 a call of a single row may round otherwise than one of more rows; repeat the row, and drop
 *     the second copy of its results
 * @param rows the names of the parameters that have rows; the others are the same for all parts
 * @param obstacle why rows may not be split: the operation and its place; empty where they may
 */
public record Partition(int least, List<String> rows, String obstacle) {
  public Partition {
    rows = List.copyOf(rows);
  }

  /** Whether rows may be split. */
  public boolean allowed() {
    return least > 0;
  }

  /** The partition that a generated class declares. */
  static Partition of(TensorProgram.Rows declared) {
    return new Partition(declared.least(), List.of(declared.parameters()), declared.obstacle());
  }
}
