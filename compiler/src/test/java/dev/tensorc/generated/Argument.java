package dev.tensorc.generated;

import dev.tensorc.golden.Views;
import dev.tensorc.interp.TensorBridge;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.util.Arrays;
import java.util.List;

/**
 * An argument of a call.
 *
 * @param elements boxed, row-major; a scalar's shape is empty
 */
record Argument(DType dtype, List<Long> shape, List<Object> elements, Layout layout) {

  /** How an argument lies in memory. */
  enum Layout {
    ROW_MAJOR,
    /** Gaps between elements and rows, and the last axis backwards. */
    SPREAD,
    /** Row after row, each backwards. */
    MIRRORED,
    COLUMN_MAJOR,
    /** Stride 0 along the first axis: all rows are one. */
    FIRST_REPEATED,
    LAST_REPEATED,
    /** Stride 1 along all axes: a sliding window. */
    WINDOWS
  }

  Argument {
    shape = List.copyOf(shape);
    elements = List.copyOf(elements);
  }

  /**
   * The argument that a function is called with; where a layout repeats elements, some are
   * overwritten.
   */
  Object value() {
    if (shape.isEmpty()) {
      return elements.getFirst();
    }
    Tensor plain = TensorBridge.tensor(dtype, shape, elements);
    return switch (layout) {
      case ROW_MAJOR -> plain;
      case SPREAD -> Views.spreadCopy(plain);
      case MIRRORED -> Views.mirroredCopy(plain);
      case COLUMN_MAJOR, FIRST_REPEATED, LAST_REPEATED, WINDOWS -> {
        Tensor view = Tensors.view(plain.type(), plain.array(), 0, plain.shape(), strides());
        Views.copy(plain.toArray(), view);
        yield view;
      }
    };
  }

  /** Of layouts that need no more memory than the elements do. */
  private long[] strides() {
    long[] sizes = shape.stream().mapToLong(Long::longValue).toArray();
    long[] strides = Views.strides(sizes, 1, 0);
    switch (layout) {
      case FIRST_REPEATED -> strides[0] = 0;
      case LAST_REPEATED -> strides[sizes.length - 1] = 0;
      case COLUMN_MAJOR -> {
        long step = 1;
        for (int axis = 0; axis < sizes.length; axis++) {
          strides[axis] = step;
          step *= Math.max(sizes[axis], 1);
        }
      }
      case WINDOWS -> Arrays.fill(strides, 1);
      case ROW_MAJOR, SPREAD, MIRRORED -> {}
    }
    return strides;
  }

  Argument with(Layout other) {
    return new Argument(dtype, shape, elements, other);
  }

  /** The argument in row-major order with the elements that it really has. */
  Argument plain() {
    return shape.isEmpty()
        ? this
        : new Argument(dtype, shape, TensorBridge.elements((Tensor) value()), Layout.ROW_MAJOR);
  }
}
