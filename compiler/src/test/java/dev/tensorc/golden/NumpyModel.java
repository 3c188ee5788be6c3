package dev.tensorc.golden;

import dev.tensorc.runtime.FloatTensor;
import java.util.Arrays;
import java.util.Optional;

/** NumPy's broadcasting, written down once more and apart from the compiler. */
final class NumpyModel {

  private NumpyModel() {}

  /** {@code numpy.broadcast_shapes}; empty where NumPy raises. */
  static Optional<long[]> shape(long[]... shapes) {
    int rank = Arrays.stream(shapes).mapToInt(s -> s.length).max().orElse(0);
    var joined = new long[rank];
    Arrays.fill(joined, 1);
    for (long[] shape : shapes) {
      for (int own = 0; own < shape.length; own++) {
        int axis = rank - shape.length + own;
        if (joined[axis] == 1) {
          joined[axis] = shape[own];
        } else if (shape[own] != 1 && shape[own] != joined[axis]) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(joined);
  }

  /** The elements of {@code numpy.broadcast_to(x, shape)}, row-major. */
  static float[] broadcastTo(FloatTensor x, long[] shape) {
    var out = new float[Math.toIntExact(count(shape))];
    for (int i = 0; i < out.length; i++) {
      long rest = i;
      long[] index = new long[x.rank()];
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        int own = axis - (shape.length - x.rank());
        if (own >= 0) {
          index[own] = x.size(own) == 1 ? 0 : rest % shape[axis];
        }
        rest /= shape[axis];
      }
      out[i] = x.get(index);
    }
    return out;
  }

  static long count(long[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }
}
