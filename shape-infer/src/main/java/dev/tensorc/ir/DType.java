package dev.tensorc.ir;

import java.util.Optional;

/** The element types that are compiled, ordered from narrow to wide within a kind. */
public enum DType {
  BOOL("bool", Kind.BOOL, 1),
  U8("u8", Kind.INT, 1),
  I32("i32", Kind.INT, 4),
  I64("i64", Kind.INT, 8),
  F32("f32", Kind.FLOAT, 4),
  F64("f64", Kind.FLOAT, 8);

  /** What kind of values a dtype holds. */
  public enum Kind {
    BOOL,
    INT,
    FLOAT
  }

  private final String label;
  private final Kind kind;
  private final int bytes;

  DType(String label, Kind kind, int bytes) {
    this.label = label;
    this.kind = kind;
    this.bytes = bytes;
  }

  public String label() {
    return label;
  }

  public Kind kind() {
    return kind;
  }

  /** Bytes of one element in memory. */
  public int bytes() {
    return bytes;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  public boolean isInt() {
    return kind == Kind.INT;
  }

  public boolean isNumeric() {
    return kind != Kind.BOOL;
  }

  /** The dtype called that in a program. */
  public static Optional<DType> named(String label) {
    for (DType d : values()) {
      if (d.label.equals(label)) {
        return Optional.of(d);
      }
    }
    return Optional.empty();
  }

  /**
   * The dtype of a mixed operation: the Array API's table, and NumPy 2's result where the standard
   * leaves the mix open (a 32- or 64-bit integer with f32 gives f64).
   */
  public static DType promote(DType a, DType b) {
    if (a == b) {
      return a;
    }
    DType low = a.ordinal() < b.ordinal() ? a : b;
    DType high = a.ordinal() < b.ordinal() ? b : a;
    return high == F32 && low.isInt() && low.bytes >= 4 ? F64 : high;
  }

  @Override
  public String toString() {
    return label;
  }
}
