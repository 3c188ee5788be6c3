package dev.tensorc.codegen.tuning;

/**
 * The choice of the values that a kernel computes, and of those that are stored. Times are in
 * additions: the time of one addition of two elements.
 *
 * @param slowAdditions additions that a division or a square root takes
 * @param minStoredAdditions additions of a value from which on it is stored rather than computed
 *     again for each row
 * @param maxRepeatedAdditions additions of a value up to which each of its consumers computes it
 * @param maxAdditionsBeyondCut additions of a value that a kernel computes although it has as many
 *     operations as it may: storage of its own does not pay
 * @param reductionOperations operations that a reduction counts for in its kernel
 * @param minFunctionOperations operations of a function from which on it is computed in lanes of
 *     the stored results of rows, in place of row by row
 * @param minResultsInLanes results for which it is, where their number is known
 * @param maxResults values that one kernel stores
 * @param maxParts parts of one array that one kernel writes
 * @param maxKernelsAsked kernels after a value that are asked whether it may join them
 * @param maxWaiting kernels without versions that wait for one that has some and may do their work
 */
public record FusionTuning(
    int slowAdditions,
    int minStoredAdditions,
    int maxRepeatedAdditions,
    int maxAdditionsBeyondCut,
    int reductionOperations,
    int minFunctionOperations,
    int minResultsInLanes,
    int maxResults,
    int maxParts,
    int maxKernelsAsked,
    int maxWaiting) {

  static final FusionTuning DEFAULT = new FusionTuning(6, 6, 2, 4, 4, 5, 8, 4, 10, 8, 4);
}
