package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The contents of a safetensors file's header, checked: the tensors' bytes lie one behind the
 * other, without gaps and overlaps, and fill the file.
 *
 * @param entries in the header's order
 */
record SafetensorsHeader(Map<String, String> metadata, List<Entry> entries) {

  /**
   * One tensor.
   *
   * @param begin where its bytes begin, counted from the end of the header
   * @param end where they end
   */
  record Entry(String name, ElementType type, long[] shape, long begin, long end) {
    String quoted() {
      return "'" + NpyType.printable(name) + "'";
    }

    /** Its text in messages. */
    @Override
    public String toString() {
      return "tensor " + quoted();
    }

    String offsets() {
      return "%s has offsets [%d, %d]".formatted(this, begin, end);
    }

    long bytes() {
      return end - begin;
    }

    long count() {
      return bytes() / type.byteWidth();
    }
  }

  /** The format's name of a type. */
  static String dtype(ElementType type) {
    return switch (type) {
      case F32 -> "F32";
      case F64 -> "F64";
      case I32 -> "I32";
      case I64 -> "I64";
      case BOOL -> "BOOL";
      case U8 -> "U8";
      case I8 -> "I8";
      case I16 -> "I16";
      case U16 -> "U16";
      case U32 -> "U32";
      case U64 -> "U64";
      case F16 -> "F16";
      case BF16 -> "BF16";
    };
  }

  static ElementType type(String file, String name, String dtype) throws TensorFileException {
    for (ElementType type : ElementType.values()) {
      if (dtype(type).equals(dtype)) {
        return type;
      }
    }
    throw new TensorFileException(
        file,
        "tensor '%s' has dtype '%s', which is not supported; known are F16, BF16, F32, F64, I8 to I64, U8 to U64 and BOOL"
            .formatted(NpyType.printable(name), NpyType.printable(dtype)));
  }

  /**
   * Compares the entries with each other and with the file.
   *
   * @param available the number of bytes behind the header
   */
  void requireConsistent(String file, long available) throws TensorFileException {
    List<Entry> inOrder = new ArrayList<>(entries);
    inOrder.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
    long end = 0;
    for (Entry entry : inOrder) {
      if (entry.begin() > entry.end() || entry.end() > available) {
        throw new TensorFileException(
            file,
            "%s, which do not lie in the %d bytes behind the header"
                .formatted(entry.offsets(), available));
      }
      if (entry.begin() != end) {
        throw new TensorFileException(
            file,
            "%s, but the tensor before it ends at %d: there is %s"
                .formatted(entry.offsets(), end, entry.begin() < end ? "an overlap" : "a gap"));
      }
      requireSize(file, entry);
      end = entry.end();
    }
    if (end != available) {
      throw new TensorFileException(
          file,
          "there are %d bytes behind the header, but the tensors end at %d"
              .formatted(available, end));
    }
  }

  private static void requireSize(String file, Entry entry) throws TensorFileException {
    long bytes = entry.type().byteWidth();
    boolean empty = false;
    for (long size : entry.shape()) {
      empty |= size == 0;
      if (size > Integer.MAX_VALUE) {
        throw new TensorFileException(
            file,
            "tensor %s has shape %s, but one axis has at most 2147483647 (2^31-1) elements"
                .formatted(entry.quoted(), Arrays.toString(entry.shape())));
      }
    }
    for (long size : entry.shape()) {
      boolean large = Math.multiplyHigh(bytes, size) != 0 || bytes * size < 0;
      bytes = empty ? 0 : large ? Long.MAX_VALUE : bytes * size;
    }
    if (bytes != entry.bytes()) {
      throw new TensorFileException(
          file,
          "%s, which are %d bytes, but %s of shape %s needs %s"
              .formatted(
                  entry.offsets(),
                  entry.bytes(),
                  entry.type().label(),
                  Arrays.toString(entry.shape()),
                  bytes == Long.MAX_VALUE ? "more than 2^63-1" : bytes));
    }
  }
}
