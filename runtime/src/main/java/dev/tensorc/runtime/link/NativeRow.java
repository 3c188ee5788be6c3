package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.Tensor;

/**
 * Tensors that are one row of native memory, from its beginning on: generated code takes a short
 * way where all that it is given are such. All but {@link #size} are for such rows only.
 */
public final class NativeRow {

  /** The result of {@link #size} for other tensors: more than any row has. */
  public static final long NONE = Access.NO_ROW;

  private NativeRow() {}

  /**
   * How many elements a tensor has that is such a row; {@link #NONE} for any other, and for null.
   */
  public static long size(Tensor tensor) {
    return tensor == null ? NONE : Access.nativeRow(tensor);
  }

  /** Whether two such rows of so many bytes have none in common. */
  public static boolean areApart(Tensor a, Tensor b, long bytes) {
    return Math.abs(Access.address(a) - Access.address(b)) >= bytes;
  }
}
