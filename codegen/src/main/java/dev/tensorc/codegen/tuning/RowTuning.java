package dev.tensorc.codegen.tuning;

/**
 * Reductions of rows.
 *
 * @param maxInlineOperations operations of an element up to which it is computed in its kernel's
 *     method: a call costs more
 * @param maxInlineNativeOperations the same for a result stored along a row of native memory, whose
 *     reads are more code
 * @param minKeptOperations operations from which on a value is kept for later sweeps over a row
 *     rather than computed again
 * @param searchBlock elements of a block of a row that is searched for a place, a multiple of 64:
 *     it is in the first cache when the search goes over it again
 * @param minSearchedOperations operations, with a load as one, of a row from which on its search is
 *     vector code
 * @param minSummedElements elements of a row from which on sums over several axes take it as a
 *     whole: for shorter ones the calls take longer than scalar code
 * @param minReducedElements the same for reductions that begin anew with each row
 * @param stripElements elements of the short rows of several axes that strips of vectors go down
 *     together: few of long rows, so that memory is read about as it lies
 * @param maxResweptElements elements of a row up to which each of several reductions goes along it
 *     by itself, where float sums have eight accumulators: reading a longer one again takes more
 *     than keeping half of the sums in memory
 * @param groupRows rows of a group whose lanes are added up together, a multiple of 64: their
 *     values in between stay in the first cache
 * @param maxScalarPoints points of all axes of a reduction, all of known extent, up to which it is
 *     scalar code: vector code takes longer to begin and to end
 * @param outer short rows whose results stand side by side in vectors
 * @param windows rows that begin one element after the other
 */
public record RowTuning(
    int maxInlineOperations,
    int maxInlineNativeOperations,
    int minKeptOperations,
    int searchBlock,
    int minSearchedOperations,
    int minSummedElements,
    int minReducedElements,
    int stripElements,
    int maxResweptElements,
    int groupRows,
    int maxScalarPoints,
    Outer outer,
    Windows windows) {

  static final RowTuning DEFAULT =
      new RowTuning(
          12, 1, 8, 1024, 48, 4, 128, 1024, 1024, 64, 128, Outer.DEFAULT, Windows.DEFAULT);

  public RowTuning {
    if (searchBlock <= 0 || searchBlock % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + searchBlock);
    }
    if (groupRows <= 0 || groupRows % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + groupRows);
    }
  }

  /**
   * When results of short rows stand side by side.
   *
   * @param minResults results from which on rows whose elements lie apart are reduced so: for
   *     fewer, the work for each row takes longer than one row after the other does
   * @param maxElements elements of a row up to which it is laid out for that although it is used
   *     once or a few times: laying out takes as long as the elements do, a row in registers does
   *     not
   * @param minUses uses of a row from which on it is laid out if it has as many elements as a sum
   *     has virtual lanes
   * @param minSharedBytes bytes from which on a row that results share does not stay in the second
   *     cache, so that it is read for several results together
   * @param strips strips of results that are laid out at a time: their operands fit the second
   *     cache
   * @param points points of the last outer axis at a time: a strip's operands are in the first
   *     cache for them
   */
  public record Outer(
      int minResults, int maxElements, int minUses, int minSharedBytes, int strips, int points) {

    static final Outer DEFAULT = new Outer(8, 3, 4, 1 << 18, 16, 8);

    public Outer {
      if (strips < 1 || points < 1) {
        throw new IllegalArgumentException("nothing at a time: " + strips + ", " + points);
      }
    }
  }

  /**
   * When windows that begin one element after the other are reduced together.
   *
   * @param block windows at a time, a multiple of 64: their values stay in the nearest caches
   * @param minWindows windows from which on a block pays for its steps
   * @param minSummed elements of a window from which on a sum takes fewer operations so, which read
   *     and write memory
   * @param minCompared the same for extremes: with AVX2 each operation takes five instructions
   */
  public record Windows(int block, int minWindows, int minSummed, int minCompared) {

    static final Windows DEFAULT = new Windows(1024, 64, 16, 8);

    public Windows {
      if (block <= 0 || block % 64 != 0) {
        throw new IllegalArgumentException("no multiple of 64: " + block);
      }
      if (Math.min(minSummed, minCompared) < 2) {
        throw new IllegalArgumentException("windows of one element have nothing to combine");
      }
    }
  }
}
