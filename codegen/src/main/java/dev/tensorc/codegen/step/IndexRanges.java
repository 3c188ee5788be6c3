package dev.tensorc.codegen.step;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A part of an array: a range of each axis.
 *
 * @param holds comparisons of indices that hold, or do not, in all of it; by their index maps from
 *     the array's axes
 */
record IndexRanges(List<Range> axes, Map<Operand, Boolean> holds) {

  record Range(Dim start, Dim size) {}

  IndexRanges {
    axes = List.copyOf(axes);
    holds = Map.copyOf(holds);
  }

  static IndexRanges whole(Value v) {
    return new IndexRanges(
        v.shape().stream().map(size -> new Range(Dims.ZERO, size)).toList(), Map.of());
  }

  IndexRanges with(int axis, Range range, Operand comparison, boolean is) {
    var others = new ArrayList<>(axes);
    others.set(axis, range);
    var known = new HashMap<>(holds);
    known.put(comparison, is);
    return new IndexRanges(others, known);
  }

  Dim start(int axis) {
    return axes.get(axis).start();
  }

  Dim size(int axis) {
    return axes.get(axis).size();
  }

  Dim end(int axis) {
    return Dims.add(start(axis), size(axis));
  }

  /** Whether the range is one place of the axis, which its elements then do not have. */
  boolean isPoint(int axis) {
    return Dims.isConst(size(axis), 1);
  }

  /** Whether the range is one place of an axis that has more. */
  boolean isPlane(Value array) {
    return IntStream.range(0, axes.size())
        .anyMatch(axis -> isPoint(axis) && !Dims.isConst(array.shape().get(axis), 1));
  }

  /** Elements along axes of the array, as elements along those that are more than one place. */
  Operand along(Operand part) {
    List<Integer> own = IntStream.range(0, axes.size()).filter(a -> !isPoint(a)).boxed().toList();
    return new Operand(part.value(), part.axes().stream().map(own::indexOf).toList());
  }
}
