package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Moves elements between tensors and bytes. */
final class NpyData {
  private NpyData() {}

  /** Decodes {@code n} elements; {@code from} has the byte order of the file. */
  static void decode(ByteBuffer from, Object array, int at, int n) {
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
  static void encode(Tensor tensor, long first, ByteBuffer into, int n) {
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

  /** A tensor over an array that it fills, in row-major or in Fortran order. */
  static Tensor tensor(Object array, NpyHeader header) {
    return Tensors.view(header.type(), array, 0, header.shape(), header.strides());
  }

  /** The tensor itself where its elements lie in row-major order, else a copy. */
  static Tensor rowMajor(Tensor tensor) {
    return tensor.isContiguous()
        ? tensor
        : Tensors.of(tensor.type(), tensor.toArray(), tensor.shape());
  }
}
