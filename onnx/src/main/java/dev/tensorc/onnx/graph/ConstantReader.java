package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.onnx.wire.Packed;
import dev.tensorc.onnx.wire.TensorProto;
import dev.tensorc.runtime.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** Reads the elements of constants, from the model's file or from one beside it. */
final class ConstantReader {
  private static final Set<String> EXTERNAL_KEYS =
      Set.of("location", "offset", "length", "checksum", "basepath");

  private final ExternalFiles files;
  private final Arena arena;

  /**
   * @param arena for elements that do not lie in a file as a tensor has them
   */
  ConstantReader(ExternalFiles files, Arena arena) {
    this.files = files;
    this.arena = arena;
  }

  /**
   * Reads one.
   *
   * @param name its name in the graph
   */
  Constant read(TensorProto tensor, String name) {
    String what = "constant '%s'".formatted(name);
    ElementType type = Dtypes.of(tensor.dtype(), what);
    long bytes = bytes(what, type, tensor.dims());
    MemorySegment elements =
        tensor.external() != null
            ? external(what, tensor.external(), bytes)
            : tensor.raw() != null ? tensor.raw() : typed(what, type, tensor, bytes);
    if (elements.byteSize() != bytes) {
      throw new OnnxException(
          "%s has %d bytes of elements, but %s%s needs %d"
              .formatted(
                  what, elements.byteSize(), type.label(), Arrays.toString(tensor.dims()), bytes));
    }
    return new Constant(name, type, tensor.dims(), elements);
  }

  /** A constant that stands in attributes: numbers, or one number. */
  static Constant ofAttributes(Attributes attributes, String name) {
    long[] integers = attributes.integers("value_ints");
    float[] floats = attributes.floats("value_floats");
    if (integers != null) {
      return new Constant(name, ElementType.I64, new long[] {integers.length}, bytes(integers));
    }
    if (floats != null) {
      return new Constant(name, ElementType.F32, new long[] {floats.length}, bytes(floats));
    }
    if (attributes.has("value_int")) {
      MemorySegment one = bytes(attributes.integer("value_int", 0));
      return new Constant(name, ElementType.I64, new long[0], one);
    }
    if (attributes.has("value_float")) {
      MemorySegment one = bytes(attributes.floating("value_float", 0));
      return new Constant(name, ElementType.F32, new long[0], one);
    }
    throw new OnnxException("constant '%s' has no value".formatted(name));
  }

  private static MemorySegment bytes(long... values) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES * values.length]);
    for (int i = 0; i < values.length; i++) {
      bytes.set(Constant.LONG, (long) Long.BYTES * i, values[i]);
    }
    return bytes;
  }

  private static MemorySegment bytes(float... values) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Float.BYTES * values.length]);
    for (int i = 0; i < values.length; i++) {
      bytes.set(Constant.INT, (long) Float.BYTES * i, Float.floatToRawIntBits(values[i]));
    }
    return bytes;
  }

  private static long bytes(String what, ElementType type, long[] dims) {
    long bytes = type.byteWidth();
    boolean empty = Arrays.stream(dims).anyMatch(size -> size == 0);
    for (long size : dims) {
      if (size < 0 || size > Integer.MAX_VALUE) {
        throw new OnnxException("%s has shape %s".formatted(what, Arrays.toString(dims)));
      }
      if (!empty && Math.multiplyHigh(bytes, size) != 0 || bytes * size < 0) {
        throw new OnnxException(
            "%s has shape %s, which is too large".formatted(what, Arrays.toString(dims)));
      }
      bytes = empty ? 0 : bytes * size;
    }
    return bytes;
  }

  private MemorySegment external(String what, Map<String, String> entries, long bytes) {
    for (String key : entries.keySet()) {
      if (!EXTERNAL_KEYS.contains(key)) {
        throw new OnnxException("%s has unknown external data '%s'".formatted(what, key));
      }
    }
    String location = entries.getOrDefault("location", "");
    MemorySegment file = files.map(what, location);
    long offset = number(what, entries, "offset", 0);
    long length = number(what, entries, "length", bytes);
    if (length > file.byteSize() || offset > file.byteSize() - length) {
      throw new OnnxException(
          "%s is to be %d bytes from %d on in %s, which has %d bytes: the file is cut, or another one"
              .formatted(what, length, offset, location, file.byteSize()));
    }
    return file.asSlice(offset, length);
  }

  private static long number(String what, Map<String, String> entries, String key, long otherwise) {
    String text = entries.get(key);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException _) {
      // reported below, as a negative one is
    }
    throw new OnnxException("%s has external data with %s '%s'".formatted(what, key, text));
  }

  /** Elements in the field of their type. */
  private MemorySegment typed(String what, ElementType type, TensorProto tensor, long bytes) {
    int field =
        switch (type) {
          case F32 -> TensorProto.FLOAT_DATA;
          case F64 -> TensorProto.DOUBLE_DATA;
          case I64 -> TensorProto.INT64_DATA;
          case U32, U64 -> TensorProto.UINT64_DATA;
          case I8, I16, I32, U8, U16, BOOL, F16, BF16 -> TensorProto.INT32_DATA;
        };
    if (tensor.typed().stream().anyMatch(part -> part.field() != field)) {
      throw new OnnxException("%s has elements of another type".formatted(what));
    }
    boolean fixed = field == TensorProto.FLOAT_DATA || field == TensorProto.DOUBLE_DATA;
    if (fixed && tensor.typed().size() == 1) {
      return tensor.typed().getFirst().packed();
    }
    long available = 0;
    for (TensorProto.Typed part : tensor.typed()) {
      available += fixed ? part.packed().byteSize() : part.packed().byteSize() * type.byteWidth();
    }
    if (bytes > available) {
      throw new OnnxException("%s has fewer elements than its shape says".formatted(what));
    }
    MemorySegment target = arena.allocate(bytes);
    long at = 0;
    for (TensorProto.Typed part : tensor.typed()) {
      at += fixed ? copy(what, part, target, at) : decode(what, type, part, target, at);
    }
    return target.asSlice(0, at);
  }

  private static long copy(String what, TensorProto.Typed part, MemorySegment target, long at) {
    if (part.packed().byteSize() > target.byteSize() - at) {
      throw new OnnxException("%s has more elements than its shape says".formatted(what));
    }
    MemorySegment.copy(part.packed(), 0, target, at, part.packed().byteSize());
    return part.packed().byteSize();
  }

  private static long decode(
      String what, ElementType type, TensorProto.Typed part, MemorySegment target, long at) {
    long done = 0;
    for (var numbers = new Packed(part.packed()); numbers.hasNext(); done += type.byteWidth()) {
      long value = numbers.next();
      if (at + done == target.byteSize()) {
        throw new OnnxException("%s has more elements than its shape says".formatted(what));
      }
      switch (type.byteWidth()) {
        case 1 -> target.set(ValueLayout.JAVA_BYTE, at + done, (byte) value);
        case 2 -> target.set(Constant.SHORT, at + done, (short) value);
        case 4 -> target.set(Constant.INT, at + done, (int) value);
        default -> target.set(Constant.LONG, at + done, value);
      }
    }
    return done;
  }
}
