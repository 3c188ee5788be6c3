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

/**
 * Finds the reductions along the rows that give a function's results, and asks whether everything
 * before them keeps rows apart.
 *
 * <p>It misses results that are computed of reductions, {@code sqrt(sum(x * x, axis=0))}, but for
 * means: callers can compute those themselves. So a variance takes two functions, since it needs
 * the mean of all rows before it looks at one.
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

  /** With the first axis as rows that allows it. */
  Reducing reducing() {
    List<Dim.Sym> sizes =
        function.arguments().stream()
            .map(TensorIr.Param::value)
            .filter(v -> v.rank() > 0)
            .map(v -> function.facts().resolve(v.shape().getFirst()))
            .filter(Dim.Sym.class::isInstance)
            .map(Dim.Sym.class::cast)
            .distinct()
            .toList();
    Reducing first = null;
    for (Dim.Sym rows : sizes) {
      Reducing found = new Along(new RowAxes(rows, function.facts())).reducing();
      if (found.allowed()) {
        return found;
      }
      first = first == null ? found : first;
    }
    return first == null ? Reducing.refused(RowAnalysis.NO_ROWS) : first;
  }

  /** The analysis for one choice of rows. */
  private final class Along {
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

    private Optional<Rule> rule(Value result) {
      return switch (steps.get(result)) {
        case TensorIr.Reduce r when along(r) -> reduce(r);
        case TensorIr.Contract c when rows.axis(c.space()) >= c.result().rank() ->
            found(c, Way.SUM);
        case TensorIr.DimValue d when rows.isRows(d.dim()) -> found(d, Way.SUM);
        case TensorIr.Map m when m.builtin() == Builtin.DIVIDE -> mean(m);
        case null, default -> Optional.empty();
      };
    }

    private Optional<Rule> found(TensorIr.Pure step, Way way) {
      reductions.add(step);
      return Optional.of(Rule.of(way));
    }

    private boolean along(TensorIr.Reduce r) {
      return r.axes().contains(rows.axis(r.operand()));
    }

    private Optional<Rule> reduce(TensorIr.Reduce r) {
      return switch (r.builtin()) {
        case SUM -> found(r, Way.SUM);
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
      TensorIr.Pure sum = steps.get(m.operands().getFirst().value());
      TensorIr.Pure count = steps.get(m.operands().getLast().value());
      boolean sums =
          sum instanceof TensorIr.Reduce r && along(r) && r.builtin() == Builtin.SUM
              || sum instanceof TensorIr.Contract c && rows.axis(c.space()) >= c.result().rank();
      TensorIr.Pure number =
          count instanceof TensorIr.Map cast && cast.builtin() == Builtin.ASTYPE
              ? steps.get(cast.operands().getFirst().value())
              : count;
      if (!sums || !(number instanceof TensorIr.DimValue d) || !isMultiple(d.dim())) {
        return Optional.empty();
      }
      reductions.addAll(List.of(sum, count, number));
      return found(m, Way.MEAN);
    }

    private boolean isMultiple(Dim dim) {
      Dim resolved = rows.facts().resolve(dim);
      Dim factor = Dims.substitute(resolved, a -> rows.isRows(a) ? Dims.ONE : a);
      return rows.isOther(factor) && Dims.mul(rows.rows(), factor).equals(resolved);
    }

    private String advice(Value result) {
      return steps.get(result) instanceof TensorIr.Reduce r
              && along(r)
              && (r.builtin() == Builtin.ARGMAX || r.builtin() == Builtin.ARGMIN)
          ? " by itself: return the %s of the same values too"
              .formatted(r.builtin() == Builtin.ARGMAX ? "max" : "min")
          : "";
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
