package dev.tensorc.runtime;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/** The element types that tensors can hold, under the names the language gives them. */
public enum ElementType {
  /** IEEE 754 single precision, held in {@code float[]}. */
  F32("f32", 4, FloatTensor.class, float.class),
  /** IEEE 754 double precision, held in {@code double[]}. */
  F64("f64", 8, DoubleTensor.class, double.class),
  /** Signed 32-bit integers, held in {@code int[]}. */
  I32("i32", 4, IntTensor.class, int.class),
  /** Signed 64-bit integers, held in {@code long[]}. */
  I64("i64", 8, LongTensor.class, long.class),
  /** Truth values, held in {@code boolean[]}. */
  BOOL("bool", 1, BooleanTensor.class, boolean.class),
  /** Unsigned 8-bit integers, 0 to 255, held in {@code byte[]}. */
  U8("u8", 1, UByteTensor.class, byte.class),
  /** Signed 8-bit integers, -128 to 127, held in {@code byte[]}. */
  I8("i8", 1, ByteTensor.class, byte.class),
  /** Signed 16-bit integers, -32768 to 32767, held in {@code short[]}. */
  I16("i16", 2, ShortTensor.class, short.class),
  /** Unsigned 16-bit integers, 0 to 65535, held in {@code short[]}. */
  U16("u16", 2, UShortTensor.class, short.class),
  /** Unsigned 32-bit integers, the bits of an {@code int[]}. */
  U32("u32", 4, UIntTensor.class, int.class),
  /** Unsigned 64-bit integers, the bits of a {@code long[]}. */
  U64("u64", 8, ULongTensor.class, long.class),
  /** IEEE 754 half precision, its bits held in {@code short[]}. */
  F16("f16", 2, Float16Tensor.class, short.class),
  /** The upper halves of single precision, held in {@code short[]}. */
  BF16("bf16", 2, BFloat16Tensor.class, short.class);

  private final String label;
  private final int byteWidth;
  private final Class<? extends Tensor> tensorClass;
  private final Class<?> inArrays;

  ElementType(String label, int byteWidth, Class<? extends Tensor> tensorClass, Class<?> inArrays) {
    this.label = label;
    this.byteWidth = byteWidth;
    this.tensorClass = tensorClass;
    this.inArrays = inArrays;
  }

  /** The language's name of the type, such as {@code f32}. */
  public String label() {
    return label;
  }

  /**
   * The type that the language calls that.
   *
   * @throws IllegalArgumentException if there is none
   */
  static ElementType labelled(String label) {
    for (ElementType type : values()) {
      if (type.label.equals(label)) {
        return type;
      }
    }
    throw new IllegalArgumentException("no element type is called " + label);
  }

  /** The size of one element in a file or in native memory, in bytes. */
  public int byteWidth() {
    return byteWidth;
  }

  /** The class of the tensors that hold such elements. */
  public Class<? extends Tensor> tensorClass() {
    return tensorClass;
  }

  /** How native memory holds an element: as an array does, a truth value as a byte. */
  public ValueLayout layout() {
    return switch (this) {
      case F32 -> ValueLayout.JAVA_FLOAT;
      case F64 -> ValueLayout.JAVA_DOUBLE;
      case I32, U32 -> ValueLayout.JAVA_INT;
      case I64, U64 -> ValueLayout.JAVA_LONG;
      case I16, U16, F16, BF16 -> ValueLayout.JAVA_SHORT;
      case I8, U8, BOOL -> ValueLayout.JAVA_BYTE;
    };
  }

  /** A new Java array for so many elements. */
  public Object newArray(int length) {
    return Array.newInstance(inArrays, length);
  }
}
