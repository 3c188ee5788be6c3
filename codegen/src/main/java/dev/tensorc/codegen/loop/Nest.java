package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.LoopIr.Input;
import dev.tensorc.codegen.loop.LoopIr.Kernel;
import dev.tensorc.codegen.loop.LoopIr.Reduction;
import java.util.ArrayList;
import java.util.List;

/**
 * Loops over the axes of a kernel, one of which is in lanes. A nest is for the strides and extents
 * that it names: at run time they are compared, and where they differ the kernel runs in another
 * way.
 *
 * @param lanes the parallel axis whose points are the lanes of vectors
 * @param steps for each tensor, inputs first, how many elements apart its points along that axis
 *     lie: 1 for neighbours, -1 for neighbours backwards, 0 where it is the same for all
 * @param unrolled the extents of the reduced axes, whose points all stand in the code
 */
public record Nest(int lanes, List<Integer> steps, List<Integer> unrolled) {

  public Nest {
    steps = List.copyOf(steps);
    unrolled = List.copyOf(unrolled);
  }

  /** How many points of the reduced axes there are. */
  public int points() {
    return unrolled.stream().mapToInt(n -> n).reduce(1, (a, b) -> a * b);
  }

  /** Whether a vector of some tensor has elements between those that are used. */
  public boolean skips() {
    return steps.stream().anyMatch(step -> step > 1);
  }

  /**
   * The kernel with that axis where its loops have the vectors: an element-wise one's last, or the
   * last parallel one of a reduction, whose rows are columns then.
   */
  public Kernel kernel(Kernel k) {
    List<Input> inputs =
        k.inputs().stream()
            .map(in -> new Input(in.dtype(), moved(in.axes(), k.parallel())))
            .toList();
    var reductions = new ArrayList<Reduction>();
    for (Reduction r : k.reductions()) {
      reductions.add(new Reduction(r.op(), r.value(), false, r.contraction()));
    }
    return new Kernel(
        k.parallel(),
        k.reduced(),
        k.rounds(),
        inputs,
        k.scalars(),
        reductions,
        k.results(),
        k.span(),
        k.tuning());
  }

  /** What there is of each axis, with that of the vector's axis behind the other parallel ones. */
  public <T> List<T> moved(List<T> ofAxes, int parallel) {
    var moved = new ArrayList<T>(ofAxes);
    T vector = moved.remove(lanes);
    moved.add(parallel - 1, vector);
    return moved;
  }
}
