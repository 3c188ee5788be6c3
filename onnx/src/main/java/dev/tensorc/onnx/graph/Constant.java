package dev.tensorc.onnx.graph;

import dev.tensorc.runtime.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A constant tensor.
 *
 * @param bytes the elements, little-endian and row-major, not aligned
 */
public record Constant(String name, ElementType type, long[] shape, MemorySegment bytes) {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** How many elements there are. */
  public long count() {
    return bytes.byteSize() / type.byteWidth();
  }

  /** Whether the elements are integers. */
  public boolean isInteger() {
    return switch (type) {
      case I8, I16, I32, I64, U8, U16, U32, U64 -> true;
      case F32, F64, F16, BF16, BOOL -> false;
    };
  }

  /** Element {@code i} of integers or bools; of u64 the bits. */
  public long integer(long i) {
    return switch (type) {
      case I8 -> bytes.get(ValueLayout.JAVA_BYTE, i);
      case U8, BOOL -> bytes.get(ValueLayout.JAVA_BYTE, i) & 0xff;
      case I16 -> bytes.get(SHORT, 2 * i);
      case U16 -> bytes.get(SHORT, 2 * i) & 0xffff;
      case I32 -> bytes.get(INT, 4 * i);
      case U32 -> bytes.get(INT, 4 * i) & 0xffff_ffffL;
      case I64, U64 -> bytes.get(LONG, 8 * i);
      case F32, F64, F16, BF16 -> throw new IllegalStateException(name + " is " + type.label());
    };
  }

  /** Element {@code i} of floats. */
  public double floating(long i) {
    return switch (type) {
      case F32 -> Float.intBitsToFloat(bytes.get(INT, 4 * i));
      case F64 -> Double.longBitsToDouble(bytes.get(LONG, 8 * i));
      case F16 -> Float.float16ToFloat(bytes.get(SHORT, 2 * i));
      case BF16 -> Float.intBitsToFloat(bytes.get(SHORT, 2 * i) << 16);
      case I8, I16, I32, I64, U8, U16, U32, U64, BOOL ->
          throw new IllegalStateException(name + " is " + type.label());
    };
  }
}
