package dev.tensorc;

import dev.tensorc.runtime.Tensor;
import java.lang.reflect.Array;

/** Copies between tensors of one dtype, whatever their strides; slow, for the interpreter. */
final class TensorCopy {

  private TensorCopy() {}

  /** Both have one shape. */
  static void copy(Tensor from, Tensor to) {
    copy(from, from.offset(), to, to.offset(), 0);
  }

  private static void copy(Tensor from, long fromAt, Tensor to, long toAt, int axis) {
    if (axis == from.rank()) {
      Array.set(
          to.array(), Math.toIntExact(toAt), Array.get(from.array(), Math.toIntExact(fromAt)));
      return;
    }
    for (long i = 0; i < from.size(axis); i++) {
      copy(from, fromAt + i * from.stride(axis), to, toAt + i * to.stride(axis), axis + 1);
    }
  }
}
