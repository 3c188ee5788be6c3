package dev.tensorc.codegen.tuning;

/**
 * The thresholds that choose between ways of planning and of emitting: whichever is chosen, results
 * have the same bits. Constants that results or the runtime depend on, such as the order of float
 * sums, stand where they are used; decision 46 lists them and the few thresholds that stand
 * elsewhere.
 *
 * <p>Components that begin with {@code max} are the most for which something is done, with {@code
 * min} the least; both may be 0 and as large as one likes, unless the record refuses it. The others
 * are sizes or weights. A record refuses values that cannot be emitted.
 *
 * @param budgets limits of methods and classes
 * @param fusion which values a kernel computes, and which are stored
 * @param elements loops of element-wise kernels
 * @param rows reductions of rows
 * @param columns reductions down columns
 * @param splitting division among several threads
 */
public record Tuning(
    Budgets budgets,
    FusionTuning fusion,
    ElementTuning elements,
    RowTuning rows,
    ColumnTuning columns,
    SplitTuning splitting) {

  /** The tuning of every program; only tests use another. */
  public static final Tuning DEFAULT =
      new Tuning(
          Budgets.DEFAULT,
          FusionTuning.DEFAULT,
          ElementTuning.DEFAULT,
          RowTuning.DEFAULT,
          ColumnTuning.DEFAULT,
          SplitTuning.DEFAULT);
}
