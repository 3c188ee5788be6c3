package dev.tensorc.partition;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.partition.Reducing.Rule;
import dev.tensorc.partition.Reducing.Way;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reductions along the rows that give a function's results, and asks whether everything
 * before them keeps rows apart.
 *
 * <p>It misses results that are computed of reductions, {@code sqrt(sum(x * x, axis=0))}, but for
 * means, variances and standard deviations: callers can compute those themselves.
 */
final class ReducingAnalysis {

  private final TensorIr.Function function;
  private final Map<Value, TensorIr.Pure> steps = new HashMap<>();

  ReducingAnalysis(TensorIr.Function function) {
    this.function = function;
    for (TensorIr.Step step : function.body().steps()) {
      if (step instanceof TensorIr.Pure p) {
        steps.put(p.result(), p);
      }
    }
  }

  /** The sizes of arguments' first axes, which may be the number of rows. */
  static List<Dim.Sym> sizes(TensorIr.Function f) {
    return f.arguments().stream()
        .map(TensorIr.Param::value)
        .filter(v -> v.rank() > 0)
        .map(v -> f.facts().resolve(v.shape().getFirst()))
        .filter(Dim.Sym.class::isInstance)
        .map(Dim.Sym.class::cast)
        .distinct()
        .toList();
  }

  /** With the first axis as rows that allows it. */
  Reducing reducing() {
    Reducing first = null;
    for (Dim.Sym rows : sizes(function)) {
      Reducing found = new Along(new RowAxes(rows, function.facts())).reducing();
      if (found.allowed()) {
        return found;
      }
      first = first == null ? found : first;
    }
    return first == null ? Reducing.refused(RowAnalysis.NO_ROWS) : first;
  }

  /**
   * The sum of the squared distances of x from its mean.
   *
   * @param steps that compute it, but the sum
   */
  private record Distances(Value x, List<Integer> axes, Value mean, List<TensorIr.Pure> steps) {}

  /** The analysis for one choice of rows. */
  final class Along {
    private final RowAxes rows;
    private final Set<TensorIr.Step> reductions = new HashSet<>();

    Along(RowAxes rows) {
      this.rows = rows;
    }

    Reducing reducing() {
      var rules = new ArrayList<Rule>();
      for (Value result : function.body().yields()) {
        Optional<Rule> rule = rule(result);
        if (rule.isEmpty()) {
          return Reducing.refused(
              Partitioning.at(result.span())
                  + " is no reduction along "
                  + rows.name()
                  + advice(result));
        }
        rules.add(rule.get());
      }
      var before = new RowAnalysis(withoutReductions());
      String obstacle = before.obstacle(rows);
      String late = obstacle.isEmpty() ? usesReduction(function.body()) : obstacle;
      return late.isEmpty()
          ? new Reducing(before.parameters(rows), rules, "")
          : Reducing.refused(late);
    }

    /** How a value of the parts is combined; empty where it cannot be. */
    Optional<Rule> rule(Value result) {
      return switch (steps.get(result)) {
        case TensorIr.Reduce r when along(r) -> reduce(r);
        case TensorIr.Contract c when rows.axis(c.space()) >= c.result().rank() ->
            found(c, Way.SUM);
        case TensorIr.DimValue d when rows.isRows(d.dim()) -> found(d, Way.SUM);
        case TensorIr.DimValue d when rows.isOther(d.dim()) -> Optional.of(Rule.of(Way.SAME));
        case TensorIr.Map m when m.builtin() == Builtin.DIVIDE ->
            mean(m).or(() -> variance(m, Way.VAR));
        case TensorIr.Map m when m.builtin() == Builtin.SQRT ->
            steps.get(operand(m, 0)) instanceof TensorIr.Map v
                ? variance(v, Way.STD).flatMap(r -> found(m, r))
                : Optional.empty();
        case null -> isSame(result) ? Optional.of(Rule.of(Way.SAME)) : Optional.empty();
        default -> Optional.empty();
      };
    }

    private boolean isSame(Value v) {
      return rows.axis(v) == RowAxes.NONE
          && function.arguments().stream().anyMatch(p -> p.value().equals(v));
    }

    private Optional<Rule> found(TensorIr.Pure step, Way way) {
      return found(step, Rule.of(way));
    }

    private Optional<Rule> found(TensorIr.Pure step, Rule rule) {
      reductions.add(step);
      return Optional.of(rule);
    }

    boolean along(TensorIr.Reduce r) {
      return r.axes().contains(rows.axis(r.operand()));
    }

    private Optional<Rule> reduce(TensorIr.Reduce r) {
      return switch (r.builtin()) {
        case SUM -> sum(r);
        case PROD -> found(r, Way.PROD);
        case MAX -> found(r, Way.MAX);
        case MIN -> found(r, Way.MIN);
        case ANY -> found(r, Way.ANY);
        case ALL -> found(r, Way.ALL);
        case ARGMAX -> place(r, Way.ARGMAX, Builtin.MAX);
        case ARGMIN -> place(r, Way.ARGMIN, Builtin.MIN);
        default -> Optional.empty();
      };
    }

    private Optional<Rule> sum(TensorIr.Reduce r) {
      Optional<Distances> distances = distances(r);
      return distances.isEmpty()
          ? found(r, Way.SUM)
          : distances.filter(d -> d.axes().size() == 1).flatMap(d -> spread(r, d, Way.SQUARES));
    }

    /** Places can be compared where another result has the extremes that they are the places of. */
    private Optional<Rule> place(TensorIr.Reduce r, Way way, Builtin extreme) {
      List<Value> results = function.body().yields();
      for (int i = 0; i < results.size() && r.axes().size() == 1; i++) {
        if (steps.get(results.get(i)) instanceof TensorIr.Reduce e
            && e.builtin() == extreme
            && e.operand().equals(r.operand())
            && e.axes().equals(r.axes())
            && e.keepdims() == r.keepdims()) {
          reductions.add(r);
          return Optional.of(new Rule(way, Optional.of(i)));
        }
      }
      return Optional.empty();
    }

    /** A sum along the rows, divided by a multiple of their number. */
    private Optional<Rule> mean(TensorIr.Map m) {
      TensorIr.Pure sum = steps.get(operand(m, 0));
      boolean sums =
          sum instanceof TensorIr.Reduce r && along(r) && r.builtin() == Builtin.SUM
              || sum instanceof TensorIr.Contract c && rows.axis(c.space()) >= c.result().rank();
      List<TensorIr.Pure> count = count(m);
      if (!sums || count.isEmpty() || distances(sum).isPresent()) {
        return Optional.empty();
      }
      reductions.addAll(count);
      reductions.add(sum);
      return found(m, Way.MEAN);
    }

    /** The steps that compute the divisor, a multiple of the number of rows; else none. */
    private List<TensorIr.Pure> count(TensorIr.Map divided) {
      if (divided.builtin() != Builtin.DIVIDE) {
        return List.of();
      }
      TensorIr.Pure count = steps.get(operand(divided, 1));
      TensorIr.Pure number =
          count instanceof TensorIr.Map cast && cast.builtin() == Builtin.ASTYPE
              ? steps.get(operand(cast, 0))
              : count;
      return number instanceof TensorIr.DimValue d && isMultiple(d.dim())
          ? List.of(count, number)
          : List.of();
    }

    private static Value operand(TensorIr.Map m, int k) {
      return m.operands().get(k).value();
    }

    /** {@code sum(square(x - mean(x))) / n} along the rows. */
    private Optional<Rule> variance(TensorIr.Map m, Way way) {
      List<TensorIr.Pure> count = count(m);
      return distances(steps.get(operand(m, 0)))
          .filter(d -> isCount(count, d.x(), d.axes()))
          .flatMap(
              d -> {
                Optional<Rule> rule = spread(m, d, way);
                rule.ifPresent(
                    _ -> {
                      reductions.addAll(count);
                      reductions.add(steps.get(operand(m, 0)));
                    });
                return rule;
              });
    }

    /** Parts can be combined where another result is the mean. */
    private Optional<Rule> spread(TensorIr.Pure step, Distances d, Way way) {
      List<Value> results = function.body().yields();
      for (int i = 0; i < results.size(); i++) {
        if (isMeanOf(steps.get(results.get(i)), d.x(), d.axes())) {
          reductions.addAll(d.steps());
          return found(step, new Rule(way, Optional.of(i)));
        }
      }
      return Optional.empty();
    }

    /** The mean with which a sum of squared distances was computed. */
    Optional<Value> meanOf(TensorIr.Pure sum) {
      return distances(sum).map(Distances::mean);
    }

    /** Of {@code sum(square(x - mean(x)))} along the rows. */
    private Optional<Distances> distances(TensorIr.@Nullable Pure step) {
      if (!(step instanceof TensorIr.Reduce sum)
          || !along(sum)
          || sum.builtin() != Builtin.SUM
          || !(steps.get(sum.operand()) instanceof TensorIr.Map squares)
          || squares.builtin() != Builtin.MULTIPLY
          || !operand(squares, 0).equals(operand(squares, 1))
          || !(steps.get(operand(squares, 0)) instanceof TensorIr.Map distance)
          || distance.builtin() != Builtin.SUBTRACT
          || !(steps.get(operand(distance, 1)) instanceof TensorIr.Map mean)
          || !isMeanOf(mean, operand(distance, 0), sum.axes())) {
        return Optional.empty();
      }
      var all = new ArrayList<TensorIr.Pure>(count(mean));
      all.addAll(List.of(steps.get(operand(mean, 0)), mean, distance, squares));
      return Optional.of(new Distances(operand(distance, 0), sum.axes(), mean.result(), all));
    }

    private boolean isCount(List<TensorIr.Pure> count, Value x, List<Integer> axes) {
      Dim size = Dims.product(axes.stream().map(a -> x.shape().get(a)).toList());
      return !count.isEmpty()
          && count.getLast() instanceof TensorIr.DimValue d
          && rows.facts().same(d.dim(), size);
    }

    private boolean isMeanOf(TensorIr.@Nullable Pure step, Value x, List<Integer> axes) {
      return step instanceof TensorIr.Map m
          && isCount(count(m), x, axes)
          && steps.get(operand(m, 0)) instanceof TensorIr.Reduce sum
          && sum.builtin() == Builtin.SUM
          && sum.operand().equals(x)
          && sum.axes().equals(axes);
    }

    private boolean isMultiple(Dim dim) {
      Dim resolved = rows.facts().resolve(dim);
      Dim factor = Dims.substitute(resolved, a -> rows.isRows(a) ? Dims.ONE : a);
      return rows.isOther(factor) && Dims.mul(rows.rows(), factor).equals(resolved);
    }

    private String advice(Value result) {
      TensorIr.Pure step = steps.get(result);
      TensorIr.Pure inner =
          step instanceof TensorIr.Map m && m.builtin() == Builtin.SQRT
              ? steps.get(operand(m, 0))
              : step;
      String missing = "";
      if (step instanceof TensorIr.Reduce r && along(r)) {
        missing =
            r.builtin() == Builtin.ARGMAX ? "max" : r.builtin() == Builtin.ARGMIN ? "min" : "";
      } else if (isSpread(inner)) {
        missing = "mean";
      }
      return missing.isEmpty()
          ? ""
          : " by itself: return the %s of the same values too".formatted(missing);
    }

    private boolean isSpread(TensorIr.@Nullable Pure step) {
      return distances(step).isPresent()
          || step instanceof TensorIr.Map m && distances(steps.get(operand(m, 0))).isPresent();
    }

    /** Extremes ask for a row: all rows have one where a part has. */
    private TensorIr.Function withoutReductions() {
      List<TensorIr.Step> before =
          function.body().steps().stream()
              .filter(s -> !reductions.contains(s) && !asksForRow(s))
              .toList();
      return new TensorIr.Function(
          function.name(),
          function.types(),
          function.doc(),
          function.params(),
          function.bindings(),
          function.entryChecks().stream().filter(c -> !asksForRow(c)).toList(),
          function.facts(),
          new Block(before, function.body().yields()),
          function.results(),
          function.span());
    }

    private boolean asksForRow(TensorIr.Step step) {
      return step instanceof TensorIr.NonEmptyCheck n && rows.isRows(n.size());
    }

    /** The first step that is computed of a reduction's result. */
    private String usesReduction(Block block) {
      for (TensorIr.Step step : block.steps()) {
        List<Value> uses =
            switch (step) {
              case TensorIr.Instr i -> i.uses();
              case TensorIr.Bind b -> List.of(b.scalar());
              case TensorIr.Check _ -> List.of();
            };
        if (!reductions.contains(step) && uses.stream().anyMatch(this::isReduction)) {
          return Partitioning.at(step.span()) + " is computed of a reduction along " + rows.name();
        }
        List<Block> blocks = step instanceof TensorIr.Instr i ? i.blocks() : List.of();
        for (Block inner : blocks) {
          String found = usesReduction(inner);
          if (!found.isEmpty()) {
            return found;
          }
        }
      }
      return block.yields().stream().anyMatch(v -> block != function.body() && isReduction(v))
          ? "a block gives a reduction along " + rows.name()
          : "";
    }

    private boolean isReduction(Value v) {
      TensorIr.Pure step = steps.get(v);
      return step != null && reductions.contains(step);
    }
  }
}
