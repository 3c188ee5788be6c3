package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Splittable;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Schedule.Tiles;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The axes of an element-wise kernel along which an operand lies as results do along the last. */
final class TiledAxes {

  private TiledAxes() {}

  static List<Tiles> of(Kernel k, Site site) {
    int last = k.rank() - 1;
    List<Integer> free = Splittable.axes(k);
    if (!k.reductions().isEmpty()
        || Splittable.mayThrow(k)
        || site.extents().size() != k.rank()
        || !free.contains(last)) {
      return List.of();
    }
    return free.stream()
        .filter(axis -> axis != last)
        .map(axis -> new Tiles(axis, across(k, site, axis)))
        .filter(tiles -> !tiles.across().isEmpty())
        .toList();
  }

  private static List<Integer> across(Kernel k, Site site, int axis) {
    int last = k.rank() - 1;
    return IntStream.range(0, k.inputs().size())
        .filter(t -> k.follows(t, axis) && k.follows(t, last))
        .filter(
            t -> {
              List<OptionalLong> strides = site.strides().get(t);
              return isWithinLine(k, t, strides.get(axis))
                  && !isWithinLine(k, t, strides.get(last));
            })
        .boxed()
        .toList();
  }

  /** Whether a line of the cache has several elements along an axis, as is known. */
  private static boolean isWithinLine(Kernel k, int tensor, OptionalLong stride) {
    int elements = k.tuning().elements().lineBytes() / k.inputs().get(tensor).dtype().bytes();
    return stride.isPresent() && Math.abs(stride.getAsLong()) < elements;
  }
}
