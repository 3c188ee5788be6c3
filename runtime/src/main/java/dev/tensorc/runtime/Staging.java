package dev.tensorc.runtime;

/** Copies of native tensors in arrays, for generated code that walks arrays. */
public final class Staging {

  private Staging() {}

  /**
   * The tensor itself where its elements lie in an array, else a copy that is: stretched axes stay
   * so.
   *
   * @param what such as {@code the argument x}
   * @throws TensorException if it has more elements than an array holds
   */
  public static Tensor inArray(Tensor tensor, String what) {
    return tensor.isNative() ? copy(tensor, what) : tensor; // small, to be inlined
  }

  private static Tensor copy(Tensor tensor, String what) {
    long[] shape = tensor.shape();
    long[] strides = new long[shape.length];
    long[] distinct = shape.clone();
    for (int axis = 0; axis < shape.length; axis++) {
      if (tensor.stride(axis) == 0) {
        distinct[axis] = Math.min(shape[axis], 1);
      }
    }
    Tensor elements = Tensors.view(tensor, tensor.offset(), distinct, strides(tensor));
    Tensor copy = blank(elements, what);
    Tensors.copy(elements, copy);
    for (int axis = 0; axis < shape.length; axis++) {
      strides[axis] = tensor.stride(axis) == 0 ? 0 : copy.stride(axis);
    }
    return Tensors.view(copy, 0, shape, strides);
  }

  /**
   * What is written in the place of an output: the output itself where its elements lie in an
   * array, else a new tensor of its shape, which {@link #deliver} copies.
   *
   * @throws TensorException if it has more elements than an array holds
   */
  public static Tensor output(Tensor out) {
    return out.isNative() ? blank(out, "the output") : out;
  }

  /** Copies what was written in the place of an output to it. */
  public static void deliver(Tensor written, Tensor out) {
    if (written != out) {
      Tensors.copy(written, out);
    }
  }

  private static long[] strides(Tensor tensor) {
    long[] strides = new long[tensor.rank()];
    for (int axis = 0; axis < strides.length; axis++) {
      strides[axis] = tensor.stride(axis);
    }
    return strides;
  }

  private static Tensor blank(Tensor like, String what) {
    long[] shape = like.shape();
    if (like.count() > Integer.MAX_VALUE) {
      throw new TensorException(
          "%s has %d elements; native tensors of more than 2147483647 (2^31-1) are not supported yet"
              .formatted(what, like.count()));
    }
    return Tensors.zeros(like.type(), shape);
  }
}
