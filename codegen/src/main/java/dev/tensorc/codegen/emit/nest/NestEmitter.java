package dev.tensorc.codegen.emit.nest;

import dev.tensorc.codegen.emit.code.AxisLoops;
import dev.tensorc.codegen.emit.code.Code;
import dev.tensorc.codegen.emit.code.Code.Local;
import dev.tensorc.codegen.emit.code.KernelCall;
import dev.tensorc.codegen.emit.code.KernelCall.Params;
import dev.tensorc.codegen.emit.code.KernelCall.Tensor;
import dev.tensorc.codegen.emit.code.Memory;
import dev.tensorc.codegen.emit.form.StepSize;
import dev.tensorc.codegen.emit.form.Vectorizable;
import dev.tensorc.codegen.emit.vector.Holders;
import dev.tensorc.codegen.emit.vector.KernelPrologue;
import dev.tensorc.codegen.emit.vector.LaneConstants;
import dev.tensorc.codegen.emit.vector.LaneGathers;
import dev.tensorc.codegen.emit.vector.SteppedRows;
import dev.tensorc.codegen.emit.vector.VectorAccumulators;
import dev.tensorc.codegen.emit.vector.VectorBody;
import dev.tensorc.codegen.emit.vector.VectorBody.Row;
import dev.tensorc.codegen.emit.vector.VectorLoop;
import dev.tensorc.codegen.emit.vector.VectorTypes;
import dev.tensorc.codegen.loop.Expr;
import dev.tensorc.codegen.loop.ExprNodes;
import dev.tensorc.codegen.loop.Kernel;
import dev.tensorc.codegen.loop.Kernel.AxisUse;
import dev.tensorc.codegen.loop.Kernel.Reduction;
import dev.tensorc.codegen.loop.Kernel.Result;
import dev.tensorc.codegen.loop.Nest;
import dev.tensorc.ir.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Emits a {@link Nest}: a loop for each parallel axis. The axis in lanes is the innermost loop,
 * which goes from vector to vector and has all points of the unrolled axes inside, and loops over
 * reduced axes before these. The last points of that axis, too few for a vector, are the nest's
 * rest: a method of its own does them at all points of the other axes, under a mask, or as scalar
 * code where masks are too much code.
 */
public final class NestEmitter {

  private final Kernel original;
  private final Kernel kernel;
  private final Nest nest;
  private final NestPoints points;
  private final Code code;
  private final Params whole;
  private final Params params;
  private final DType lane;
  private final SteppedRows rows;
  private final NestLoads loads;
  private final VectorBody body;

  /** The loads whose rows begin at computed places, in the order of evaluation. */
  private final List<Expr.Gathered> gathered;

  /** The places that lanes read elements at, in the order of evaluation. */
  private final List<Expr.Subscript> places;

  private NestEmitter(Kernel original, Nest nest, Code code, LaneConstants constants) {
    this.original = original;
    this.nest = nest;
    this.points = new NestPoints(original, nest);
    this.code = code;
    this.kernel = nest.kernel(original);
    this.whole = KernelCall.params(original, code.memory());
    this.params = moved(whole);
    this.lane = Vectorizable.lane(kernel);
    this.gathered = gathered(kernel);
    this.places =
        nest.gathers(original)
            ? ExprNodes.inOrder(kernel.roots(), Expr.Subscript.class).toList()
            : List.of();
    List<Integer> steps = withGathered(nest.steps());
    List<Boolean> interleaved =
        withGathered(IntStream.range(0, nest.steps().size()).mapToObj(nest::usesAll).toList());
    this.rows = new SteppedRows(code, kernel, lane, steps, interleaved, constants);
    this.loads = new NestLoads(code, nest, points, rows, gathered, steps, interleaved);
    this.body = new VectorBody(code, kernel, rows, kernel.roots(), lane, params.scalars());
  }

  /** The parameters with the vectors' axis behind the other parallel ones. */
  private Params moved(Params p) {
    var tensors = new ArrayList<Tensor>();
    for (int number = 0; number < p.tensors().size(); number++) {
      Tensor t = p.tensors().get(number);
      List<@Nullable Local> strides = nest.moved(Arrays.asList(t.strides()), original.parallel());
      List<AxisUse> uses = nest.uses(number, t.uses(), original.parallel());
      tensors.add(
          new Tensor(t.dtype(), uses, t.array(), t.offset(), strides.toArray(Local[]::new)));
    }
    List<Local> extents = nest.moved(p.extents(), original.parallel());
    return new Params(extents, tensors, p.scalars(), p.collapse(), p.slots());
  }

  /** The loads of a kernel whose rows begin at computed places, in the order of evaluation. */
  private static List<Expr.Gathered> gathered(Kernel inLanes) {
    return ExprNodes.inOrder(inLanes.roots(), Expr.Gathered.class)
        .filter(g -> inLanes.follows(g.input(), inLanes.innermost()))
        .toList();
  }

  // ---------------------------------------------------------------- the kernel's own method

  /** Emits a kernel that has no vector code but its nests. */
  public static void emitAlone(Kernel k, Code code, Holders holders, String name) {
    Params params = KernelCall.params(k, code.memory());
    var prologue = new KernelPrologue(k, code, params, holders, name);
    prologue.leaveIfEmpty(k.parallel());
    NestGuard.leave(prologue);
    prologue.returnScalar();
  }

  /**
   * The name of a nest's method, beside the kernel's.
   *
   * @param number among the kernel's nests
   */
  public static String method(String kernel, int number) {
    return kernel + "Nest" + number;
  }

  /**
   * Whether the rest of a nest is done under a mask. With bools it is not: under a mask they are
   * stored as a vector of bytes, and vectors of less than 64 bits do not exist. Nor is it where so
   * much is taken apart that the masks would be too much for HotSpot's first compiler, nor where
   * lanes without an element would need a place.
   */
  public static boolean masksRest(Kernel k, Nest nest) {
    int most = k.tuning().elements().nests().maxStep();
    return !Vectorizable.usesBool(k)
        && !StepSize.storesMany(k)
        && !nest.gathers(k)
        && nest.parts(k) <= k.tuning().budgets().steps().maskedParts()
        && nest.steps().stream().allMatch(step -> step <= most);
  }

  /** The name of the method that does a nest's rest, where the nest has one of its own. */
  public static String restMethod(String kernel, int number) {
    return method(kernel, number) + "Rest";
  }

  // ---------------------------------------------------------------- the nest's method

  /**
   * Emits the method of whole vectors.
   *
   * @param number of the nest
   * @param name of the kernel's method
   */
  public static void emit(Kernel k, int number, Code code, Holders holders, String name) {
    var emitter = new NestEmitter(k, k.nests().get(number), code, holders.constants());
    boolean isPlain = code.memory() == Memory.ARRAYS && !masksRest(k, emitter.nest);
    emitter.wholeVectors(
        new KernelPrologue(k, code, emitter.whole, holders, name),
        isPlain ? holders.scalar() : holders.vector(),
        isPlain ? name : restMethod(name, number),
        holders.vector(),
        method(name, number));
  }

  /** Emits the method that does a nest's rest under a mask. */
  public static void emitRest(Kernel k, int number, Code code, Holders holders) {
    new NestEmitter(k, k.nests().get(number), code, holders.constants()).rest();
  }

  /**
   * Emits the whole vectors, and behind them the last whole vector once more, where it may be
   * stored again: a mask takes longer than several vectors.
   *
   * @param holder class that has the method of less than a vector
   * @param own class that has this method
   */
  private void wholeVectors(
      KernelPrologue before, String holder, String rest, String own, String method) {
    Local n = extent();
    Local bound = code.newInt(() -> pushBound(n));
    prologue();
    if (!places.isEmpty()) {
      checkPlaces(bound, () -> before.returnFrom(holder, rest));
    }
    aroundLanes(step -> alongLanes(bound, i -> step.emit(i, null)));
    List<Tensor> tensors = whole.tensors();
    Code.Part call =
        () -> before.callFrom(holder, rest, tensors, nest.lanes(), bound, n, _ -> true);
    Code.Part restOf =
        code.memory() == Memory.SEGMENTS || nest.skips()
            ? call
            : () ->
                code.ifElse(
                    Code.and(
                        VectorLoop.hasVector(lane, n), KernelCall.sharesNoArray(original, tensors)),
                    () -> {
                      Local last = VectorLoop.last(code, lane, n);
                      before.callFrom(own, method, tensors, nest.lanes(), last, n, _ -> true);
                    },
                    call);
    code.ifThen(Code.less(bound, n), restOf);
    code.op(Opcodes.RETURN);
  }

  /** Emits the loops around that of the lanes, given the work on a vector inside them. */
  private void aroundLanes(Consumer<VectorLoop.Step> lanes) {
    if (nest.looped(original) > 0) {
      new AxisLoops(code, params.extents())
          .loops(
              kernel.parallel() - 1,
              params.tensors(),
              at -> lanes.accept((i, tail) -> reduceInLoops(at, i, tail)));
    } else {
      loops(params.extents(), at -> lanes.accept((i, tail) -> step(at, i, tail)));
    }
  }

  private void alongLanes(Local bound, Consumer<Local> step) {
    Local i = code.newLocal(Type.INT_TYPE);
    code.forLoop(
        i, () -> code.load(bound), () -> VectorTypes.pushLength(code, lane), () -> step.accept(i));
  }

  /**
   * Leaves to scalar code, which reports the first place that is not there, before an element is
   * stored.
   */
  private void checkPlaces(Local bound, Code.Part leave) {
    loops(
        varying(),
        at ->
            alongLanes(
                bound,
                i -> loads.of(at, i, null, places).forEach(row -> checkPlaces(row, i, leave))));
  }

  private void checkPlaces(Row row, Local i, Code.Part leave) {
    Row known = row;
    for (Expr.Subscript place : places) {
      List<Local> placeAndSize = body.values(known, List.of(place, place.size()), i, null);
      code.ifThen(
          Code.isFalse(() -> LaneGathers.pushAllBelow(code, place.type(), placeAndSize)), leave);
      known = known.with(Map.of(place, placeAndSize.getFirst()));
    }
  }

  /** The extents, 1 of an axis along which no place differs. */
  private List<Local> varying() {
    var extents = new ArrayList<Local>();
    for (int axis = 0; axis < params.extents().size(); axis++) {
      int a = axis;
      boolean varies = places.stream().anyMatch(place -> kernel.varies(place, a));
      extents.add(varies ? params.extents().get(a) : code.newInt(1));
    }
    return extents;
  }

  private void rest() {
    Local begin = code.newInt(0);
    rows.endsAt(extent());
    prologue();
    aroundLanes(step -> step.emit(begin, VectorLoop.tailMask(code, lane, begin, extent())));
    code.op(Opcodes.RETURN);
  }

  private Local extent() {
    return params.extents().get(kernel.parallel() - 1);
  }

  /**
   * Pushes where the whole vectors end. A vector whose tensors skip elements reads those behind its
   * last lane's too, so one more lane's have to follow.
   */
  private void pushBound(Local n) {
    Local last = nest.skips() ? code.newInt(() -> code.load(n).minus(1)) : n;
    VectorLoop.pushLoopBound(code, lane, last);
  }

  private void prologue() {
    rows.prologue(withGathered(params.tensors()));
    body.prologue(params.tensors());
  }

  /** The loops over the other parallel axes; a row has its values for each unrolled point. */
  private void loops(List<Local> extents, Consumer<List<Row>> row) {
    var axes = new AxisLoops(code, extents);
    axes.loops(
        kernel.parallel() - 1 - nest.unrolledParallel(original),
        params.tensors(),
        tensors -> {
          List<List<Tensor>> all = points.tensors(code, axes, tensors);
          row.accept(
              IntStream.range(0, all.size())
                  .mapToObj(p -> row(all.get(p), axis -> index(axes, axis, p)))
                  .toList());
        });
  }

  /** Where a point of the unrolled axes stands on an axis. */
  private Local index(AxisLoops outside, int axis, int point) {
    int number = points.axes().indexOf(axis);
    return number < 0 ? outside.index(axis) : code.newInt(points.index(number, point));
  }

  private Row row(List<Tensor> tensors, IntFunction<Local> indexOf) {
    body.inside(indexOf);
    var all = new ArrayList<>(tensors);
    gathered.forEach(g -> all.add(further(tensors, g)));
    return body.row(tensors, rows.row(all), List.of());
  }

  /** The items of each tensor, and once more those of each one that is read at computed places. */
  private <T> List<T> withGathered(List<T> ofTensors) {
    return Stream.concat(ofTensors.stream(), gathered.stream().map(g -> ofTensors.get(g.input())))
        .toList();
  }

  /** The tensor that a row is read from, where that begins. */
  private Tensor further(List<Tensor> at, Expr.Gathered g) {
    Tensor t = at.get(g.input());
    Local distance =
        code.newLocal(Type.LONG_TYPE, () -> body.pushScalar(g.distance(), at, List.of()));
    return t.at(
        code.newLocal(
            code.memory().index(),
            () -> {
              code.load(t.offset());
              code.load(distance);
              code.memory().fromLong(code);
              code.memory().add(code);
            }));
  }

  private void step(List<Row> rowsAtPoints, Local i, @Nullable Local tail) {
    List<Row> all = loads.of(rowsAtPoints, i, tail, kernel.roots());
    shareAmong(all, i, tail);
    List<List<Row>> ofResults = ofResults(all);
    List<List<Local>> reduced = ofResults.stream().map(row -> reduced(row, i, tail)).toList();
    var values = new ArrayList<List<Local>>(); // all before the first is stored
    for (Result result : kernel.results()) {
      values.add(values(result, ofResults, reduced, i, tail));
    }
    int inputs = kernel.inputs().size();
    for (int k = 0; k < values.size(); k++) {
      int tensor = inputs + k;
      nest.turnsOf(tensor)
          .ifPresentOrElse(
              turns -> storeInTurn(tensor, turns, all, values, i),
              () -> store(tensor, all, values.get(tensor - inputs), i, tail));
    }
  }

  /** Reduces the lanes' elements on the reduced axes: the first ones are loops. */
  private void reduceInLoops(List<Tensor> tensors, Local i, @Nullable Local tail) {
    Reduction r = original.reductions().getFirst();
    var accumulators = new VectorAccumulators(code, r);
    Local reduced = accumulators.start(1).getFirst();
    var loops = new AxisLoops(code, params.extents());
    loops.loops(
        kernel.parallel(),
        nest.firstUnrolled(original),
        tensors,
        inside -> {
          List<Row> rowsAt = points.tensors(code, loops, inside).stream().map(this::row).toList();
          for (Row p : loads.of(rowsAt, i, tail, r.parts())) {
            accumulators.feed(reduced, body.values(p, r.parts(), i, tail), null);
          }
        });
    Expr result = kernel.results().getFirst().value();
    Row row = loads.of(List.of(row(tensors)), i, tail, List.of(result)).getFirst();
    Local value = value(row, result, i, tail, List.of(accumulators.known(reduced)));
    rows.store(row.tensors().getLast(), value, i, tail);
  }

  private Row row(List<Tensor> tensors) {
    return body.row(tensors);
  }

  /** The points of each result; those of an element-wise kernel are a result each. */
  private List<List<Row>> ofResults(List<Row> all) {
    int each = points.ofResult();
    return IntStream.range(0, all.size() / each)
        .mapToObj(result -> all.subList(result * each, (result + 1) * each))
        .toList();
  }

  private List<Local> values(
      Result result,
      List<List<Row>> ofResults,
      List<List<Local>> reduced,
      Local i,
      @Nullable Local tail) {
    var values = new ArrayList<Local>();
    for (int r = 0; r < ofResults.size(); r++) {
      List<Row> all = ofResults.get(r);
      for (Row p : result.alongRow() ? all : all.subList(0, 1)) {
        values.add(value(p, result.value(), i, tail, reduced.get(r)));
      }
    }
    return values;
  }

  private List<Local> reduced(List<Row> row, Local i, @Nullable Local tail) {
    var reduced = new ArrayList<Local>();
    for (int number = 0; number < kernel.reductions().size(); number++) {
      List<Expr> parts = kernel.reductions().get(number).parts();
      Reduction r = original.reductions().get(number); // has the order of its own rows
      var accumulators = new VectorAccumulators(code, r);
      List<List<Local>> values =
          row.stream().map(p -> body.values(p, parts, i, tail, reduced)).toList();
      reduced.add(FewValues.combined(code, r, accumulators, values));
    }
    return reduced;
  }

  /** Stores all that take turns where it is the first one's turn. */
  private void storeInTurn(
      int tensor, Nest.Turns turns, List<Row> rowsAt, List<List<Local>> values, Local i) {
    if (tensor == turns.tensors().getFirst()) {
      int inputs = kernel.inputs().size();
      List<Local> all =
          turns.tensors().stream().flatMap(t -> values.get(t - inputs).stream()).toList();
      rows.storeInTurn(rowsAt.getFirst().tensors().get(tensor), all, i);
    }
  }

  private void store(
      int tensor, List<Row> rowsAt, List<Local> values, Local i, @Nullable Local tail) {
    int each = rowsAt.size() / values.size();
    var inStep = new TreeMap<Integer, Local[]>();
    for (int v = 0; v < values.size(); v++) {
      int point = v * each;
      if (nest.isInterleaved(tensor)) {
        int first = points.firstOfStep(tensor, point);
        Local[] step = inStep.computeIfAbsent(first, _ -> new Local[nest.steps().get(tensor)]);
        step[points.place(tensor, point)] = values.get(v);
      } else {
        rows.store(rowsAt.get(point).tensors().get(tensor), values.get(v), i, tail);
      }
    }
    inStep.forEach(
        (first, step) ->
            rows.storeInTurn(rowsAt.get(first).tensors().get(tensor), List.of(step), i));
  }

  /** Computes the expressions that have one value at all unrolled points, once for all of them. */
  private void shareAmong(List<Row> rowsAt, Local i, @Nullable Local tail) {
    if (rowsAt.size() > 1) {
      List<Expr> same = sameAtPoints();
      List<Local> values = body.values(rowsAt.getFirst(), same, i, tail);
      for (int k = 0; k < same.size(); k++) {
        for (Row point : rowsAt) {
          point.known().put(same.get(k), values.get(k));
        }
      }
    }
  }

  /** The largest expressions that vary from lane to lane, and not from point to point. */
  private List<Expr> sameAtPoints() {
    var found = new ArrayList<Expr>();
    Set<Expr> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    kernel.roots().forEach(root -> addSame(root, seen, found));
    return found;
  }

  private void addSame(Expr e, Set<Expr> seen, List<Expr> found) {
    List<Expr> children = ExprNodes.children(e);
    if (children.isEmpty() || e instanceof Expr.Gathered || !seen.add(e)) {
      return;
    }
    boolean isMask = e.type() == DType.BOOL; // it belongs to the lanes of the dtype that made it
    if (isMask || !isSameAtPoints(e)) {
      children.forEach(c -> addSame(c, seen, found));
    } else if (kernel.varies(e, kernel.innermost())) {
      found.add(e);
    }
  }

  private boolean isSameAtPoints(Expr e) {
    return points.axes().stream().noneMatch(axis -> kernel.varies(e, axis));
  }

  private Local value(Row row, Expr root, Local i, @Nullable Local tail, List<Local> reduced) {
    return body.values(row, List.of(root), i, tail, reduced).getFirst();
  }
}
