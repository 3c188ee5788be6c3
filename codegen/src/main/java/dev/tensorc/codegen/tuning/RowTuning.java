package dev.tensorc.codegen.tuning;

/**
 * Reductions of rows.
 *
 * @param maxInlineOperations operations of an element up to which it is computed in its kernel's
 *     method: a call costs more
 * @param maxInlineNativeOperations the same for what is stored along a row of native memory, whose
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
 * @param ahead the next row beside the last sweep over this one
 * @param outer short rows whose results stand side by side in vectors
 */
public record RowTuning(
    int maxInlineOperations,
    int maxInlineNativeOperations,
    int minKeptOperations,
    int searchBlock,
    int minSearchedOperations,
    int minSummedElements,
    int minReducedElements,
    Ahead ahead,
    Outer outer) {

  static final RowTuning DEFAULT =
      new RowTuning(12, 1, 8, 1024, 48, 4, 128, Ahead.DEFAULT, Outer.DEFAULT);

  public RowTuning {
    if (searchBlock <= 0 || searchBlock % 64 != 0) {
      throw new IllegalArgumentException("no multiple of 64: " + searchBlock);
    }
  }

  /**
   * When the last sweep over a row reduces or loads the next one: decision 36.
   *
   * @param minVectorBytes bytes of a vector from which on it reduces it, over native memory:
   *     vectors as long as a cache line; with shorter ones come half the registers
   * @param minRowBytes bytes of a row from which on it loads it: for shorter ones, what stands
   *     before and after a loop takes longer
   * @param minResultBytes bytes of a result from which on it does: smaller ones lie, with what is
   *     read, in the third cache, and a loop without loads is faster there
   */
  public record Ahead(int minVectorBytes, int minRowBytes, long minResultBytes) {

    static final Ahead DEFAULT = new Ahead(64, 1 << 11, 1 << 23);
  }

  /**
   * When results of short rows stand side by side.
   *
   * @param minResults results from which on rows whose elements lie apart are reduced so: for
   *     fewer, what is done for each row takes longer than one after the other does
   * @param maxElements elements of a row up to which it is laid out for that although it is used
   *     once or a few times
   * @param minUses uses of a row from which on it is laid out if it has as many elements as a sum
   *     has virtual lanes
   * @param strips strips of results that are laid out at a time: what they read fits the second
   *     cache
   * @param points points of the last outer axis at a time: what a strip reads is in the first cache
   *     for them
   */
  public record Outer(int minResults, int maxElements, int minUses, int strips, int points) {

    static final Outer DEFAULT = new Outer(8, 8, 4, 16, 8);

    public Outer {
      if (strips < 1 || points < 1) {
        throw new IllegalArgumentException("nothing at a time: " + strips + ", " + points);
      }
    }
  }
}
