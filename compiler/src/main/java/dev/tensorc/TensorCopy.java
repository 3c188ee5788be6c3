package dev.tensorc;

import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
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
      Array.set(array(to), Math.toIntExact(toAt), Array.get(array(from), Math.toIntExact(fromAt)));
      return;
    }
    for (long i = 0; i < from.size(axis); i++) {
      copy(from, fromAt + i * from.stride(axis), to, toAt + i * to.stride(axis), axis + 1);
    }
  }

  private static Object array(Tensor tensor) {
    return switch (tensor) {
      case FloatTensor t -> t.array();
      case DoubleTensor t -> t.array();
      case IntTensor t -> t.array();
      case LongTensor t -> t.array();
      case ByteTensor t -> t.array();
      case BooleanTensor t -> t.array();
    };
  }
}
