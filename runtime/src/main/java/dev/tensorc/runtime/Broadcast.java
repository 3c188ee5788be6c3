package dev.tensorc.runtime;

import java.util.Arrays;

/**
 * Shapes that {@link Broadcasting} has joined: the joined shape, and how each operand follows it.
 */
public final class Broadcast {
  private final long[] shape;
  private final int[][] axes;
  private final long[][] sizes;

  Broadcast(long[] shape, int[][] axes, long[][] sizes) {
    this.shape = shape;
    this.axes = axes;
    this.sizes = sizes;
  }

  /** The joined sizes, as a new array. */
  public long[] shape() {
    return shape.clone();
  }

  /** The number of joined axes. */
  public int rank() {
    return shape.length;
  }

  /**
   * For each axis of an operand, the joined axis that it feeds.
   *
   * @param operand counted from 0
   */
  public int[] axes(int operand) {
    return axes[operand].clone();
  }

  /**
   * The strides with which an operand is walked along the joined axes: 0 where it lacks the axis,
   * and where its one element stretches.
   *
   * @param operand counted from 0
   * @param strides the operand's own, one for each of its axes
   * @throws ShapeException if there are not as many strides as the operand has axes
   */
  public long[] strides(int operand, long... strides) {
    if (strides.length != sizes[operand].length) {
      throw new ShapeException(
          "%d strides for operand %d, which has %d axes"
              .formatted(strides.length, operand, sizes[operand].length));
    }
    long[] joined = new long[shape.length];
    for (int own = 0; own < strides.length; own++) {
      int axis = axes[operand][own];
      joined[axis] = sizes[operand][own] == shape[axis] ? strides[own] : 0;
    }
    return joined;
  }

  /**
   * A tensor seen in the joined shape; it shares the elements, nothing is copied.
   *
   * @param operand which operand's place the tensor takes, counted from 0
   * @throws ShapeException if the tensor has not that operand's shape
   */
  @SuppressWarnings("unchecked") // a view has the class of its tensor
  public <T extends Tensor> T view(int operand, T tensor) {
    if (!Arrays.equals(tensor.shape(), sizes[operand])) {
      throw new ShapeException(
          "operand %d was joined as %s, but the tensor has shape %s"
              .formatted(
                  operand, Arrays.toString(sizes[operand]), Arrays.toString(tensor.shape())));
    }
    long[] own = new long[tensor.rank()];
    Arrays.setAll(own, tensor::stride);
    long[] strides = strides(operand, own);
    Tensor view = Tensors.view(tensor, tensor.offset(), shape, strides);
    return (T) view;
  }

  /** {@code [4, 2, 5]}. */
  @Override
  public String toString() {
    return Arrays.toString(shape);
  }
}
