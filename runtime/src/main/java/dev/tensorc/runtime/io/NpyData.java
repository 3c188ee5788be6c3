package dev.tensorc.runtime.io;

import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import java.nio.ByteBuffer;

/** Moves elements between Java arrays and bytes. */
final class NpyData {
  private NpyData() {}

  static Object newArray(ElementType type, int length) {
    return switch (type) {
      case F32 -> new float[length];
      case F64 -> new double[length];
      case I32 -> new int[length];
      case I64 -> new long[length];
      case BOOL -> new boolean[length];
      case U8 -> new byte[length];
    };
  }

  /** Decodes {@code n} elements; {@code from} has the byte order of the file. */
  static void decode(ByteBuffer from, Object array, int at, int n) {
    switch (array) {
      case float[] into -> from.asFloatBuffer().get(into, at, n);
      case double[] into -> from.asDoubleBuffer().get(into, at, n);
      case int[] into -> from.asIntBuffer().get(into, at, n);
      case long[] into -> from.asLongBuffer().get(into, at, n);
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
    return switch (array) {
      case float[] data -> FloatTensor.view(data, 0, shape, strides);
      case double[] data -> DoubleTensor.view(data, 0, shape, strides);
      case int[] data -> IntTensor.view(data, 0, shape, strides);
      case long[] data -> LongTensor.view(data, 0, shape, strides);
      case byte[] data -> ByteTensor.view(data, 0, shape, strides);
      case boolean[] data -> BooleanTensor.view(data, 0, shape, strides);
      default -> throw new IllegalArgumentException("not a tensor's array: " + array.getClass());
    };
  }

  /**
   * The elements in row-major order, for reading only: the backing array itself where it is that.
   */
  static Object rowMajor(Tensor tensor) {
    boolean whole = tensor.isContiguous() && tensor.offset() == 0;
    return switch (tensor) {
      case FloatTensor t -> whole ? t.array() : t.toArray();
      case DoubleTensor t -> whole ? t.array() : t.toArray();
      case IntTensor t -> whole ? t.array() : t.toArray();
      case LongTensor t -> whole ? t.array() : t.toArray();
      case ByteTensor t -> whole ? t.array() : t.toArray();
      case BooleanTensor t -> whole ? t.array() : t.toArray();
    };
  }
}
