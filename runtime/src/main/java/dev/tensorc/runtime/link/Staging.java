package dev.tensorc.runtime.link;

import dev.tensorc.runtime.Access;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import java.lang.foreign.Arena;

/**
 * Copies of tensors in the other kind of storage, for generated code that walks one kind: a program
 * walks native memory where any of its arguments and outputs lies there and the vector module is
 * present, else arrays.
 */
public final class Staging {

  private Staging() {}

  /** Whether a tensor is there and lies in native memory. */
  public static boolean isNative(Tensor tensor) {
    return tensor != null && tensor.isNative();
  }

  /**
   * The tensor itself where its elements lie in an array, else a copy that is: stretched axes stay
   * so.
   *
   * @param what the tensor's role, such as {@code the argument x}
   * @throws TensorException if it has more elements than an array holds
   */
  public static Tensor inArray(Tensor tensor, String what) {
    return tensor.isNative() ? copy(tensor, what, false) : tensor; // small, to be inlined
  }

  /**
   * The tensor itself where its elements lie in native memory, else a copy that does: stretched
   * axes stay so.
   *
   * @param what the tensor's role, such as {@code the argument x}
   */
  public static Tensor inNative(Tensor tensor, String what) {
    return tensor.isNative() ? tensor : copy(tensor, what, true);
  }

  private static Tensor copy(Tensor tensor, String what, boolean inNative) {
    long[] shape = tensor.shape();
    long[] strides = new long[shape.length];
    long[] distinct = shape.clone();
    for (int axis = 0; axis < shape.length; axis++) {
      strides[axis] = tensor.stride(axis);
      if (strides[axis] == 0) {
        distinct[axis] = Math.min(shape[axis], 1);
      }
    }
    Tensor elements = Tensors.view(tensor, tensor.offset(), distinct, strides);
    Tensor copy = blank(elements, what, inNative);
    Tensors.copy(elements, copy);
    for (int axis = 0; axis < shape.length; axis++) {
      strides[axis] = strides[axis] == 0 ? 0 : copy.stride(axis);
    }
    return Tensors.view(copy, 0, shape, strides);
  }

  /**
   * The tensor that is written in the place of an output: the output itself where its elements lie
   * in an array, else a new tensor of its shape, which {@link #deliver} copies.
   *
   * @throws TensorException if it has more elements than an array holds
   */
  public static Tensor outputInArray(Tensor out) {
    return out.isNative() ? newInArray(out) : out;
  }

  /**
   * A new tensor of an output's shape in an array, for {@link #deliver}: the output is written when
   * nothing can be refused any more.
   *
   * @throws TensorException if it has more elements than an array holds
   */
  public static Tensor newInArray(Tensor out) {
    return blank(out, "the output", false);
  }

  /**
   * The tensor that is written in the place of an output: the output itself where its elements lie
   * in native memory, else a new tensor of its shape, which {@link #deliver} copies.
   */
  public static Tensor outputInNative(Tensor out) {
    return out.isNative() ? out : newInNative(out);
  }

  /** As {@link #newInArray}, in native memory. */
  public static Tensor newInNative(Tensor out) {
    return blank(out, "the output", true);
  }

  /**
   * Copies the tensor that was written in the place of an output to the output.
   *
   * @throws IllegalStateException if it could be written when the call began, and cannot any more
   */
  public static void deliver(Tensor written, Tensor out) {
    if (written != out) {
      String obstacle = out.isNative() ? Access.readingObstacle(out) : "";
      if (!obstacle.isEmpty()) {
        throw new IllegalStateException(obstacle);
      }
      Tensors.copy(written, out);
    }
  }

  private static Tensor blank(Tensor like, String what, boolean inNative) {
    if (inNative) {
      return Tensors.zeros(like.type(), Arena.ofAuto(), like.shape());
    }
    if (like.count() > Integer.MAX_VALUE) {
      throw tooLarge(what, like.count());
    }
    return Tensors.zeros(like.type(), like.shape());
  }

  static TensorException tooLarge(String what, long count) {
    return new TensorException(
        "%s has %d elements; more than 2147483647 (2^31-1) are not supported yet where loops run on arrays"
            .formatted(what, count));
  }
}
