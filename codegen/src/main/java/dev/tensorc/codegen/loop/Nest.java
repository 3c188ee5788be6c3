package dev.tensorc.codegen.loop;

import dev.tensorc.codegen.loop.Expr.AxisIndex;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Input;
import dev.tensorc.codegen.loop.Kernel.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * Loops over the axes of a kernel, with one axis in lanes. A nest is for the strides and extents
 * that it names: at run time they are compared, and where they differ the kernel runs in another
 * way.
 *
 * @param lanes the parallel axis whose points are the lanes of vectors
 * @param steps for each tensor, inputs first, how many elements apart its points along that axis
 *     lie: 1 for neighbours, -1 for neighbours backwards, 0 where it is the same for all
 * @param unrolled the extents of the last axes, whose points all stand in the code: the reduced
 *     ones and short parallel ones before them, or the last one of an element-wise kernel; where
 *     they are not all of the reduced axes, the others are loops
 * @param between for each tensor the unrolled axes whose points are all elements that lie between
 *     those in its lanes, the axis of neighbours first; none where not all of these are used
 * @param turns tensors that are elements of one, and together all that lie in between
 */
public record Nest(
    int lanes,
    List<Integer> steps,
    List<Integer> unrolled,
    List<List<Integer>> between,
    List<Turns> turns) {

  /**
   * Tensors whose elements come in turn: so many of the first, as many of the second, and so on.
   *
   * @param tensors their numbers
   * @param each the points along the unrolled axis, or 1 without one
   */
  public record Turns(List<Integer> tensors, int each) {
    public Turns {
      tensors = List.copyOf(tensors);
    }
  }

  public Nest {
    steps = List.copyOf(steps);
    unrolled = List.copyOf(unrolled);
    between = between.stream().map(List::copyOf).toList();
    turns = List.copyOf(turns);
  }

  public Nest(int lanes, List<Integer> steps, List<Integer> unrolled, List<List<Integer>> between) {
    this(lanes, steps, unrolled, between, List.of());
  }

  /** A nest whose other axes are loops. */
  public Nest(int lanes, List<Integer> steps) {
    this(lanes, steps, List.of(), steps.stream().map(_ -> List.<Integer>of()).toList());
  }

  /** Whether a vector is read as its lanes lie: neighbours, or one element for all lanes. */
  public static boolean isPlain(int step) {
    return step == 0 || step == 1;
  }

  /** From how many vectors of memory the lanes of one are taken; 0 where it is read as they lie. */
  public static int parts(int step) {
    return isPlain(step) ? 0 : Math.max(1, step);
  }

  /** This nest, with tensors that are elements of one. */
  public Nest inTurn(List<Turns> together) {
    return new Nest(lanes, steps, unrolled, between, together);
  }

  /**
   * Whether all elements of a tensor's step are used, by it or by those that it takes turns with.
   */
  public boolean usesAll(int tensor) {
    return isInterleaved(tensor) || turnsOf(tensor).isPresent();
  }

  /** The tensors with which one takes turns, if it does. */
  public Optional<Turns> turnsOf(int tensor) {
    return turns.stream().filter(group -> group.tensors().contains(tensor)).findFirst();
  }

  /** How many points of the unrolled axes there are. */
  public int points() {
    return unrolled.stream().mapToInt(n -> n).reduce(1, (a, b) -> a * b);
  }

  /** How many vectors are read and written at a time that are not as their lanes lie. */
  public int parts(Kernel k) {
    int parts = 0;
    for (int t = 0; t < steps.size(); t++) {
      int each = parts(steps.get(t));
      parts += (usesAll(t) ? Math.min(1, each) : each) * points(k, t);
    }
    return parts;
  }

  /** At how many points of the unrolled axes a tensor is another element. */
  private int points(Kernel k, int tensor) {
    return IntStream.range(0, unrolled.size())
        .filter(u -> k.walks(tensor, firstUnrolled(k) + u))
        .map(unrolled::get)
        .reduce(1, (a, b) -> a * b);
  }

  /** How many of the unrolled axes are parallel ones. */
  public int unrolledParallel(Kernel k) {
    return Math.max(0, k.parallel() - firstUnrolled(k));
  }

  /** How many of the reduced axes are loops, those before the unrolled ones. */
  public int looped(Kernel k) {
    return k.reductions().isEmpty() ? 0 : Math.max(0, firstUnrolled(k) - k.parallel());
  }

  /** Whether all elements of a tensor's step are points of unrolled axes. */
  public boolean isInterleaved(int tensor) {
    return !between.get(tensor).isEmpty();
  }

  /** The axes of {@link #between}, each with its stride. */
  public SequencedMap<Integer, Integer> strides(Kernel k, int tensor) {
    var strides = new LinkedHashMap<Integer, Integer>();
    int stride = 1;
    for (int axis : between.get(tensor)) {
      strides.put(axis, stride);
      stride *= extent(k, axis);
    }
    return strides;
  }

  /** How many points an unrolled axis has. */
  public int extent(Kernel k, int axis) {
    return unrolled.get(axis - firstUnrolled(k));
  }

  /** Whether a vector of some tensor has elements between those that are used. */
  public boolean skips() {
    return IntStream.range(0, steps.size()).anyMatch(t -> steps.get(t) > 1 && !isInterleaved(t));
  }

  /** The first of the unrolled axes. */
  public int firstUnrolled(Kernel k) {
    return k.rank() - unrolled.size();
  }

  /**
   * The kernel with that axis where its loops have the vectors: an element-wise one's last, or the
   * last parallel one of a reduction, whose rows are columns then.
   */
  public Kernel kernel(Kernel k) {
    var inputs = new ArrayList<Input>();
    for (int i = 0; i < k.inputs().size(); i++) {
      Input in = k.inputs().get(i);
      inputs.add(new Input(in.dtype(), uses(i, in.axes(), k.parallel())));
    }
    Kernel columns = k.columns(inputs);
    return LanePlaces.of(
        ExprNodes.of(k.roots()).stream().anyMatch(AxisIndex.class::isInstance)
            ? columns.withResults(renumbered(k, columns.results()))
            : columns);
  }

  /** How many elements a lane reads at places of its own. */
  public long gathered(Kernel k) {
    return k.computesPlaces()
        ? ExprNodes.of(kernel(k).roots()).stream()
            .filter(e -> e instanceof Expr.Gathered g && g.inLanes())
            .count()
        : 0;
  }

  /** Whether lanes read elements at places of their own. */
  public boolean gathers(Kernel k) {
    return gathered(k) > 0;
  }

  /** The same results, whose indices are those of the axes as they are moved. */
  private List<Result> renumbered(Kernel k, List<Result> results) {
    List<Integer> moved = moved(IntStream.range(0, k.rank()).boxed().toList(), k.parallel());
    var values =
        new ExprRewriter(
            (e, _) ->
                e instanceof AxisIndex index
                    ? Optional.of(new AxisIndex(moved.indexOf(index.axis()), index.type()))
                    : Optional.empty());
    return results.stream().map(r -> new Result(values.apply(r.value()), r.alongRow())).toList();
  }

  /** How the tensor of that number follows the axes, moved as {@link #moved} does. */
  public List<AxisUse> uses(int tensor, List<AxisUse> ofAxes, int parallel) {
    List<AxisUse> uses = moved(ofAxes, parallel);
    if (steps.get(tensor) == 0) {
      uses.set(parallel - 1, AxisUse.NONE);
    }
    return uses;
  }

  /** The items of each axis, with that of the vector's axis behind the other parallel ones. */
  public <T> List<T> moved(List<T> ofAxes, int parallel) {
    var moved = new ArrayList<T>(ofAxes);
    T vector = moved.remove(lanes);
    moved.add(parallel - 1, vector);
    return moved;
  }
}
