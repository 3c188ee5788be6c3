package dev.tensorc.codegen.step;

import dev.tensorc.codegen.step.BatchedLoops.Range;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rounds of one loop, computed at once. A value that differs from round to round gets a first
 * axis, along the rounds; a value that is the same in all of them is computed once.
 */
final class Rounds {

  /** Sizes up to this one, multiplied, do not make an array much larger. */
  private static final long SMALL_SIZES = 16;

  /**
   * An array that rounds write to, row by row.
   *
   * @param axis along which the rows lie
   * @param place of a round's row, which follows the index
   */
  private record Rows(int axis, Dim place) {}

  /** Told of a step that keeps the rounds apart. */
  private static final class NotBatchedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotBatchedException() {
      super(null, null, false, false);
    }
  }

  private final TensorIr.For loop;
  private final Range range;
  private final Definitions definitions;
  private final IntSupplier ids;

  /** The loop's index as a size. */
  private final Set<Dim> indices = new HashSet<>();

  /** Values that differ from round to round, with the axis of the rounds. */
  private final Map<Value, Value> batched = new HashMap<>();

  /** The arrays that rounds write to, after each step of all rounds. */
  private final Map<Value, Value> written = new HashMap<>();

  private final Map<Value, Rows> rows = new HashMap<>();

  /** The carried value that a round began with, by the value that the round made of it. */
  private final Map<Value, Value> origins = new HashMap<>();

  /** The integers that all rounds add to, each by the value that the loop began with. */
  private final Map<Value, Value> sums = new HashMap<>();

  private final Map<Value, Value> results = new HashMap<>();
  private final Map<Value, Integer> uses = new HashMap<>();

  /** Sizes of the arrays that the loop reads and writes. */
  private final List<List<Dim>> arrays = new ArrayList<>();

  private final List<Step> steps = new ArrayList<>();

  private Rounds(TensorIr.For loop, Range range, Definitions definitions, IntSupplier ids) {
    this.loop = loop;
    this.range = range;
    this.definitions = definitions;
    this.ids = ids;
  }

  /**
   * Steps that give the loop's results, or nothing where its rounds cannot be computed at once.
   *
   * @param range of its index
   */
  static Optional<List<Step>> batched(
      TensorIr.For loop, Range range, Definitions definitions, IntSupplier ids) {
    try {
      return Optional.of(new Rounds(loop, range, definitions, ids).all());
    } catch (NotBatchedException e) {
      return Optional.empty();
    }
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new NotBatchedException();
    }
  }

  private List<Step> all() {
    learn();
    for (Step step : loop.body().steps()) {
      switch (step) {
        case TensorIr.Bind b when b.scalar().equals(loop.index()) -> {}
        case TensorIr.Bind b when !varies(b.scalar()) -> steps.add(b);
        case TensorIr.Pure p -> pure(p);
        case TensorIr.Bind _, TensorIr.Check _, TensorIr.Control _ ->
            throw new NotBatchedException();
      }
    }
    for (int k = 0; k < loop.results().size(); k++) {
      Value yield = loop.body().yields().get(k);
      Value result = loop.results().get(k);
      require(result.equals(sums.get(yield)) || result.equals(written.get(yield)));
      require(loop.loop().carried().get(k).equals(origins.get(yield))); // they change no places
    }
    return steps;
  }

  /** Learns which arrays the rounds write to, and where. */
  private void learn() {
    for (Step step : loop.body().steps()) {
      if (step instanceof TensorIr.Bind b && b.scalar().equals(loop.index())) {
        indices.add(b.dim());
      } else if (step instanceof TensorIr.Instr i) {
        i.uses().forEach(v -> uses.merge(v, 1, Integer::sum));
        i.uses().forEach(v -> arrays.add(v.shape()));
        switch (i) {
          case TensorIr.View v -> addRows(v.operand(), v.axes());
          case TensorIr.Update u -> addRows(u.target(), u.region());
          default -> {}
        }
      }
    }
    loop.loop().results().forEach(v -> arrays.add(v.shape()));
    arrays.removeIf(shape -> shape.stream().anyMatch(this::varies));
    loop.body().yields().forEach(v -> uses.merge(v, 1, Integer::sum));
    for (int k = 0; k < loop.results().size(); k++) {
      Value carried = loop.loop().carried().get(k);
      require(carried.shape().equals(loop.loop().initial().get(k).shape()));
      require(carried.shape().equals(loop.results().get(k).shape()));
      boolean isNumber = carried.isScalar() && carried.dtype() == DType.I64;
      origins.put(carried, carried);
      (isNumber ? sums : written).put(carried, loop.loop().initial().get(k));
      results.put(loop.body().yields().get(k), loop.results().get(k));
    }
    for (Step step : loop.body().steps()) {
      if (step instanceof TensorIr.Update u && written.containsKey(u.target())) {
        Rows found = rows(u.region());
        require(rows.getOrDefault(u.target(), found).equals(found)); // one row in each round
        rows.put(u.target(), found);
        rows.put(u.result(), found);
        origins.put(u.result(), Objects.requireNonNull(origins.get(u.target())));
        arrays.add(withCount(u.extents()));
        written.put(u.result(), u.result()); // until its step is met
      }
    }
  }

  /** An array that the rounds go along has at least one place for each round. */
  private void addRows(Value of, List<ViewAxis> axes) {
    for (int a = 0; a < axes.size(); a++) {
      if (varies(axes.get(a).start())) {
        var shape = new ArrayList<>(of.shape());
        shape.set(a, range.count());
        arrays.add(shape);
      }
    }
  }

  /** The one axis of a region whose place follows the index. */
  private Rows rows(List<ViewAxis> region) {
    int[] along =
        IntStream.range(0, region.size()).filter(a -> varies(region.get(a).start())).toArray();
    require(along.length == 1);
    ViewAxis axis = region.get(along[0]);
    require(axis.walks().isEmpty() && !axis.stretches());
    return new Rows(along[0], axis.start());
  }

  private boolean varies(Dim d) {
    return Dims.atoms(d).stream().anyMatch(indices::contains);
  }

  private boolean varies(Value v) {
    return v.equals(loop.index())
        || batched.containsKey(v)
        || written.containsKey(v)
        || sums.containsKey(v);
  }

  // ---------------------------------------------------------------- steps

  private void pure(TensorIr.Pure p) {
    require(!definitions.mayThrow(p) && !p.result().isUnranked());
    require(p.result().shape().stream().noneMatch(this::varies));
    boolean follows =
        p instanceof TensorIr.View v && v.axes().stream().anyMatch(a -> varies(a.start()))
            || p instanceof TensorIr.DimValue d && varies(d.dim());
    if (!follows && p.uses().stream().noneMatch(this::varies)) {
      require(!(p instanceof TensorIr.Update));
      steps.add(p); // the same in all rounds
      return;
    }
    require(p.uses().stream().noneMatch(Value::isUnranked));
    switch (p) {
      case TensorIr.Map m when sums.containsKey(m.operands().getFirst().value()) -> sum(m);
      case TensorIr.Map m -> {
        Value result = sized(m.result(), isFused(m.result()));
        steps.add(
            new TensorIr.Map(
                result,
                m.builtin(),
                m.operands().stream().map(this::operand).toList(),
                m.fastmath()));
      }
      case TensorIr.Reduce r ->
          steps.add(
              new TensorIr.Reduce(
                  sized(r.result(), false),
                  r.builtin(),
                  array(r.operand()),
                  r.axes().stream().map(a -> a + 1).toList(),
                  r.keepdims()));
      case TensorIr.Contract c -> steps.add(contract(c));
      case TensorIr.View v -> steps.add(view(v));
      case TensorIr.Update u -> steps.add(update(u));
      case TensorIr.Scan s ->
          steps.add(
              new TensorIr.Scan(
                  sized(s.result(), false),
                  s.builtin(),
                  array(s.operand()),
                  s.axis() + 1,
                  s.initial()));
      default -> throw new NotBatchedException();
    }
  }

  /** Adds the numbers of all rounds to an integer. */
  private void sum(TensorIr.Map m) {
    Value before = m.operands().getFirst().value();
    Value more = array(m.operands().getLast().value());
    require(m.builtin() == Builtin.ADD && more.rank() == 1);
    require(uses.getOrDefault(before, 0) == 1 && uses.getOrDefault(m.result(), 0) == 1);
    require(results.containsKey(m.result()));
    Value result = Objects.requireNonNull(results.get(m.result()));
    var all = new Value(ids.getAsInt(), DType.I64, List.of(), result.name(), result.span());
    steps.add(new TensorIr.Reduce(all, Builtin.SUM, more, List.of(0), false));
    Operand first = Operand.whole(Objects.requireNonNull(sums.get(before)));
    steps.add(new TensorIr.Map(result, Builtin.ADD, List.of(first, Operand.whole(all))));
    sums.put(m.result(), result);
    origins.put(m.result(), before);
  }

  /** Whether only one element-wise operation or reduction reads it: it is then not stored. */
  private boolean isFused(Value v) {
    return uses.getOrDefault(v, 0) == 1
        && loop.body().steps().stream()
            .anyMatch(
                s ->
                    (s instanceof TensorIr.Map || s instanceof TensorIr.Reduce)
                        && ((TensorIr.Instr) s).uses().contains(v));
  }

  /** The value of all rounds, which may be stored: its array is not to be large. */
  private Value sized(Value of, boolean isNotStored) {
    Value all = withRounds(of);
    require(isNotStored || arrays.stream().anyMatch(shape -> isAsLarge(shape, all.shape())));
    return all;
  }

  private static boolean isAsLarge(List<Dim> array, List<Dim> shape) {
    var rest = new ArrayList<>(array);
    long small = 1;
    for (Dim d : shape) {
      if (!rest.remove(d)) {
        if (!(d instanceof Dim.Const c)) {
          return false;
        }
        small = Math.multiplyExact(small, Math.min(c.value(), SMALL_SIZES + 1));
        if (small > SMALL_SIZES) {
          return false;
        }
      }
    }
    return true;
  }

  private Value withRounds(Value of) {
    require(!of.axes().isNested() && !of.axes().isText());
    var all = new Value(ids.getAsInt(), of.dtype(), withCount(of.shape()), of.name(), of.span());
    batched.put(of, all);
    return all;
  }

  private List<Dim> withCount(List<Dim> sizes) {
    return Stream.concat(Stream.of(range.count()), sizes.stream()).toList();
  }

  /** The value of all rounds; one that is the same in all of them has no axis of rounds. */
  private Value array(Value v) {
    if (v.equals(loop.index()) && !batched.containsKey(v)) {
      index();
    }
    require(!written.containsKey(v) && !sums.containsKey(v)); // only rows of it are read
    return batched.getOrDefault(v, v);
  }

  /** The loop's index in all rounds. */
  private void index() {
    Value rounds = withRounds(loop.index());
    steps.add(new TensorIr.Iota(rounds, 0));
    if (!range.from().equals(Dims.ZERO)) {
      var of = List.of(new Operand(rounds, List.of(0)), Operand.whole(loop.from()));
      steps.add(new TensorIr.Map(withRounds(loop.index()), Builtin.ADD, of));
    }
  }

  private Operand operand(Operand o) {
    Value array = array(o.value());
    Stream<Integer> rounds = array.equals(o.value()) ? Stream.of() : Stream.of(0);
    return new Operand(array, Stream.concat(rounds, o.axes().stream().map(a -> a + 1)).toList());
  }

  /** A sum of products, if its order of sums stays: see decision 8. */
  private TensorIr.Contract contract(TensorIr.Contract c) {
    boolean left = varies(c.left().value());
    boolean right = varies(c.right().value());
    require(c.windows() || (left && right) || (left ? c.rightFree() : c.leftFree()).isEmpty());
    return new TensorIr.Contract(
        sized(c.result(), false), operand(c.left()), operand(c.right()), c.reduced(), c.windows());
  }

  private TensorIr.View view(TensorIr.View v) {
    Value from = written.get(v.operand());
    if (from != null) {
      Rows own = rows.get(v.operand());
      require(own != null && rows(v.axes()).equals(own));
      return new TensorIr.View(withRounds(v.result()), from, axes(v.axes()));
    }
    Value array = array(v.operand());
    boolean hasRounds = !array.equals(v.operand());
    if (hasRounds) {
      require(v.axes().stream().noneMatch(a -> varies(a.start())));
    }
    List<ViewAxis> first = hasRounds ? List.of(ViewAxis.whole(0)) : List.of();
    return new TensorIr.View(
        withRounds(v.result()),
        array,
        Stream.concat(first.stream(), axes(v.axes()).stream()).toList());
  }

  private TensorIr.Update update(TensorIr.Update u) {
    require(written.containsKey(u.target()) && u.extents().stream().noneMatch(this::varies));
    Value target = Objects.requireNonNull(written.get(u.target()));
    Operand value = operand(u.value());
    Value result = results.get(u.result());
    if (result == null) {
      Value of = u.result();
      result = new Value(ids.getAsInt(), of.dtype(), of.shape(), of.axes(), of.name(), of.span());
    }
    written.put(u.result(), result);
    return new TensorIr.Update(result, target, axes(u.region()), withCount(u.extents()), value);
  }

  // ---------------------------------------------------------------- places

  /** Axes of a view with one more axis, the first: along it the index goes from 0. */
  private List<ViewAxis> axes(List<ViewAxis> axes) {
    return axes.stream().map(this::axis).toList();
  }

  private ViewAxis axis(ViewAxis axis) {
    var walks =
        new ArrayList<>(axis.walks().stream().map(w -> new Walk(w.axis() + 1, w.step())).toList());
    if (!varies(axis.start())) {
      return new ViewAxis(walks, axis.start(), axis.stretches());
    }
    require(!axis.stretches());
    Dim first = at(axis.start(), 0);
    Dim step = Dims.sub(at(axis.start(), 1), first);
    boolean isLinear = Dims.sub(at(axis.start(), 2), first).equals(Dims.add(step, step));
    require(isLinear && step instanceof Dim.Const c && c.value() != 0);
    walks.addFirst(new Walk(0, ((Dim.Const) step).value()));
    return new ViewAxis(walks, first);
  }

  /** A place in one of the rounds. */
  private Dim at(Dim place, long round) {
    require(isSumOfAtoms(place));
    Dim index = Dims.add(range.from(), round);
    return Dims.substitute(place, atom -> indices.contains(atom) ? index : atom);
  }

  private boolean isSumOfAtoms(Dim place) {
    return Dims.terms(place).stream()
        .map(Dim.Term::atom)
        .allMatch(atom -> indices.contains(atom) || !varies(atom));
  }
}
