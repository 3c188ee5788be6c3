package dev.tensorc.partition;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.DimBinding;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.partition.Reducing.Rule;
import dev.tensorc.partition.Reducing.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Cuts a function for one choice of rows. From the results backwards, steps belong to the finish up
 * to the first reductions along the rows; these, and the steps before them, are the part.
 *
 * <p>The finish has no other parameters than the part's results: of an argument or a size that it
 * needs, the part has a result that is {@link Way#SAME}.
 */
final class Splitting {

  private final TensorIr.Function function;
  private final RowAxes rows;
  private final ReducingAnalysis.Along along;

  /** The function with the results that combining needs: extremes for places, and means. */
  private final TensorIr.Function helped;

  private int nextId;

  Splitting(TensorIr.Function function, RowAxes rows) {
    this.function = function;
    this.rows = rows;
    this.nextId = 1 + largestId(function);
    this.helped = helped();
    this.along = new ReducingAnalysis(helped).new Along(rows);
  }

  Split split() {
    var after = new Needed(function, function.body().yields(), this::isCut);
    String obstacle = obstacle(after);
    if (!obstacle.isEmpty()) {
      return Split.refused(obstacle);
    }
    var states = new ArrayList<Value>();
    var sizes = new ArrayList<TensorIr.Step>();
    Stream<Value> cut = after.given().stream().flatMap(this::withOther);
    Stream<Value> same =
        function.arguments().stream().map(TensorIr.Param::value).filter(after.values()::contains);
    Stream.concat(cut, same).distinct().forEach(states::add);
    states.forEach(s -> after.add(s.shape()));
    function.weights().stream()
        .map(TensorIr.Param::value)
        .filter(after.values()::contains)
        .forEach(w -> after.add(w.shape()));
    var finish = new FinishParams(function, states);
    for (Dim.Sym size : after.symbols()) {
      if (!finish.binds(size)) {
        Value value = scalar(size);
        sizes.add(new TensorIr.DimValue(value, size));
        finish.size(value, size);
        states.add(value);
      }
    }
    for (DimBinding b : function.bindings()) {
      if (b.axis() == DimBinding.RANK && finish.binds(b.symbol())) {
        TensorIr.Param unranked = function.params().get(b.param());
        return Split.refused(Partitioning.at(unranked.span()) + " finds its rank at run time");
      }
    }
    TensorIr.Function part = part(states, sizes, finish.names());
    Reducing reducing = Reducing.of(part);
    if (!reducing.allowed()) {
      return Split.refused(reducing.obstacle());
    }
    String name = Split.names(function.name()).getLast();
    return new Split(Optional.of(new Split.Stages(part, finish.function(after, name))), "");
  }

  private static int largestId(TensorIr.Function f) {
    int params = f.params().stream().mapToInt(p -> p.value().id()).max().orElse(0);
    return Math.max(params, largestId(f.body()));
  }

  private static int largestId(Block block) {
    int largest = 0;
    for (TensorIr.Step step : block.steps()) {
      if (step instanceof TensorIr.Instr i) {
        for (Value v : i.results()) {
          largest = Math.max(largest, v.id());
        }
        for (Block inner : i.blocks()) {
          largest = Math.max(largest, largestId(inner));
        }
      }
    }
    return largest;
  }

  private TensorIr.Function helped() {
    var analysis = new ReducingAnalysis(function).new Along(rows);
    var steps = new ArrayList<TensorIr.Step>();
    var results = new ArrayList<>(function.body().yields());
    for (TensorIr.Step step : function.body().steps()) {
      steps.add(step);
      if (step instanceof TensorIr.Reduce r && analysis.along(r) && isPlace(r)) {
        TensorIr.Reduce extreme = extreme(r);
        steps.add(extreme);
        results.add(extreme.result());
      } else if (step instanceof TensorIr.Reduce r) {
        analysis.meanOf(r).ifPresent(results::add);
      }
    }
    return function.withBody(new Block(steps, results));
  }

  private static boolean isPlace(TensorIr.Reduce r) {
    return r.builtin() == Builtin.ARGMAX || r.builtin() == Builtin.ARGMIN;
  }

  /** The reduction that gives the extremes themselves. */
  private TensorIr.Reduce extreme(TensorIr.Reduce place) {
    Builtin builtin = place.builtin() == Builtin.ARGMAX ? Builtin.MAX : Builtin.MIN;
    Value at = place.result();
    DType dtype = place.operand().dtype();
    var value = new Value(nextId++, dtype, at.shape(), at.axes(), at.name(), at.span());
    return new TensorIr.Reduce(value, builtin, place.operand(), place.axes(), place.keepdims());
  }

  private Value scalar(Dim.Sym size) {
    return new Value(nextId++, DType.I64, List.of(), size.name(), function.span());
  }

  /** Whether the part computes a step, and combining its results gives that of all rows. */
  private boolean isCut(TensorIr.Pure step) {
    return !(step instanceof TensorIr.DimValue) && along.rule(step.result()).isPresent();
  }

  /** A value that is cut, and the one that combining it needs. */
  private Stream<Value> withOther(Value value) {
    Optional<Integer> other = along.rule(value).flatMap(Rule::other);
    return Stream.concat(Stream.of(value), other.map(helped.body().yields()::get).stream());
  }

  /** The first step of the finish that needs rows. */
  private String obstacle(Needed after) {
    var rules = new RowRules(rows);
    for (TensorIr.Instr step : after.instructions()) {
      boolean has = new RowUses(rows).of(step);
      String found =
          switch (step) {
            case TensorIr.Pure p when has && !rules.of(p).isEmpty() -> rules.of(p);
            case TensorIr.Pure _ when has -> "is no reduction along " + rows.name();
            case TensorIr.Control _ when has -> "goes through rows in a loop or a branch";
            default -> "";
          };
      if (!found.isEmpty()) {
        return Partitioning.at(step.results().getFirst().span()) + " " + found;
      }
    }
    for (Value result : function.body().yields()) {
      if (rows.axis(result) != RowAxes.NONE) {
        return Partitioning.at(result.span()) + " is no reduction along " + rows.name();
      }
    }
    boolean counts = after.symbols().stream().anyMatch(rows::isRows);
    return after.given().isEmpty() && !counts ? "nothing is reduced along " + rows.name() : "";
  }

  private TensorIr.Function part(
      List<Value> states, List<TensorIr.Step> sizes, List<String> names) {
    var steps = new ArrayList<>(new Needed(helped, states, _ -> false).steps(_ -> true));
    steps.addAll(sizes);
    var results = new ArrayList<TensorIr.Result>();
    for (int i = 0; i < states.size(); i++) {
      Value s = states.get(i);
      results.add(new TensorIr.Result(names.get(i), s.type(), s.dtype(), s.shape()));
    }
    return new TensorIr.Function(
        Split.names(function.name()).getFirst(),
        function.types(),
        "The results of `%s` for some rows, which can be combined.".formatted(function.name()),
        function.params(),
        function.bindings(),
        function.entryChecks(),
        function.facts(),
        new Block(steps, states),
        results,
        function.span());
  }
}
