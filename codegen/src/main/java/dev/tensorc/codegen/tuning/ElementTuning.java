package dev.tensorc.codegen.tuning;

/**
 * The loops of element-wise kernels.
 *
 * @param boundedRowBytes bytes that the only row of a kernel has less than where it is handed over
 *     without offsets and strides, a power of two: HotSpot makes loops of more than 1,000 steps
 *     ones to interrupt (decision 37)
 * @param knownRowBytes bytes of a row of known length up to which the JIT takes the loop along it
 *     apart
 * @param maxPackedRowElements elements up to which rows are treated in blocks as one long row,
 *     unless an operand has whole rows elsewhere, at most the 1,024 of a block: longer ones take
 *     less time to begin than to walk (decision 18)
 * @param minPackedRows rows that pay for laying out a block
 * @param maxPeriodicOperations operations of a kernel up to which operands that repeat from row to
 *     row stay in registers: with more, the loop takes longer to compute than to read
 * @param lineBytes bytes of a line of the cache
 * @param tileElements elements along both axes of a tile: of four bytes they fit the first cache
 * @param minTileElements elements of a tile's first axis that pay for it
 * @param maxScalarApartOperations operations of a kernel for each of its operands up to which it is
 *     scalar code where elements lie apart: that takes less time than to lay them out
 * @param maxTransposedOperations operations of a kernel up to which operands that lie across its
 *     results are transposed in registers: it stands in the code once for each row of a tile
 * @param maxTransposedAxes axes of such a kernel: each has arguments in the calls of these forms
 * @param maxUnrolledVectors vectors of a row up to which it has no loop along it: the JIT's code
 *     before and behind such a loop takes as long as the row (decision 18)
 * @param stages long steps that are divided
 * @param nests loops for strides and extents that are likely
 */
public record ElementTuning(
    int boundedRowBytes,
    int knownRowBytes,
    int maxPackedRowElements,
    int minPackedRows,
    int maxPeriodicOperations,
    int lineBytes,
    int tileElements,
    int minTileElements,
    int maxScalarApartOperations,
    int maxTransposedOperations,
    int maxTransposedAxes,
    int maxUnrolledVectors,
    Stages stages,
    Nests nests) {

  static final ElementTuning DEFAULT =
      new ElementTuning(
          1 << 15, 256, 32, 4, 30, 64, 64, 8, 4, 6, 4, 8, Stages.DEFAULT, Nests.DEFAULT);

  public ElementTuning {
    if (Integer.bitCount(boundedRowBytes) != 1) {
      throw new IllegalArgumentException("no power of two: " + boundedRowBytes);
    }
    if (maxPackedRowElements > 1024) {
      throw new IllegalArgumentException("a block has no whole row: " + maxPackedRowElements);
    }
  }

  /**
   * How long steps are divided: decision 35.
   *
   * @param maxUndividedOperations operations of a kernel that is not divided
   * @param overlappingOperations operations of a stage up to which steps overlap; each further one
   *     costs as much as two
   * @param valueOperations operations that handing over a value is worth: its store, its loads,
   *     their addresses
   * @param stageOperations operations that a stage is worth
   * @param searchedOperations operations of a stage beyond which no place to cut is looked for: a
   *     longer one has a narrow place
   * @param blockBytes bytes of a block of one row, a multiple of 512: those of a stage's rows fit
   *     the first cache
   */
  public record Stages(
      int maxUndividedOperations,
      int overlappingOperations,
      int valueOperations,
      int stageOperations,
      int searchedOperations,
      int blockBytes) {

    static final Stages DEFAULT = new Stages(60, 40, 4, 8, 400, 4_096);

    public Stages {
      if (blockBytes <= 0 || blockBytes % 512 != 0) {
        throw new IllegalArgumentException("no multiple of 512: " + blockBytes);
      }
    }
  }

  /**
   * The strides and extents that have loops of their own.
   *
   * @param maxStep distance in elements from a used one to the next: with more of them loading all
   *     takes longer than loading one after the other
   * @param maxWholeStep the same for rows that are reduced, where all elements in between are used
   * @param maxTableStep the same where several short axes are taken apart together
   * @param maxPoints points of a reduction that stand side by side in the code
   * @param minPoints points of the vectors' axis from which on they pay for the code before the
   *     loop
   */
  public record Nests(
      int maxStep, int maxWholeStep, int maxTableStep, int maxPoints, int minPoints) {

    static final Nests DEFAULT = new Nests(4, 8, 16, 32, 8);
  }
}
