package dev.tensorc.codegen.schedule;

import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.nest.NestEmitter;
import dev.tensorc.codegen.emit.scalar.FloatSums;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Contraction;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.codegen.loop.Nest.Turns;
import dev.tensorc.codegen.loop.ShortRows;
import dev.tensorc.codegen.schedule.Site.Element;
import dev.tensorc.codegen.tuning.Budgets;
import dev.tensorc.codegen.tuning.ElementTuning;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The nest for one call of a kernel, if there is a better one than along its innermost axis. */
final class Choice {

  private final Kernel kernel;
  private final List<Dim> extents;
  private final List<DType> dtypes;
  private final List<List<OptionalLong>> strides;
  private final List<Optional<Element>> elements;

  private final ElementTuning.Nests tuning;

  private Choice(Kernel kernel, Site site) {
    this.kernel = kernel;
    this.extents = site.extents();
    this.dtypes = site.dtypes();
    this.strides = site.strides();
    this.elements = site.elements();
    this.tuning = kernel.tuning().elements().nests();
  }

  static Optional<Nest> of(Kernel k, Site site) {
    return suits(k, site) ? new Choice(k, site).nest() : Optional.empty();
  }

  /**
   * How far apart the elements of a row lie, for each input; empty where that is too far.
   *
   * @param site whose axes are those of the kernel
   */
  static Optional<List<Integer>> rowSteps(Kernel k, Site site) {
    return new Choice(k, site)
        .steps(k.innermost(), k.tuning().elements().nests().maxStep(), k.inputs().size())
        .filter(steps -> !isPlain(steps));
  }

  /** Rows of a few elements of an element-wise kernel for which there is no nest. */
  static Optional<ShortRows> shortRows(Kernel k, Site site) {
    return suits(k, site) && mayHaveShortRows(k) && of(k, site).isEmpty()
        ? new Choice(k, site).shortRows()
        : Optional.empty();
  }

  /** Whether a kernel is short and has vector code; other scalar code looks at its rows anyway. */
  private static boolean mayHaveShortRows(Kernel k) {
    int most = k.tuning().budgets().forms().shortRowNodes();
    return k.rank() > 1
        && k.reductions().isEmpty()
        && !k.computesPlaces()
        && Vectorizable.obstacle(k).isEmpty()
        && ExprNodes.of(k.roots()).size() <= most;
  }

  /** Whether the kernel has the axes of the program, and may run on any part of them. */
  private static boolean suits(Kernel k, Site site) {
    return site.extents().size() == k.rank()
        && k.parallel() > 0
        && !k.rounds()
        && k.reductions().stream().noneMatch(Reduction::finds)
        && (k.reductions().isEmpty() || indices(k).isEmpty());
  }

  /** The axes whose indices it computes with. */
  private static Set<Integer> indices(Kernel k) {
    return ExprNodes.of(k.roots()).stream()
        .flatMap(e -> e instanceof Expr.AxisIndex i ? Stream.of(i.axis()) : Stream.empty())
        .collect(Collectors.toSet());
  }

  private Optional<Nest> nest() {
    Optional<Nest> nest = kernel.reductions().isEmpty() ? ofElements() : ofRows();
    return nest.filter(
        n ->
            isSmall(n)
                && !indices(kernel).contains(n.lanes()) // its last points are done as if first
                && kernel
                    .contraction()
                    .map(c -> n.looped(kernel) > 0 || knowsOrder(c, n))
                    .orElse(true)
                && Places.fit(kernel, n.lanes())
                && Vectorizable.obstacleInLoops(n.kernel(kernel)).isEmpty());
  }

  /**
   * Whether it is known in which order a contraction adds its products. Scalar code for a nest's
   * rest may get one point of the axis in lanes; a rest under a mask has the nest's order.
   */
  private boolean knowsOrder(Contraction c, Nest nest) {
    boolean isMasked = NestEmitter.masksRest(kernel, nest);
    return c.inLanes()
        || c.free().stream()
            .allMatch(
                axes ->
                    axes.stream()
                        .anyMatch(a -> isLong(nest, a) || (isMasked && a == nest.lanes())));
  }

  /** Whether an axis is unrolled and has more than one point. */
  private boolean isLong(Nest nest, int axis) {
    return axis >= nest.firstUnrolled(kernel) && nest.extent(kernel, axis) > 1;
  }

  /** Whether all its points have room in a method. */
  private boolean isSmall(Nest nest) {
    Budgets.Forms most = kernel.tuning().budgets().forms();
    long each = Vectorizable.operations(kernel.roots()) + kernel.reductions().size();
    long operations = nest.points() * each;
    return operations + most.nestPartOperations() * (long) nest.parts(kernel)
        <= most.nestOperations();
  }

  /** Along the last axis where elements lie apart, along the one before where it is too short. */
  private Optional<Nest> ofElements() {
    int last = kernel.rank() - 1;
    OptionalLong n = constant(last);
    OptionalInt before = lastBefore(last, 2);
    if (n.isEmpty() || n.getAsLong() > tuning.maxStep() || before.isEmpty()) {
      return steps(last)
          .filter(s -> !isPlain(s) || kernel.computesPlaces())
          .map(s -> inTurn(new Nest(last, s)));
    }
    int lanes = before.getAsInt();
    List<Integer> unrolled = List.of((int) n.getAsLong());
    return n.getAsLong() == 0 || mergeWithLast(lanes, n.getAsLong()) || repeatInRow(lanes)
        ? Optional.empty()
        : steps(lanes)
            .map(s -> inTurn(nest(lanes, s, unrolled)))
            .map(nest -> isSmall(nest) ? nest : new Nest(lanes, nest.steps()));
  }

  private Optional<ShortRows> shortRows() {
    int last = kernel.rank() - 1;
    long n = constant(last).orElse(0);
    if (n < 2 || n > mostShortRowPoints() || mergeWithLast(last - 1, n)) {
      return Optional.empty();
    }
    return steps(last)
        .filter(Choice::isPlain)
        .map(_ -> new ShortRows((int) n, knownStrides(last - 1)));
  }

  private int mostShortRowPoints() {
    int vectors = kernel.tuning().elements().knownRowBytes() / Vectorizable.lane(kernel).bytes();
    return Math.max(vectors, kernel.tuning().budgets().forms().shortRowPoints());
  }

  /** The strides along an axis, 0 of a tensor that does not follow it. */
  private List<OptionalInt> knownStrides(int axis) {
    var all = new ArrayList<OptionalInt>();
    for (int t = 0; t < strides.size(); t++) {
      long stride = kernel.walks(t, axis) ? strides.get(t).get(axis).orElse(Long.MAX_VALUE) : 0;
      boolean isKnown = stride == (int) stride && !isOpen(t, axis);
      all.add(isKnown ? OptionalInt.of((int) stride) : OptionalInt.empty());
    }
    return all;
  }

  /**
   * The nest with the tensors that take turns: columns of one table that are read, or written, all.
   */
  private Nest inTurn(Nest nest) {
    if (kernel.computesPlaces()) {
      return nest;
    }
    int inputs = kernel.inputs().size();
    var groups = new LinkedHashMap<List<Object>, List<Integer>>();
    for (int t = 0; t < strides.size(); t++) {
      int tensor = t;
      if (nest.steps().get(t) > 1 && !nest.isInterleaved(t)) {
        elements
            .get(t)
            .ifPresent(
                e ->
                    groups
                        .computeIfAbsent(List.of(tensor < inputs, e.rows()), _ -> new ArrayList<>())
                        .add(tensor));
      }
    }
    return nest.inTurn(groups.values().stream().flatMap(g -> turns(nest, g).stream()).toList());
  }

  private Optional<Turns> turns(Nest nest, List<Integer> tensors) {
    List<Integer> inOrder = tensors.stream().sorted(Comparator.comparingLong(this::place)).toList();
    int first = inOrder.getFirst();
    int last = kernel.rank() - 1;
    int each = nest.points();
    boolean together =
        IntStream.range(0, inOrder.size())
            .allMatch(
                k ->
                    place(inOrder.get(k)) == place(first) + (long) k * each
                        && (each == 1 || strides.get(inOrder.get(k)).get(last).orElse(0) == 1));
    return together && nest.steps().get(first) == inOrder.size() * each
        ? Optional.of(new Turns(inOrder, each))
        : Optional.empty();
  }

  private long place(int tensor) {
    return elements.get(tensor).orElseThrow().place();
  }

  /**
   * Whether each of the tensors lies, or repeats, so that an axis and the last are one long row.
   */
  private boolean mergeWithLast(int axis, long n) {
    int last = kernel.rank() - 1;
    for (int t = 0; t < strides.size(); t++) {
      OptionalLong inner = strides.get(t).get(last);
      OptionalLong outer = strides.get(t).get(axis);
      boolean isRow = inner.isPresent() && inner.getAsLong() == 1;
      boolean merges = outer.isPresent() && outer.getAsLong() == n;
      boolean repeats = !kernel.walks(t, axis);
      if (!isRow || !(merges || repeats)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether rows are one long row but for operands that are the same for each of them, or one
   * element for all: one such operand, or all but one, which stay in registers.
   */
  private boolean repeatInRow(int axis) {
    int last = kernel.rank() - 1;
    long n = constant(last).orElseThrow();
    int same = 0;
    for (int t = 0; t < strides.size(); t++) {
      boolean isRow = strides.get(t).get(last).orElse(0) == 1;
      if (!kernel.walks(t, axis) && (isRow || !kernel.walks(t, last))) {
        same++;
      } else if (!isRow || strides.get(t).get(axis).orElse(0) != n) {
        return false;
      }
    }
    int inputs = kernel.inputs().size();
    return inputs <= kernel.tuning().budgets().forms().periodicInputs()
        && Vectorizable.operations(kernel.roots())
            <= kernel.tuning().elements().maxPeriodicOperations()
        && (same == 1 || same == inputs - 1);
  }

  /** Results side by side, each with the few elements of its own row, or with loops over them. */
  private Optional<Nest> ofRows() {
    OptionalInt axis = lastBefore(kernel.parallel(), tuning.minPoints());
    if (axis.isEmpty()) {
      return Optional.empty();
    }
    int lanes = mergesBehind(axis.getAsInt());
    List<Integer> unrolled = shortAxes(lanes + 1);
    return unrolled.size() == kernel.rank() - lanes - 1
        ? steps(lanes, tuning.maxTableStep(), strides.size())
            .map(s -> nest(lanes, s, unrolled))
            .filter(this::takesSteps)
        : inLoops(lanes, unrolled);
  }

  /** The extents of the last axes, from one on, that are unrolled: as many as may be. */
  private List<Integer> shortAxes(int from) {
    var unrolled = new LinkedList<Integer>();
    long points = 1;
    for (int a = kernel.rank() - 1; a >= from; a--) {
      long n = constant(a).orElse(0);
      points *= n;
      if (n < 1 || points > tuning.maxPoints()) {
        break;
      }
      unrolled.addFirst((int) n);
    }
    return unrolled;
  }

  /**
   * Results side by side whose elements lie apart, with loops over reduced axes.
   *
   * @param unrolled the extents of the last axes that may be unrolled
   */
  private Optional<Nest> inLoops(int lanes, List<Integer> unrolled) {
    if (lanes != kernel.parallel() - 1 || !reducesInLoops()) {
      return Optional.empty();
    }
    Optional<List<Integer>> steps = steps(lanes).filter(s -> !isPlain(s));
    return steps.flatMap(
        s ->
            IntStream.rangeClosed(0, unrolled.size())
                .mapToObj(k -> nest(lanes, s, unrolled.subList(k, unrolled.size())))
                .filter(nest -> isSmall(nest) && NestEmitter.masksRest(kernel, nest))
                .findFirst());
  }

  /** Whether a lane may take in its elements one after the other. */
  private boolean reducesInLoops() {
    return kernel.reductions().size() == 1
        && kernel.results().size() == 1
        && !kernel.reducesRows()
        && !kernel.computesPlaces()
        && !FloatSums.orders(kernel.reductions().getFirst());
  }

  /** Whether elements lie far apart only where all in between are used. */
  private boolean takesSteps(Nest nest) {
    boolean isTable = nest.unrolledParallel(kernel) > 0;
    int most = isTable ? tuning.maxTableStep() : tuning.maxWholeStep();
    return IntStream.range(0, nest.steps().size())
        .allMatch(t -> nest.steps().get(t) <= (nest.isInterleaved(t) ? most : tuning.maxStep()));
  }

  /**
   * @param unrolled the extents of the last axes
   */
  private Nest nest(int lanes, List<Integer> steps, List<Integer> unrolled) {
    int first = kernel.rank() - unrolled.size();
    List<List<Integer>> between =
        IntStream.range(0, steps.size()).mapToObj(t -> between(t, steps.get(t), first)).toList();
    return new Nest(lanes, steps, unrolled, between);
  }

  /**
   * The axes of {@link Nest#between}.
   *
   * @param first of the unrolled axes
   */
  private List<Integer> between(int tensor, int step, int first) {
    var axes = new ArrayList<Integer>();
    long elements = 1;
    while (elements < step) {
      OptionalInt next = neighbours(tensor, elements, first);
      if (next.isEmpty()) {
        return List.of();
      }
      axes.add(next.getAsInt());
      elements *= constant(next.getAsInt()).orElseThrow();
    }
    return elements == step ? axes : List.of();
  }

  /** The axis from one on along which a tensor's elements lie so far apart. */
  private OptionalInt neighbours(int tensor, long stride, int first) {
    return IntStream.range(first, kernel.rank())
        .filter(axis -> kernel.walks(tensor, axis) && constant(axis).orElse(1) > 1)
        .filter(axis -> strides.get(tensor).get(axis).equals(OptionalLong.of(stride)))
        .findFirst();
  }

  /** The last axis before one that may have so many points; absent without any. */
  private OptionalInt lastBefore(int axis, int least) {
    return IntStream.range(0, axis)
        .filter(a -> constant(a).orElse(Long.MAX_VALUE) >= least)
        .reduce((_, later) -> later);
  }

  /** The last of the parallel axes behind one that are a single one with it in each tensor. */
  private int mergesBehind(int axis) {
    int next = axis + 1;
    return next < kernel.parallel() && isOneWith(next) ? mergesBehind(next) : axis;
  }

  /** Whether an axis and the one before are one in each tensor. */
  private boolean isOneWith(int axis) {
    OptionalLong n = constant(axis);
    return n.isPresent()
        && IntStream.range(0, strides.size()).allMatch(t -> isOneRow(t, axis, n.getAsLong()));
  }

  /**
   * Whether a tensor's rows along an axis lie one behind the other, or it is the same on both axes.
   */
  private boolean isOneRow(int t, int axis, long n) {
    if (!kernel.walks(t, axis)) {
      return !kernel.walks(t, axis - 1);
    }
    OptionalLong inner = strides.get(t).get(axis);
    OptionalLong outer = strides.get(t).get(axis - 1);
    return kernel.walks(t, axis - 1)
        && inner.isPresent()
        && outer.equals(OptionalLong.of(n * inner.getAsLong()));
  }

  private OptionalLong constant(int axis) {
    return extents.get(axis) instanceof Dim.Const c
        ? OptionalLong.of(c.value())
        : OptionalLong.empty();
  }

  /** How far apart each tensor's elements lie along an axis; empty where that is too far. */
  private Optional<List<Integer>> steps(int axis) {
    return steps(axis, tuning.maxStep(), strides.size());
  }

  private Optional<List<Integer>> steps(int axis, int most, int tensors) {
    var steps = new ArrayList<Integer>();
    for (int t = 0; t < tensors; t++) {
      OptionalLong stride = strides.get(t).get(axis);
      if (isSame(t, axis)) {
        steps.add(0);
      } else if (stride.isPresent() && isStep(stride.getAsLong(), most, t, axis)) {
        steps.add((int) stride.getAsLong());
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(steps);
  }

  private boolean isStep(long stride, int most, int t, int axis) {
    boolean unit = stride == 1;
    boolean apart = stride == -1 || (stride >= 1 && stride <= most);
    return !isOpen(t, axis) && (unit || (apart && dtypes.get(t) != DType.BOOL));
  }

  private static boolean isPlain(List<Integer> steps) {
    return steps.stream().allMatch(Nest::isPlain);
  }

  /** Whether all points of an axis read one element. */
  private boolean isSame(int t, int axis) {
    OptionalLong stride = strides.get(t).get(axis);
    boolean staysThere = stride.isPresent() && stride.getAsLong() == 0 && !isOpen(t, axis);
    return !kernel.walks(t, axis) || (staysThere && t < kernel.inputs().size());
  }

  private boolean isOpen(int t, int axis) {
    return t < kernel.inputs().size() && kernel.inputs().get(t).axes().get(axis) == AxisUse.OPEN;
  }
}
