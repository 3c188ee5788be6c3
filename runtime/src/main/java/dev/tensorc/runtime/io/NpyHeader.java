package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What the header of an {@code .npy} file says.
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

  /**
   * The number of elements.
   *
   * @throws NpyException if one Java array cannot hold them
   */
  int count(String file) throws NpyException {
    long count = 1;
    for (long size : shape) {
      if (size == 0) {
        return 0;
      }
    }
    for (long size : shape) {
      if (Math.multiplyHigh(count, size) != 0 || count * size < 0 || count * size > 0x7fff_fff0) {
        throw new NpyException(
            file,
            "the header promises shape %s, which is more elements than one array holds (2^31-1); split the file"
                .formatted(Arrays.toString(shape)));
      }
      count *= size;
    }
    return (int) count;
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
