package dev.tensorc.ir;

import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The message about an array that is too large, for the interpreter and for compiled code alike:
 *
 * <pre>{@code
 * AllocationException.of(name, at, dtype, shape, operation, names, shapes)
 * }</pre>
 *
 * <p>Arrays whose sizes are known at entry are refused there, once the entry checks have passed:
 * first the results, then other values that are stored unconditionally, in the order of the steps.
 * The others are refused before they are made.
 */
public final class Allocations {

  private final Facts facts;
  private final Set<Dim> joined = new HashSet<>();
  private final Map<Value, TensorIr.Pure> definitions = new HashMap<>();
  private final Map<Value, Optional<Origin>> origins = new HashMap<>();

  public Allocations(TensorIr.Function function) {
    this.facts = function.facts();
    for (TensorIr.Check check : function.entryChecks()) {
      if (check instanceof TensorIr.JoinCheck join) {
        join.joined().forEach(d -> joined.addAll(List.of(d, facts.resolve(d))));
      }
    }
    define(function.body());
  }

  /**
   * The operation whose broadcasting made an array as large as it is.
   *
   * @param operation source text
   */
  public record Origin(String operation, List<Value> operands) {}

  private void define(TensorIr.Block block) {
    for (TensorIr.Step step : block.steps()) {
      if (step instanceof TensorIr.Pure p) {
        definitions.put(p.result(), p);
      }
      if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::define);
      }
    }
  }

  /** Whether the sizes of a value are known at entry, and how many it has. */
  public boolean atEntry(Value v) {
    return v.shape().stream().allMatch(this::atEntry)
        && v.axes().ranks().stream().allMatch(this::atEntry);
  }

  /** A check after entry may give a size its value, or make sure that it is right. */
  private boolean atEntry(Dim d) {
    return !Dims.isLate(d)
        && isSize(facts.resolve(d))
        && Dims.joins(d).stream().allMatch(this::isJoined);
  }

  /** Whether a check at entry makes a join one: facts may know its size before it is checked. */
  private boolean isJoined(Dim join) {
    Dim resolved = facts.resolve(join);
    return joined.contains(join) || (resolved instanceof Dim.Join && joined.contains(resolved));
  }

  /** Whether the dim is never negative, whatever checks are yet to come. */
  private boolean isSize(Dim d) {
    return switch (d) {
      case Dim.Product p -> p.factors().stream().allMatch(this::isSize);
      case Dim.Join j -> j.operands().stream().allMatch(this::isSize);
      case Dim.Min m -> isSize(m.left()) && isSize(m.right());
      case Dim.CeilDiv c -> isSize(c.value());
      case Dim.Linear l -> areSizes(l.terms()) && facts.same(d, Dims.clamp(d));
      case Dim.Const _, Dim.Sym _, Dim.Late _, Dim.Clamp _, Dim.Bound _ ->
          facts.same(d, Dims.clamp(d));
    };
  }

  /** Whether all terms but symbols, which have facts, are never negative. */
  private boolean areSizes(List<Dim.Term> terms) {
    return terms.stream().map(Dim.Term::atom).allMatch(a -> a instanceof Dim.Sym || isSize(a));
  }

  /** Where the shape of a value comes from, if a broadcast made it: {@code exp(a - b)}: a - b. */
  public Optional<Origin> origin(Value v) {
    var same = new ArrayList<Value>(); // chains are long: each step is gone only once
    Value at = v;
    while (!origins.containsKey(at)) {
      same.add(at);
      Optional<Value> operand = operandOfThatShape(at);
      if (operand.isEmpty()) {
        origins.put(at, made(at));
        break;
      }
      at = operand.get();
    }
    Optional<Origin> origin = origins.getOrDefault(at, Optional.empty());
    same.forEach(value -> origins.put(value, origin));
    return origin;
  }

  private Optional<Value> operandOfThatShape(Value v) {
    return operands(v).stream().filter(o -> o.shape().equals(v.shape())).findFirst();
  }

  /** A refusal at entry can only show sizes that are known there. */
  private Optional<Origin> made(Value v) {
    List<Value> operands = operands(v);
    return definitions.get(v) instanceof TensorIr.Map map
            && (!atEntry(v) || operands.stream().allMatch(this::atEntry))
        ? Optional.of(new Origin(CheckText.source(map.span()), operands))
        : Optional.empty();
  }

  private List<Value> operands(Value v) {
    return definitions.get(v) instanceof TensorIr.Map map
        ? map.operands().stream().map(TensorIr.Operand::value).filter(o -> !o.isScalar()).toList()
        : List.of();
  }
}
