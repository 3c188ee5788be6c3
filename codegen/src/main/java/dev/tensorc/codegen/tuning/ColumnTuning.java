package dev.tensorc.codegen.tuning;

/**
 * Reductions down columns.
 *
 * @param summedStrip columns that are summed at a time, so that their chunks stay in the first
 *     cache
 * @param searchedStrip columns that are searched for places at a time, a multiple of 64
 * @param searchedRows rows that a search goes through before the next columns
 */
public record ColumnTuning(int summedStrip, int searchedStrip, int searchedRows) {

  static final ColumnTuning DEFAULT = new ColumnTuning(2048, 1024, 8);

  public ColumnTuning {
    if (summedStrip < 1 || searchedRows < 1) {
      throw new IllegalArgumentException("nothing at a time: " + summedStrip + ", " + searchedRows);
    }
    if (searchedStrip <= 0 || searchedStrip % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + searchedStrip);
    }
  }
}
