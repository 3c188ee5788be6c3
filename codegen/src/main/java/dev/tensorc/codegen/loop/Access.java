package dev.tensorc.codegen.loop;

import dev.tensorc.ir.Dim;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How each axis of a stored tensor is walked by the axes of a kernel or of a view.
 *
 * @param axes for each axis of the tensor at least one path; the index is the sum over its paths,
 *     as in {@code x[i + r]}
 */
public record Access(List<List<AxisPath>> axes) {

  public Access {
    axes = axes.stream().map(List::copyOf).toList();
  }

  /** Each axis of the tensor has one path. */
  public static Access of(List<AxisPath> axes) {
    return new Access(axes.stream().map(List::of).toList());
  }

  public static Access identity(int rank) {
    return of(IntStream.range(0, rank).mapToObj(i -> new AxisPath(i, List.of())).toList());
  }

  /** The paths of all axes. */
  public List<AxisPath> paths() {
    return axes.stream().flatMap(List::stream).toList();
  }

  /**
   * @param axis the axis that walks it; -1 for none
   * @param layers from the storage outwards
   */
  public record AxisPath(int axis, List<Layer> layers) {
    public AxisPath {
      layers = List.copyOf(layers);
    }
  }

  public sealed interface Layer {}

  /** The index so far is {@code start + step * index}. */
  public record Slice(Dim start, long step) implements Layer {}

  /** The stride so far becomes 0 where {@code size} is 1: it stretches to {@code target}. */
  public record ZeroIfOne(Dim size, Dim target) implements Layer {}
}
