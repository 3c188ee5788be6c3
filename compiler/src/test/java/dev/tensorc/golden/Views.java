package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.sections.Bits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Tensors laid out in every way that the runtime allows. */
public final class Views {

  /** The filling between the elements of a spread tensor; its low byte tells for u8 too. */
  private static final byte GAP = 113;

  private Views() {}

  /** A row-major tensor of the same type and shape, filled with the gap's value. */
  static Tensor blank(Tensor like) {
    Object array = gaps(like, Math.toIntExact(like.count()));
    return Tensors.view(like.type(), array, 0, like.shape(), strides(like.shape(), 1, 0));
  }

  /** The same type and shape, with gaps between neighbours and rows, and the last axis reversed. */
  static Tensor spread(Tensor like) {
    return backwards(like, 2, 3);
  }

  /** The same type and shape, row after row, each row backwards; gaps at both ends. */
  static Tensor mirrored(Tensor like) {
    return backwards(like, 1, 0);
  }

  private static Tensor backwards(Tensor like, long step, long gap) {
    long[] shape = like.shape();
    long[] strides = strides(shape, step, gap);
    long offset = 3;
    int last = shape.length - 1;
    if (last >= 0 && shape[last] > 0) {
      offset += strides[last] * (shape[last] - 1);
      strides[last] = -strides[last];
    }
    return Tensors.view(like.type(), gaps(like, room(shape, strides)), offset, shape, strides);
  }

  /** A spread tensor with the elements of another. */
  public static Tensor spreadCopy(Tensor tensor) {
    Tensor out = spread(tensor);
    copy(tensor.toArray(), out);
    return out;
  }

  /** A mirrored tensor with the elements of another. */
  public static Tensor mirroredCopy(Tensor tensor) {
    Tensor out = mirrored(tensor);
    copy(tensor.toArray(), out);
    return out;
  }

  /** The same tensor with all of its array in native memory, gaps included. */
  public static Tensor inNative(Tensor tensor) {
    int length = Array.getLength(tensor.array());
    Tensor memory = Tensors.zeros(tensor.type(), Arena.ofAuto(), length);
    Tensors.copy(Tensors.of(tensor.type(), tensor.array(), length), memory);
    return Tensors.view(memory, tensor.offset(), tensor.shape(), allStrides(tensor));
  }

  private static Tensor inArray(Tensor tensor) {
    MemorySegment memory = tensor.segment().orElseThrow();
    long length = memory.byteSize() / tensor.type().byteWidth();
    Object array = Tensors.wrap(tensor.type(), memory, length).toArray();
    return Tensors.view(tensor.type(), array, tensor.offset(), tensor.shape(), allStrides(tensor));
  }

  private static long[] allStrides(Tensor tensor) {
    return IntStream.range(0, tensor.rank()).mapToLong(tensor::stride).toArray();
  }

  /**
   * Writes elements in row-major order.
   *
   * @param elements an array as the tensor's own, but another one
   */
  public static void copy(Object elements, Tensor out) {
    int[] positions = positions(out);
    for (int i = 0; i < positions.length; i++) {
      System.arraycopy(elements, i, out.array(), positions[i], 1);
    }
  }

  /** Fails where something else than the elements of a tensor made here was written. */
  static void assertGapsUntouched(Tensor written) {
    Tensor out = written.isNative() ? inArray(written) : written;
    int length = Array.getLength(out.array());
    Object gaps = gaps(out, length);
    Object found = gaps(out, length);
    System.arraycopy(out.array(), 0, found, 0, length);
    for (int position : positions(out)) {
      System.arraycopy(gaps, position, found, position, 1);
    }
    if (!Bits.same(gaps, found)) {
      assertThat(found).as("between the elements").isEqualTo(gaps);
    }
  }

  /** The positions of the elements in the backing array, in row-major order. */
  private static int[] positions(Tensor t) {
    var positions = new int[Math.toIntExact(t.count())];
    var index = new long[t.rank()];
    for (int i = 0; i < positions.length; i++) {
      long at = t.offset();
      for (int axis = 0; axis < index.length; axis++) {
        at += index[axis] * t.stride(axis);
      }
      positions[i] = Math.toIntExact(at);
      for (int axis = index.length - 1; axis >= 0 && ++index[axis] == t.size(axis); axis--) {
        index[axis] = 0;
      }
    }
    return positions;
  }

  /**
   * @param step the innermost stride
   * @param gap elements left free after each row
   */
  public static long[] strides(long[] shape, long step, long gap) {
    var strides = new long[shape.length];
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      strides[axis] = step;
      step = step * Math.max(shape[axis], 1) + gap;
    }
    return strides;
  }

  private static int room(long[] shape, long[] strides) {
    long room = 8;
    for (int axis = 0; axis < shape.length; axis++) {
      room += Math.abs(strides[axis]) * Math.max(shape[axis], 1);
    }
    return Math.toIntExact(room);
  }

  private static Object gaps(Tensor like, int length) {
    Object array = like.type().newArray(length);
    switch (array) {
      case boolean[] a -> Arrays.fill(a, true);
      case byte[] a -> Arrays.fill(a, GAP);
      case short[] a -> Arrays.fill(a, GAP);
      case int[] a -> Arrays.fill(a, GAP);
      case long[] a -> Arrays.fill(a, GAP);
      case float[] a -> Arrays.fill(a, GAP);
      case double[] a -> Arrays.fill(a, GAP);
      default -> throw new IllegalStateException("no array of elements: " + array);
    }
    return array;
  }
}
