package dev.tensorc.codegen.tuning;

/**
 * Reductions down columns.
 *
 * @param summedStrip columns that are summed at a time, so that their chunks stay in the first
 *     cache
 * @param fewVectors vectors of a row at most whose columns are summed in registers, some chunks of
 *     rows at once
 * @param fewChunks chunks at once at most: the additions of one wait for each other
 * @param fewElements elements summed so at most: from memory whole rows one after the other are
 *     faster, which the processor fetches ahead
 * @param searchedStrip columns that are searched for places at a time, a multiple of 64
 * @param searchedRows rows that a search goes through before the next columns
 */
public record ColumnTuning(
    int summedStrip,
    int fewVectors,
    int fewChunks,
    int fewElements,
    int searchedStrip,
    int searchedRows) {

  static final ColumnTuning DEFAULT = new ColumnTuning(2048, 2, 4, 1 << 21, 1024, 8);

  public ColumnTuning {
    if (summedStrip < 1 || searchedRows < 1) {
      throw new IllegalArgumentException("nothing at a time: " + summedStrip + ", " + searchedRows);
    }
    if (fewVectors > 64 || fewChunks > 8) {
      throw new IllegalArgumentException("not few: " + fewVectors + ", " + fewChunks);
    }
    if (searchedStrip <= 0 || searchedStrip % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + searchedStrip);
    }
  }
}
