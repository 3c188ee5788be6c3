package dev.tensorc.codegen.loop;

/**
 * A sum of a few products whose results, along the last parallel axis, are as many as one vector of
 * some width has: a row of a small matrix. Strides are those of row-major arrays.
 *
 * @param columns results of a row
 * @param depth products of each
 * @param right whether the second factor is the one that has a row for each product
 * @param elementStride of the other factor, from one product to the next
 * @param rowStride of the factor that has rows, from one row to the next
 * @param columnStride of that factor, from one element of a row to the next; 1 unless rows are read
 *     once for many rows of results
 */
public record SmallProduct(
    int columns, int depth, boolean right, int elementStride, int rowStride, int columnStride) {

  private static final int MOST_ROWS_IN_REGISTERS = 8; // half of what machines with few have

  /** The axis before which the factor's rows are read: its own, or that of the results. */
  public int readsRowsAt(Kernel k, int row) {
    int lanes = k.parallel() - 1;
    boolean isShared = lanes > 0 && !k.follows(row, lanes - 1) && depth <= MOST_ROWS_IN_REGISTERS;
    return isShared ? lanes - 1 : lanes;
  }
}
