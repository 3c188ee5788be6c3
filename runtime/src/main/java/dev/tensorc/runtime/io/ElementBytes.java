package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Moves elements between tensors and the bytes of files. */
final class ElementBytes {
  private static final int CHUNK = 1 << 16;

  private ElementBytes() {}

  /** A file that ends before its elements do. */
  interface Truncation {
    TensorFileException after(long bytes);
  }

  /**
   * Reads elements into a new array.
   *
   * @param arriving whether to believe only in bytes that have arrived: the array grows
   */
  static Object read(
      InputStream in,
      ElementType type,
      ByteOrder order,
      int count,
      boolean arriving,
      Truncation truncation)
      throws IOException {
    int width = type.byteWidth();
    int capacity = arriving ? Math.min(count, CHUNK / width) : count;
    Object array = type.newArray(capacity);
    ByteBuffer chunk = chunk(type, count, order);
    int done = 0;
    while (done < count) {
      int n = Math.min(count - done, CHUNK / width);
      int got = in.readNBytes(chunk.array(), 0, n * width);
      if (got < n * width) {
        throw truncation.after((long) done * width + got);
      }
      if (done + n > capacity) {
        capacity = (int) Math.min(count, 2L * capacity + n);
        Object grown = type.newArray(capacity);
        System.arraycopy(array, 0, grown, 0, done);
        array = grown;
      }
      decode(chunk.clear(), array, done, n);
      done += n;
    }
    return array;
  }

  /** Writes all elements in row-major order and little-endian. */
  static void write(OutputStream out, Tensor tensor) throws IOException {
    Tensor rows = rowMajor(tensor);
    int width = tensor.type().byteWidth();
    ByteBuffer chunk = chunk(tensor.type(), rows.count(), ByteOrder.LITTLE_ENDIAN);
    for (long done = 0; done < rows.count(); ) {
      int n = (int) Math.min(rows.count() - done, CHUNK / width);
      encode(rows, done, chunk.clear(), n);
      out.write(chunk.array(), 0, n * width);
      done += n;
    }
  }

  /** No larger than the elements are: a file may have many small arrays. */
  private static ByteBuffer chunk(ElementType type, long count, ByteOrder order) {
    return ByteBuffer.allocate((int) Math.min(CHUNK, count * type.byteWidth())).order(order);
  }

  /** Whether memory is as a file is whose elements begin at this place of it. */
  static boolean usable(ElementType type, ByteOrder order, long place) {
    int width = type.byteWidth();
    return width == 1 || (order == ByteOrder.nativeOrder() && place % width == 0);
  }

  /** Decodes {@code n} elements; {@code from} has the byte order of the file. */
  private static void decode(ByteBuffer from, Object array, int at, int n) {
    switch (array) {
      case float[] into -> from.asFloatBuffer().get(into, at, n);
      case double[] into -> from.asDoubleBuffer().get(into, at, n);
      case int[] into -> from.asIntBuffer().get(into, at, n);
      case long[] into -> from.asLongBuffer().get(into, at, n);
      case short[] into -> from.asShortBuffer().get(into, at, n);
      case byte[] into -> from.get(into, at, n);
      case boolean[] into -> {
        for (int i = 0; i < n; i++) {
          into[at + i] = from.get() != 0;
        }
      }
      default -> throw new IllegalArgumentException("not a tensor's array: " + array.getClass());
    }
  }

  /**
   * Encodes {@code n} elements of a row-major tensor, from the {@code first} on, from the start of
   * the buffer on, in its byte order.
   */
  private static void encode(Tensor tensor, long first, ByteBuffer into, int n) {
    long at = tensor.offset() + first;
    if (tensor.segment().isPresent()) {
      encode(tensor.type(), tensor.segment().get(), at, into, n);
    } else {
      encode(tensor.array(), (int) at, into, n);
    }
  }

  private static void encode(
      ElementType type, MemorySegment from, long at, ByteBuffer into, int n) {
    if (type == ElementType.BOOL) {
      for (int i = 0; i < n; i++) {
        into.put(i, (byte) (from.get(ValueLayout.JAVA_BYTE, at + i) != 0 ? 1 : 0));
      }
    } else {
      ValueLayout layout = type.layout();
      MemorySegment.copy(
          from,
          layout,
          at * type.byteWidth(),
          MemorySegment.ofBuffer(into),
          layout.withOrder(into.order()).withByteAlignment(1),
          0,
          n);
    }
  }

  private static void encode(Object array, int at, ByteBuffer into, int n) {
    switch (array) {
      case float[] from -> into.asFloatBuffer().put(from, at, n);
      case double[] from -> into.asDoubleBuffer().put(from, at, n);
      case int[] from -> into.asIntBuffer().put(from, at, n);
      case long[] from -> into.asLongBuffer().put(from, at, n);
      case short[] from -> into.asShortBuffer().put(from, at, n);
      case byte[] from -> into.put(0, from, at, n);
      case boolean[] from -> {
        for (int i = 0; i < n; i++) {
          into.put(i, (byte) (from[at + i] ? 1 : 0));
        }
      }
      default -> throw new IllegalArgumentException("not a tensor's array: " + array.getClass());
    }
  }

  /** The tensor itself where its elements lie in row-major order, else a copy. */
  private static Tensor rowMajor(Tensor tensor) {
    return tensor.isContiguous()
        ? tensor
        : Tensors.of(tensor.type(), tensor.toArray(), tensor.shape());
  }
}
