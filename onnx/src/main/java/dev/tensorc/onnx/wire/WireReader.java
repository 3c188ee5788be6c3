package dev.tensorc.onnx.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of one protobuf message, in the order of the bytes. A message inside of it has a
 * reader of its own over the same memory, so nothing is copied but texts. The format is described
 * at protobuf.dev/programming-guides/encoding.
 */
final class WireReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private static final int MAX_TEXT = 1 << 16;

  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment memory;
  private final String message;
  private long at;
  private int field;
  private int wireType;

  /**
   * @param message the kind of message in the bytes, for errors: {@code NodeProto}
   */
  WireReader(MemorySegment memory, String message) {
    this.memory = memory;
    this.message = message;
  }

  /**
   * Moves to the next field; false at the end. The contents of the field before it must be read.
   */
  boolean next() {
    if (at == memory.byteSize()) {
      return false;
    }
    long tag = readVarint();
    field = (int) (tag >>> 3);
    wireType = (int) (tag & 7);
    if (tag >>> 32 != 0 || field == 0) {
      throw damaged("there is no field " + (tag >>> 3));
    }
    return true;
  }

  /** The number of the field. */
  int field() {
    return field;
  }

  /** Whether the field is a run of bytes: a text, a message, or packed numbers. */
  boolean isBytes() {
    return wireType == BYTES;
  }

  /** Leaves the field out. */
  void skip() {
    switch (wireType) {
      case VARINT -> readVarint();
      case FIXED64 -> advance(8);
      case BYTES -> bytes();
      case FIXED32 -> advance(4);
      default -> throw damaged("field %d has wire type %d".formatted(field, wireType));
    }
  }

  /** A number of variable length; an {@code int32} or {@code int64} is negative in 64 bits. */
  long varint() {
    require(VARINT);
    return readVarint();
  }

  /** A {@code float}. */
  float fixed32() {
    require(FIXED32);
    return Float.intBitsToFloat(memory.get(INT, advance(4)));
  }

  /** The bytes of a field. */
  MemorySegment bytes() {
    require(BYTES);
    long length = readVarint();
    return memory.asSlice(advance(length), length);
  }

  /** A message inside of this one. */
  WireReader message(String name) {
    return new WireReader(bytes(), name);
  }

  /** A text of at most 64 KB. */
  String text() {
    MemorySegment bytes = bytes();
    if (bytes.byteSize() > MAX_TEXT) {
      throw damaged(
          "field %d is a text of %d bytes; at most %d are read"
              .formatted(field, bytes.byteSize(), MAX_TEXT));
    }
    try {
      ByteBuffer copied = ByteBuffer.wrap(bytes.toArray(ValueLayout.JAVA_BYTE));
      return StandardCharsets.UTF_8.newDecoder().decode(copied).toString();
    } catch (CharacterCodingException e) {
      throw damaged("field %d is no UTF-8".formatted(field));
    }
  }

  private long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = memory.get(ValueLayout.JAVA_BYTE, advance(1));
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw damaged("a number has more than ten bytes");
  }

  /** Goes on by so many bytes, and gives the place before them. */
  private long advance(long bytes) {
    if (bytes < 0 || bytes > memory.byteSize() - at) {
      throw damaged(
          "%s bytes are announced, and %d follow"
              .formatted(Long.toUnsignedString(bytes), memory.byteSize() - at));
    }
    long place = at;
    at += bytes;
    return place;
  }

  private void require(int expected) {
    if (wireType != expected) {
      throw damaged("field %d has wire type %d, not %d".formatted(field, wireType, expected));
    }
  }

  OnnxException damaged(String problem) {
    return new OnnxException("no ONNX model, or damaged: %s: %s".formatted(message, problem));
  }
}
