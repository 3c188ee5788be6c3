package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.Layer;
import dev.tensorc.codegen.loop.Access.Slice;
import dev.tensorc.ir.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How far apart elements lie along a kernel's axes where tensors are row-major. */
final class Strides {

  private Strides() {}

  /**
   * The stride along each axis of a kernel or view; absent where a size decides that is not known.
   *
   * @param whole the strides of the tensor's own axes
   * @param access how the kernel walks it
   * @param rank the kernel's or view's
   */
  static List<OptionalLong> of(List<OptionalLong> whole, Access access, int rank) {
    var strides = new ArrayList<OptionalLong>();
    for (int a = 0; a < rank; a++) {
      strides.add(along(a, whole, access));
    }
    return strides;
  }

  private static OptionalLong along(int kernelAxis, List<OptionalLong> whole, Access access) {
    long sum = 0;
    for (int d = 0; d < access.axes().size(); d++) {
      for (AxisPath path : access.axes().get(d)) {
        if (path.axis() == kernelAxis) {
          if (whole.get(d).isEmpty()) {
            return OptionalLong.empty();
          }
          sum += whole.get(d).getAsLong() * step(path);
        }
      }
    }
    return OptionalLong.of(sum);
  }

  private static long step(AxisPath path) {
    long step = 1;
    for (Layer layer : path.layers()) {
      step *= layer instanceof Slice s ? s.step() : 1;
    }
    return step;
  }

  /** The strides of a tensor whose elements lie in order. */
  static List<OptionalLong> rowMajor(List<Dim> shape) {
    var strides = new ArrayList<OptionalLong>();
    OptionalLong next = OptionalLong.of(1);
    for (Dim size : shape.reversed()) {
      strides.addFirst(next);
      next =
          next.isPresent() && size instanceof Dim.Const c
              ? OptionalLong.of(next.getAsLong() * c.value())
              : OptionalLong.empty();
    }
    return strides;
  }
}
