package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The layouts of views: the same storage in part, in another order, or repeated. A view reaches
 * only elements that the viewed layout reaches, so nothing has to be checked against the storage.
 */
final class LayoutViews {
  private LayoutViews() {}

  /** See {@link Tensor#slice(int, long, long, long)}. */
  static Layout slice(Layout whole, int axis, long from, long to, long step) {
    requireAxis(whole, axis, "slice");
    long size = whole.size(axis);
    if (step == 0) {
      throw new ShapeException("slice: a step of 0 never arrives; give 1, or -1 to go backwards");
    }
    boolean inside =
        step > 0 ? from >= 0 && from <= to && to <= size : from < size && to <= from && to >= -1;
    if (!inside) {
      throw new ShapeException(
          "slice: from %d to %d%s does not lie on axis %d of shape %s, which has size %d: %s"
              .formatted(
                  from,
                  to,
                  step == 1 ? "" : " by " + step,
                  axis,
                  whole,
                  size,
                  step > 0
                      ? "0 <= from <= to <= " + size
                      : "a negative step needs %d >= from >= to >= -1".formatted(size - 1)));
    }
    long span = Math.abs(to - from);
    long pace = Math.abs(Math.max(step, -Integer.MAX_VALUE));
    long[] shape = whole.shape();
    long[] strides = whole.strides();
    shape[axis] = span == 0 ? 0 : (span - 1) / pace + 1;
    // one element is stepped to from nowhere: its stride stays, and cannot overflow
    strides[axis] *= shape[axis] > 1 ? step : 1;
    return view(whole, shape, strides, from * whole.stride(axis));
  }

  /** See {@link Tensor#select}. */
  static Layout select(Layout whole, int axis, long index) {
    requireAxis(whole, axis, "select");
    if (index < 0 || index >= whole.size(axis)) {
      throw new ShapeException(
          "select: index %d does not lie on axis %d of shape %s, which has size %d"
              .formatted(index, axis, whole, whole.size(axis)));
    }
    return view(
        whole,
        without(whole.shape(), axis),
        without(whole.strides(), axis),
        index * whole.stride(axis));
  }

  private static long[] without(long[] values, int axis) {
    long[] rest = Arrays.copyOf(values, values.length - 1);
    System.arraycopy(values, axis + 1, rest, axis, rest.length - axis);
    return rest;
  }

  /** See {@link Tensor#permute}. */
  static Layout permute(Layout whole, int... axes) {
    boolean[] seen = new boolean[whole.rank()];
    boolean valid = axes.length == seen.length;
    for (int i = 0; valid && i < axes.length; i++) {
      valid = axes[i] >= 0 && axes[i] < seen.length && !seen[axes[i]];
      if (valid) {
        seen[axes[i]] = true;
      }
    }
    if (!valid) {
      throw new ShapeException(
          "permute: the axes %s are not an order of the %d axes of shape %s: each of them must stand there once, counted from 0"
              .formatted(Arrays.toString(axes), seen.length, whole));
    }
    long[] shape = new long[axes.length];
    long[] strides = new long[axes.length];
    for (int i = 0; i < axes.length; i++) {
      shape[i] = whole.size(axes[i]);
      strides[i] = whole.stride(axes[i]);
    }
    return view(whole, shape, strides, 0);
  }

  /** See {@link Tensor#broadcastTo}. */
  static Layout broadcast(Layout whole, long... shape) {
    int added = shape.length - whole.rank();
    if (added < 0) {
      throw conflict(whole, shape, "it has more axes than the target");
    }
    long[] strides = new long[shape.length];
    for (int axis = shape.length - 1; axis >= added; axis--) {
      long size = whole.size(axis - added);
      if (size != shape[axis] && size != 1) {
        throw conflict(
            whole,
            shape,
            "its axis %d has size %d, the target has %d there; only 1 stretches"
                .formatted(axis - added, size, shape[axis]));
      }
      strides[axis] = size == shape[axis] ? whole.stride(axis - added) : 0;
    }
    return view(whole, shape.clone(), strides, 0);
  }

  private static ShapeException conflict(Layout whole, long[] target, String why) {
    int width = 1;
    for (long[] sizes : new long[][] {whole.shape(), target}) {
      for (long size : sizes) {
        width = Math.max(width, Long.toString(size).length());
      }
    }
    int axes = Math.max(whole.rank(), target.length);
    return new ShapeException(
        "the tensor cannot be broadcast: %s\n    shape   %s\n    target  %s"
            .formatted(why, aligned(whole.shape(), axes, width), aligned(target, axes, width)));
  }

  /** The sizes in columns, at the right. */
  private static String aligned(long[] shape, int axes, int width) {
    String sizes =
        Arrays.stream(shape)
            .mapToObj(size -> " ".repeat(width - Long.toString(size).length()) + size)
            .collect(Collectors.joining(", "));
    int columns = axes * (width + 2) - 2;
    return "[" + " ".repeat(Math.max(0, columns - sizes.length())) + sizes + "]";
  }

  private static Layout view(Layout whole, long[] shape, long[] strides, long start) {
    Layout view = whole.view(shape, strides, whole.offset());
    // nothing is at the start of a view without elements, which may lie outside the storage
    return view.count() == 0 ? view : whole.view(shape, strides, whole.offset() + start);
  }

  private static void requireAxis(Layout whole, int axis, String method) {
    if (axis < 0 || axis >= whole.rank()) {
      throw new ShapeException(
          whole.rank() == 0
              ? method + ": a scalar has no axes"
              : "%s: shape %s has no axis %d; its axes are 0 to %d"
                  .formatted(method, whole, axis, whole.rank() - 1));
    }
  }
}
