package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.nio.ByteBuffer;

/** Moves elements between Java arrays and bytes. */
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

  /** Encodes {@code n} elements from the start of the buffer on, in its byte order. */
  static void encode(Object array, int at, ByteBuffer into, int n) {
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
    long[] shape = header.shape();
    long[] strides = new long[shape.length];
    long step = 1;
    for (int i = 0; i < shape.length; i++) {
      int axis = header.fortranOrder() ? i : shape.length - 1 - i;
      strides[axis] = step;
      step *= Math.max(shape[axis], 1);
    }
    return Tensors.view(header.type(), array, 0, shape, strides);
  }

  /**
   * The elements in row-major order, for reading only: the backing array itself where it is that.
   */
  static Object rowMajor(Tensor tensor) {
    boolean whole = tensor.isContiguous() && tensor.offset() == 0;
    return whole ? tensor.array() : tensor.toArray();
  }
}
