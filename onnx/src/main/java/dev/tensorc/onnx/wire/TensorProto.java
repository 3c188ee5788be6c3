package dev.tensorc.onnx.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A constant tensor. Its elements stand in one of several fields, or in another file.
 *
 * @param dtype the number of the element type
 * @param raw the elements, little-endian, row-major; null where they stand elsewhere
 * @param typed the elements in the field of a type; may be empty
 * @param external where the elements are in another file; null where they are in this one
 */
public record TensorProto(
    String name,
    int dtype,
    long[] dims,
    @Nullable MemorySegment raw,
    List<Typed> typed,
    @Nullable Map<String, String> external) {

  /**
   * A part of the elements.
   *
   * @param field the field's number in TensorProto
   * @param packed the numbers one behind the other
   */
  public record Typed(int field, MemorySegment packed) {}

  public static final int FLOAT_DATA = 4;
  public static final int INT32_DATA = 5;
  public static final int INT64_DATA = 7;
  public static final int DOUBLE_DATA = 10;
  public static final int UINT64_DATA = 11;
}
