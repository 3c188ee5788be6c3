package dev.tensorc.adapters.arrow;

/** The elements for a column's nulls, which a tensor has not. */
public enum Nulls {
  /** A column with a null is refused; the message says where it is. */
  REFUSE,
  /**
   * The elements stay where they are. Arrow does not define the element of a null: {@link
   * ArrowTensors#valid} tells which elements count.
   */
  KEEP,
  /** Each null is {@code NaN}, for columns of floats. Where there is one the column is copied. */
  NAN
}
