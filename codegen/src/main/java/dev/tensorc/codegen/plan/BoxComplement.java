package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.loop.Access.Layer;
import dev.tensorc.codegen.loop.Access.Slice;
import dev.tensorc.codegen.loop.LoopIr.Region;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a tensor around a box, as boxes: for each axis the elements before the box and those
 * after it, within the box's own range of the earlier axes.
 *
 * <p>Before: {@code next[1:-1, 1:-1]} of {@code next[h, v]}. After: {@code next[:1, :]}, {@code
 * next[-1:, :]}, {@code next[1:-1, :1]}, {@code next[1:-1, -1:]}.
 */
final class BoxComplement {

  /** A range of an axis. */
  private record Range(Dim start, Dim size) {}

  private BoxComplement() {}

  /** The parts of the tensor outside the box; all of it where the region is no box. */
  static List<Region> around(Region region, Value v) {
    Optional<List<Range>> box = box(region);
    if (box.isEmpty() || v.isUnranked() || box.get().size() != v.rank()) {
      return List.of(Region.all(v));
    }
    var parts = new ArrayList<Region>();
    var ranges = new ArrayList<Range>();
    v.shape().forEach(size -> ranges.add(new Range(Dims.ZERO, size)));
    for (int axis = 0; axis < v.rank(); axis++) {
      Range all = ranges.get(axis);
      Range inside = box.get().get(axis);
      Dim end = Dims.add(inside.start(), inside.size());
      add(parts, ranges, axis, new Range(Dims.ZERO, Dims.min(inside.start(), all.size())));
      add(parts, ranges, axis, new Range(end, Dims.clamp(Dims.sub(all.size(), end))));
      ranges.set(axis, inside);
    }
    return parts;
  }

  private static void add(List<Region> parts, List<Range> ranges, int axis, Range range) {
    if (Dims.isConst(range.size(), 0)) {
      return;
    }
    var part = new ArrayList<>(ranges);
    part.set(axis, range);
    var paths = new ArrayList<AxisPath>();
    for (int a = 0; a < part.size(); a++) {
      Dim start = part.get(a).start();
      List<Layer> layers = Dims.isConst(start, 0) ? List.of() : List.of(new Slice(start, 1));
      paths.add(new AxisPath(a, layers));
    }
    parts.add(new Region(Access.of(paths), part.stream().map(Range::size).toList()));
  }

  /** The range of each axis, where each is walked by its own axis of the region, step by step. */
  private static Optional<List<Range>> box(Region region) {
    var ranges = new ArrayList<Range>();
    for (List<AxisPath> paths : region.access().axes()) {
      int axis = ranges.size();
      if (paths.size() != 1 || paths.getFirst().axis() != axis) {
        return Optional.empty();
      }
      List<Layer> layers = paths.getFirst().layers();
      Dim size = region.extents().get(axis);
      if (layers.isEmpty()) {
        ranges.add(new Range(Dims.ZERO, size));
      } else if (layers.size() == 1
          && layers.getFirst() instanceof Slice slice
          && slice.step() == 1) {
        ranges.add(new Range(slice.start(), size));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(ranges);
  }
}
