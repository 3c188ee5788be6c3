package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The contents of an {@code .npy} file's header.
 *
 * @param littleEndian the byte order of the elements
 * @param fortranOrder whether the first axis is the innermost one
 */
record NpyHeader(ElementType type, boolean littleEndian, boolean fortranOrder, long[] shape) {
  /** NumPy's own limit. */
  static final int MAX_RANK = 64;

  ByteOrder byteOrder() {
    return littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  /** The distance of neighbours along each axis, in elements. */
  long[] strides() {
    long[] strides = new long[shape.length];
    long step = 1;
    for (int i = 0; i < shape.length; i++) {
      int axis = fortranOrder ? i : shape.length - 1 - i;
      strides[axis] = step;
      step *= Math.max(shape[axis], 1);
    }
    return strides;
  }

  /**
   * The number of elements.
   *
   * @throws TensorFileException if one Java array cannot hold them
   */
  int count(String file) throws TensorFileException {
    return (int) count(file, 0x7fff_fff0L, "one array holds (2^31-1); split the file");
  }

  /**
   * The number of bytes that the elements take.
   *
   * @throws TensorFileException if no memory can hold them
   */
  long bytes(String file) throws TensorFileException {
    int width = type.byteWidth();
    return width * count(file, Long.MAX_VALUE / width, "memory holds");
  }

  private long count(String file, long most, String holds) throws TensorFileException {
    boolean empty = Arrays.stream(shape).anyMatch(size -> size == 0);
    long count = empty ? 0 : 1;
    for (long size : shape) {
      if (Math.multiplyHigh(count, size) != 0 || count * size < 0 || count * size > most) {
        throw new TensorFileException(
            file,
            "the header promises shape %s, which is more elements than %s"
                .formatted(Arrays.toString(shape), holds));
      }
      count *= size;
    }
    for (long size : shape) { // of empty arrays, too
      if (size > Integer.MAX_VALUE) {
        throw new TensorFileException(
            file,
            "the header promises shape %s, but one axis has at most 2147483647 (2^31-1) elements; save it with two axes instead: x.reshape(-1, 1024)"
                .formatted(Arrays.toString(shape)));
      }
    }
    return count;
  }

  /** The header's dictionary as NumPy writes it. */
  String text() {
    String sizes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    return "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
        .formatted(
            NpyType.descr(type),
            fortranOrder ? "True" : "False",
            shape.length == 1 ? sizes + "," : sizes);
  }
}
