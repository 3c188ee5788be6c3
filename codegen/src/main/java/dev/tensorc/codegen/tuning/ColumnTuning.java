package dev.tensorc.codegen.tuning;

/**
 * Reductions down columns.
 *
 * @param summedStrip columns that are summed at a time, so that their chunks stay in the first
 *     cache
 * @param maxSummedVectors vectors of a row up to which its columns are summed in registers, some
 *     chunks of rows at once
 * @param maxExtremeVectors the same of extremes, which take many rows as one long row
 * @param maxFewChunks chunks that are summed at once at most: the additions of one wait for each
 *     other
 * @param maxFewElements elements up to which columns are summed so: from memory whole rows one
 *     after the other are faster, which the processor fetches ahead
 * @param minBlockedElements elements from which on extremes and integer sums take in a few rows at
 *     a time along their whole length: fewer are in a cache, where strips down all rows are faster
 * @param blockColumns columns of a block: of so many at a time the best places, extremes or integer
 *     sums stay in the first cache; a multiple of 64
 * @param blockRows rows of a block
 * @param searchedRows rows up to which a search for places takes in all at once, in registers
 */
public record ColumnTuning(
    int summedStrip,
    int maxSummedVectors,
    int maxExtremeVectors,
    int maxFewChunks,
    int maxFewElements,
    int minBlockedElements,
    int blockColumns,
    int blockRows,
    int searchedRows) {

  static final ColumnTuning DEFAULT =
      new ColumnTuning(2048, 5, 2, 4, 1 << 21, 1 << 17, 1024, 8, 64);

  public ColumnTuning {
    if (summedStrip < 1 || blockRows < 1) {
      throw new IllegalArgumentException("nothing at a time: " + summedStrip + ", " + blockRows);
    }
    int vectors = Math.max(maxSummedVectors, maxExtremeVectors);
    if (vectors > 64 || maxFewChunks > 8) {
      throw new IllegalArgumentException("not few: " + vectors + ", " + maxFewChunks);
    }
    if (blockColumns <= 0 || blockColumns % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + blockColumns);
    }
  }
}
