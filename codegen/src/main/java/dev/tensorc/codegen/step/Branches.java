package dev.tensorc.codegen.step;

import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes straight-line code of the branches in a loop's body: both are computed, and a {@code where}
 * chooses.
 *
 * <p>Before: {@code if x[i] < 0 { y[i] = 0.1 * x[i] }}. After: {@code y[i] = where(x[i] < 0, 0.1 *
 * x[i], y[i])}. A sum of integers goes on with 0: {@code if c { n += 1 }} is {@code n += where(c,
 * 1, 0)}.
 */
final class Branches {

  private final TensorIr.For loop;
  private final Dim count;
  private final Facts facts;
  private final Definitions definitions;
  private final IntSupplier ids;
  private final Set<Dim> indices = new HashSet<>();
  private final List<Step> steps = new ArrayList<>();

  private Branches(
      TensorIr.For loop, Dim count, Facts facts, Definitions definitions, IntSupplier ids) {
    this.loop = loop;
    this.count = count;
    this.facts = facts;
    this.definitions = definitions;
    this.ids = ids;
  }

  /**
   * The loop without branches, or nothing where a branch does what must not be done in vain.
   *
   * @param count of its rounds, from 0
   */
  static Optional<TensorIr.For> straight(
      TensorIr.For loop, Dim count, Facts facts, Definitions definitions, IntSupplier ids) {
    Block body = loop.body();
    if (body.steps().stream().noneMatch(TensorIr.If.class::isInstance)) {
      return Optional.of(loop);
    }
    var branches = new Branches(loop, count, facts, definitions, ids);
    if (!branches.add(body.steps(), false)) {
      return Optional.empty();
    }
    return Optional.of(
        new TensorIr.For(
            loop.index(),
            loop.from(),
            loop.to(),
            loop.step(),
            loop.loop(),
            new Block(branches.steps, body.yields()),
            loop.span()));
  }

  /** Adds steps; tells whether all of them may be computed whatever the conditions are. */
  private boolean add(List<Step> all, boolean inBranch) {
    for (Step step : all) {
      boolean may =
          switch (step) {
            case TensorIr.If i ->
                add(i.then().steps(), true) && add(i.otherwise().steps(), true) && choose(i);
            case TensorIr.Bind b -> bind(b, inBranch);
            case TensorIr.Pure p -> {
              steps.add(p);
              yield !definitions.mayThrow(p) && (!inBranch || isInRange(p));
            }
            case TensorIr.Check _, TensorIr.Control _ -> false;
          };
      if (!may) {
        return false;
      }
    }
    return true;
  }

  private boolean bind(TensorIr.Bind b, boolean inBranch) {
    boolean ofIndex = b.scalar().equals(loop.index());
    if (ofIndex) {
      indices.add(b.dim());
    }
    steps.add(b);
    return ofIndex || !inBranch;
  }

  /** Whether a view reads elements that are there, also where its branch is not taken. */
  private boolean isInRange(TensorIr.Pure p) {
    List<ViewAxis> axes =
        switch (p) {
          case TensorIr.View v -> v.axes();
          case TensorIr.Update u -> u.region();
          default -> List.of();
        };
    Value of =
        p instanceof TensorIr.Update u
            ? u.target()
            : p.uses().stream().findFirst().orElse(p.result());
    for (int a = 0; a < axes.size(); a++) {
      ViewAxis axis = axes.get(a);
      Dim size = of.shape().get(a);
      boolean isWhole =
          p instanceof TensorIr.View v
              && axis.walks().size() == 1
              && axis.equals(ViewAxis.whole(axis.walks().getFirst().axis()))
              && v.result().shape().get(axis.walks().getFirst().axis()).equals(size);
      if (!isWhole && !(axis.walks().isEmpty() && isPlace(axis.start(), size))) {
        return false;
      }
    }
    return true;
  }

  /** Whether the place is on the axis in every round, if there are any. */
  private boolean isPlace(Dim place, Dim size) {
    if (!Dims.terms(place).stream()
        .allMatch(t -> indices.contains(t.atom()) || !Dims.isLate(t.atom()))) {
      return false;
    }
    Dim first = at(place, Dims.ZERO);
    Dim last = at(place, Dims.add(count, -1));
    boolean ascends =
        !(Dims.sub(at(place, Dims.ONE), first) instanceof Dim.Const c) || c.value() >= 0;
    return facts.lowerBound(ascends ? first : last) >= 0
        && facts.lowerBound(Dims.sub(Dims.add(size, -1), ascends ? last : first)) >= 0;
  }

  private Dim at(Dim place, Dim round) {
    return Dims.substitute(place, d -> indices.contains(d) ? round : d);
  }

  // ---------------------------------------------------------------- choices

  private boolean choose(TensorIr.If i) {
    for (int k = 0; k < i.results().size(); k++) {
      Value then = i.then().yields().get(k);
      Value otherwise = i.otherwise().yields().get(k);
      Value result = i.results().get(k);
      Operand condition = scalar(i.condition());
      if (!goesOn(condition, then, otherwise, result, true)
          && !goesOn(condition, otherwise, then, result, false)) {
        if (!then.shape().equals(otherwise.shape()) || result.isUnranked()) {
          return false;
        }
        steps.add(where(result, condition, whole(then), whole(otherwise)));
      }
    }
    return true;
  }

  /**
   * Whether one branch only changes the value with which the other goes on: then the change is
   * chosen.
   *
   * @param ifTrue whether the condition is that of the change
   */
  private boolean goesOn(
      Operand condition, Value changed, Value kept, Value result, boolean ifTrue) {
    Step last = defines(changed);
    switch (last) {
      case TensorIr.Update u when u.target().equals(kept) -> {
        Value before = fresh(kept.dtype(), u.extents(), kept);
        steps.remove(u);
        steps.add(new TensorIr.View(before, kept, u.region()));
        Value chosen = fresh(kept.dtype(), u.extents(), kept);
        steps.add(
            ifTrue
                ? where(chosen, condition, u.value(), whole(before))
                : where(chosen, condition, whole(before), u.value()));
        steps.add(new TensorIr.Update(result, kept, u.region(), u.extents(), whole(chosen)));
        return true;
      }
      case TensorIr.Map m
          when m.builtin() == Builtin.ADD
              && m.result().dtype() == DType.I64
              && m.result().isScalar()
              && m.operands().getFirst().value().equals(kept) -> {
        Value zero = fresh(DType.I64, List.of(), kept);
        Value chosen = fresh(DType.I64, List.of(), kept);
        steps.remove(m);
        steps.add(new TensorIr.Constant(zero, 0L));
        Operand more = m.operands().getLast();
        steps.add(
            ifTrue
                ? where(chosen, condition, more, scalar(zero))
                : where(chosen, condition, scalar(zero), more));
        steps.add(new TensorIr.Map(result, Builtin.ADD, List.of(scalar(kept), scalar(chosen))));
        return true;
      }
      case null, default -> {
        return false;
      }
    }
  }

  private @Nullable Step defines(Value v) {
    return steps.stream()
        .filter(s -> s instanceof TensorIr.Pure p && p.result().equals(v))
        .findFirst()
        .orElse(null);
  }

  private static TensorIr.Map where(Value result, Operand condition, Operand one, Operand other) {
    return new TensorIr.Map(result, Builtin.WHERE, List.of(condition, one, other));
  }

  private static Operand scalar(Value v) {
    return new Operand(v, List.of());
  }

  private static Operand whole(Value v) {
    return new Operand(v, Axes.indices(v.rank()));
  }

  private Value fresh(DType dtype, List<Dim> shape, Value like) {
    return new Value(ids.getAsInt(), dtype, shape, like.name(), like.span());
  }
}
