package dev.tensorc.runtime;

/**
 * A parameter of an exported function, or a result.
 *
 * @param name empty for the only result, where the program does not name it
 * @param declaredType as the program writes it, such as {@code f32[n, ?]}
 * @param rank number of axes; 0 for a scalar, {@link #UNRANKED} where it is found at run time
 */
public record Parameter(String name, String declaredType, ElementType dtype, int rank) {

  /** The rank of a tensor of any rank. */
  public static final int UNRANKED = -1;

  /**
   * Whether the parameter is a text ({@code str} or {@code char} in tml), as the u16 of its UTF-16
   * units.
   */
  public boolean isText() {
    return dtype == ElementType.U16 && !declaredType.startsWith(dtype.label());
  }

  public boolean isScalar() {
    return rank == 0;
  }
}
