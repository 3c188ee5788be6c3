package dev.tensorc.codegen.loop;

import java.util.List;
import java.util.OptionalInt;

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
 * @param apart for each tensor, inputs first, how far it goes from one row of results to the next,
 *     where that is known: the JIT then checks places before the loop over these rows
 * @param count how many rows of results there are beside each other, where that is known and few
 */
public record SmallProduct(
    int columns,
    int depth,
    boolean right,
    int elementStride,
    int rowStride,
    int columnStride,
    List<OptionalInt> apart,
    OptionalInt count) {
  public SmallProduct {
    apart = List.copyOf(apart);
  }

  private static final int MOST_ROWS_IN_REGISTERS = 8; // half of the registers of machines with few

  /** The rows of results, which a form has with constants for the distances that are known. */
  public ShortRows rows() {
    return new ShortRows(columns, apart);
  }

  /** The axis before which the factor's rows are read: its own, or that of the results. */
  public int readsRowsAt(Kernel k, int row) {
    int lanes = k.parallel() - 1;
    boolean isShared = lanes > 0 && !k.follows(row, lanes - 1) && depth <= MOST_ROWS_IN_REGISTERS;
    return isShared ? lanes - 1 : lanes;
  }
}
