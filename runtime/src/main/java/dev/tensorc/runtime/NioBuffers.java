package dev.tensorc.runtime;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;

/** Buffers of {@code java.nio} as tensors: over the same memory, or copied. */
final class NioBuffers {
  private NioBuffers() {}

  /** A view of a buffer's remaining elements, in its array or its native memory. */
  static Tensor wrap(ElementType type, Buffer buffer, long... shape) {
    requireSize(buffer, shape);
    if (buffer.isDirect()) {
      requireOrder(buffer);
      return Tensors.wrap(type, MemorySegment.ofBuffer(buffer), shape);
    }
    if (!buffer.hasArray()) {
      throw new TensorException(
          "the buffer is on the heap and %s: copyOf(buffer, shape) copies it"
              .formatted(
                  buffer.isReadOnly()
                      ? "read-only, so its array is hidden"
                      : "a view of a byte array, which cannot hold elements of " + type.label()));
    }
    Layout packed = Layout.rowMajor(buffer.remaining(), shape);
    long start = (long) buffer.arrayOffset() + buffer.position();
    return Tensors.view(type, buffer.array(), start, shape, packed.strides());
  }

  /** The remaining elements of a buffer in an array of their own. */
  static Tensor copy(ElementType type, Buffer buffer, long... shape) {
    requireSize(buffer, shape);
    Object array = type.newArray(buffer.remaining());
    int at = buffer.position();
    switch (buffer) {
      case FloatBuffer from -> from.get(at, (float[]) array);
      case DoubleBuffer from -> from.get(at, (double[]) array);
      case IntBuffer from -> from.get(at, (int[]) array);
      case LongBuffer from -> from.get(at, (long[]) array);
      case ShortBuffer from -> from.get(at, (short[]) array);
      case ByteBuffer from -> from.get(at, (byte[]) array);
      default -> throw new IllegalArgumentException("not a tensor's buffer: " + buffer.getClass());
    }
    return Tensors.of(type, array, shape);
  }

  private static void requireSize(Buffer buffer, long... shape) {
    long count = Layout.count(shape);
    if (count != buffer.remaining()) {
      throw new ShapeException(
          "shape %s has %d elements, but from its position (%d) to its limit (%d) the buffer has %d"
              .formatted(
                  Arrays.toString(shape),
                  count,
                  buffer.position(),
                  buffer.limit(),
                  buffer.remaining()));
    }
  }

  private static void requireOrder(Buffer buffer) {
    ByteOrder order =
        switch (buffer) {
          case FloatBuffer b -> b.order();
          case DoubleBuffer b -> b.order();
          case IntBuffer b -> b.order();
          case LongBuffer b -> b.order();
          case ShortBuffer b -> b.order();
          default -> ByteOrder.nativeOrder(); // single bytes have none
        };
    if (order != ByteOrder.nativeOrder()) {
      throw new TensorException(
          "the buffer is %s, but tensors lie in memory as the machine has them, %s: make it with"
                  .formatted(order, ByteOrder.nativeOrder())
              + " ByteBuffer.order(ByteOrder.nativeOrder()), or copy it with copyOf(buffer,"
              + " shape)");
    }
  }
}
