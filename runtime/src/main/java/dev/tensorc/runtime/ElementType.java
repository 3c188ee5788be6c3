package dev.tensorc.runtime;

/** The element types that tensors can hold, under the names the language gives them. */
public enum ElementType {
  /** IEEE 754 single precision, held in {@code float[]}. */
  F32("f32", 4),
  /** IEEE 754 double precision, held in {@code double[]}. */
  F64("f64", 8),
  /** Signed 32-bit integers, held in {@code int[]}. */
  I32("i32", 4),
  /** Signed 64-bit integers, held in {@code long[]}. */
  I64("i64", 8),
  /** Truth values, held in {@code boolean[]}. */
  BOOL("bool", 1),
  /** Unsigned 8-bit integers, 0 to 255, held in {@code byte[]}. */
  U8("u8", 1);

  private final String label;
  private final int byteWidth;

  ElementType(String label, int byteWidth) {
    this.label = label;
    this.byteWidth = byteWidth;
  }

  /** The language's name of the type, such as {@code f32}. */
  public String label() {
    return label;
  }

  /** The size of one element in a file, in bytes. */
  public int byteWidth() {
    return byteWidth;
  }
}
