package dev.tensorc.codegen.emit.nest;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Nest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The points of a nest's unrolled axes, numbered in the order of the axes, the last one fastest.
 *
 * @param kernel that has the nest
 */
record NestPoints(Kernel kernel, Nest nest) {

  /**
   * The unrolled axes of {@link Nest#kernel}: parallel ones before the vectors' axis, then those
   * that are reduced.
   */
  List<Integer> axes() {
    int parallel = nest.unrolledParallel(kernel);
    return IntStream.range(0, nest.unrolled().size())
        .mapToObj(u -> nest.firstUnrolled(kernel) + u - (u < parallel ? 1 : 0))
        .toList();
  }

  /** The tensors at each point, or where the row begins. */
  List<List<Tensor>> tensors(Code code, AxisLoops loops, List<Tensor> tensors) {
    List<List<Tensor>> all = List.of(tensors);
    for (int r = 0; r < nest.unrolled().size(); r++) {
      int axis = axes().get(r);
      int extent = nest.unrolled().get(r);
      var more = new ArrayList<List<Tensor>>();
      for (List<Tensor> point : all) {
        more.add(point);
        for (int k = 1; k < extent; k++) {
          int index = k;
          Local at = code.newInt(index);
          more.add(loops.advance(point, axis, at));
        }
      }
      all = more;
    }
    return all;
  }

  /** The index of a point on the unrolled axis of that number. */
  int index(int unrolled, int point) {
    return point / inside(unrolled) % nest.unrolled().get(unrolled);
  }

  /** How many points give one result: all of the reduced axes. */
  int ofResult() {
    return inside(nest.unrolledParallel(kernel) - 1);
  }

  /** Which element of an interleaved tensor's step a point is. */
  int place(int tensor, int point) {
    int first = nest.firstUnrolled(kernel);
    return nest.strides(kernel, tensor).entrySet().stream()
        .mapToInt(e -> e.getValue() * index(e.getKey() - first, point))
        .sum();
  }

  /** The point at which the first element of an interleaved tensor's step stands. */
  int firstOfStep(int tensor, int point) {
    return without(nest.between().get(tensor).stream().mapToInt(axis -> axis), point);
  }

  /** The first point at which a tensor is the same element as at a point. */
  int firstOfSame(int tensor, int point) {
    return without(
        IntStream.range(nest.firstUnrolled(kernel), kernel.rank())
            .filter(axis -> !kernel.walks(tensor, axis)),
        point);
  }

  /** The point whose indices on some axes are 0, and the others those of a point. */
  private int without(IntStream axes, int point) {
    return point
        - axes.map(axis -> axis - nest.firstUnrolled(kernel))
            .map(unrolled -> inside(unrolled) * index(unrolled, point))
            .sum();
  }

  /** How many points the unrolled axes behind one have. */
  private int inside(int unrolled) {
    return nest.unrolled().subList(unrolled + 1, nest.unrolled().size()).stream()
        .reduce(1, (a, b) -> a * b);
  }
}
