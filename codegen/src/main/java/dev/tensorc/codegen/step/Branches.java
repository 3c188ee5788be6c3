package dev.tensorc.codegen.step;

import dev.tensorc.codegen.step.BatchedLoops.Range;
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
import java.util.Objects;
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
  private final Range range;
  private final Facts facts;
  private final Definitions definitions;
  private final IntSupplier ids;
  private final Set<Dim> indices = new HashSet<>();
  private final List<Step> steps = new ArrayList<>();

  private Branches(
      TensorIr.For loop, Range range, Facts facts, Definitions definitions, IntSupplier ids) {
    this.loop = loop;
    this.range = range;
    this.facts = facts;
    this.definitions = definitions;
    this.ids = ids;
  }

  /**
   * The loop without branches, or nothing where a branch has steps that must not run in vain.
   *
   * @param range of its index
   */
  static Optional<TensorIr.For> straight(
      TensorIr.For loop, Range range, Facts facts, Definitions definitions, IntSupplier ids) {
    Block body = loop.body();
    if (body.steps().stream().noneMatch(TensorIr.If.class::isInstance)) {
      return Optional.of(loop);
    }
    var branches = new Branches(loop, range, facts, definitions, ids);
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

  /** Adds steps; tells whether all of them may be computed whatever the conditions. */
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

  /**
   * Whether a step reads and writes elements that are there, also where its branch is not taken.
   */
  private boolean isInRange(TensorIr.Pure p) {
    return switch (p) {
      case TensorIr.View v -> isInRange(v.operand(), v.axes(), v.result().shape());
      case TensorIr.Update u -> isInRange(u.target(), u.region(), u.extents());
      default -> true;
    };
  }

  private boolean isInRange(Value of, List<ViewAxis> axes, List<Dim> extents) {
    for (int a = 0; a < axes.size(); a++) {
      ViewAxis axis = axes.get(a);
      Dim size = of.shape().get(a);
      boolean isWhole =
          axis.walks().size() == 1
              && axis.equals(ViewAxis.whole(axis.walks().getFirst().axis()))
              && extents.get(axis.walks().getFirst().axis()).equals(size);
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
    Dim first = at(place, range.from());
    Dim last = at(place, Dims.add(range.to(), -1));
    Dim step = Dims.sub(at(place, Dims.ONE), at(place, Dims.ZERO));
    boolean ascends = !(step instanceof Dim.Const c) || c.value() >= 0;
    return facts.lowerBound(ascends ? first : last) >= 0
        && facts.lowerBound(Dims.sub(Dims.add(size, -1), ascends ? last : first)) >= 0;
  }

  private Dim at(Dim place, Dim index) {
    return Dims.substitute(place, d -> indices.contains(d) ? index : d);
  }

  // ---------------------------------------------------------------- choices

  private boolean choose(TensorIr.If i) {
    for (int k = 0; k < i.results().size(); k++) {
      Value then = i.then().yields().get(k);
      Value otherwise = i.otherwise().yields().get(k);
      Value result = i.results().get(k);
      boolean writes =
          defines(then) instanceof TensorIr.Update || defines(otherwise) instanceof TensorIr.Update;
      if (writes) {
        if (!write(i, k)) {
          return false;
        }
      } else if (!add(i, k)) {
        if (!then.shape().equals(otherwise.shape()) || result.isUnranked()) {
          return false;
        }
        steps.add(
            where(
                result,
                Operand.whole(i.condition()),
                Operand.whole(then),
                Operand.whole(otherwise)));
      }
    }
    return true;
  }

  /** One update of an array that one branch writes to, or both; the written value is chosen. */
  private boolean write(TensorIr.If i, int k) {
    Value then = i.then().yields().get(k);
    Value otherwise = i.otherwise().yields().get(k);
    Value result = i.results().get(k);
    boolean onlyOtherwise =
        defines(otherwise) instanceof TensorIr.Update u && u.target().equals(then);
    Value last = onlyOtherwise || !(defines(then) instanceof TensorIr.Update) ? otherwise : then;
    var update = (TensorIr.Update) Objects.requireNonNull(defines(last));
    Optional<Operand> one = written(i.then(), then, update);
    Optional<Operand> other = written(i.otherwise(), otherwise, update);
    if (one.isEmpty() || other.isEmpty()) {
      return false;
    }
    Value chosen = fresh(update.extents(), result);
    steps.add(where(chosen, Operand.whole(i.condition()), one.get(), other.get()));
    steps.add(
        new TensorIr.Update(
            result, update.target(), update.region(), update.extents(), Operand.whole(chosen)));
    return true;
  }

  /** The value that a branch writes in the place of an update; the branch's own update goes. */
  private Optional<Operand> written(Block branch, Value yielded, TensorIr.Update like) {
    if (yielded.equals(like.target())) {
      Value before = fresh(like.extents(), yielded);
      steps.add(new TensorIr.View(before, yielded, like.region()));
      return Optional.of(Operand.whole(before));
    }
    boolean isAlike =
        defines(yielded) instanceof TensorIr.Update u
            && u.target().equals(like.target())
            && u.region().equals(like.region())
            && u.extents().equals(like.extents());
    if (!isAlike || !isOnlyYielded(branch, yielded)) {
      return Optional.empty();
    }
    var update = (TensorIr.Update) Objects.requireNonNull(defines(yielded));
    steps.remove(update);
    return Optional.of(update.value());
  }

  /** One addition to an integer to which one branch adds, or both; the addend is chosen. */
  private boolean add(TensorIr.If i, int k) {
    Value then = i.then().yields().get(k);
    Value otherwise = i.otherwise().yields().get(k);
    Value result = i.results().get(k);
    Optional<TensorIr.Map> one = addition(i.then(), then);
    Optional<TensorIr.Map> other = addition(i.otherwise(), otherwise);
    Value to = one.or(() -> other).map(m -> m.operands().getFirst().value()).orElse(null);
    if (to == null || !isOf(to, then, one) || !isOf(to, otherwise, other)) {
      return false;
    }
    Value zero = fresh(List.of(), result);
    steps.add(new TensorIr.Constant(zero, 0L));
    Value chosen = fresh(List.of(), result);
    steps.add(where(chosen, Operand.whole(i.condition()), added(one, zero), added(other, zero)));
    one.ifPresent(steps::remove);
    other.ifPresent(steps::remove);
    steps.add(
        new TensorIr.Map(result, Builtin.ADD, List.of(Operand.whole(to), Operand.whole(chosen))));
    return true;
  }

  private Optional<TensorIr.Map> addition(Block branch, Value v) {
    return defines(v) instanceof TensorIr.Map m
            && m.builtin() == Builtin.ADD
            && v.dtype() == DType.I64
            && v.isScalar()
            && isOnlyYielded(branch, v)
        ? Optional.of(m)
        : Optional.empty();
  }

  /** Whether a branch yields the integer, or it with something added. */
  private static boolean isOf(Value integer, Value yielded, Optional<TensorIr.Map> addition) {
    return yielded.equals(integer)
        || addition.filter(m -> m.operands().getFirst().value().equals(integer)).isPresent();
  }

  private static Operand added(Optional<TensorIr.Map> addition, Value zero) {
    return addition.map(m -> m.operands().getLast()).orElse(Operand.whole(zero));
  }

  /** Whether the branch makes the value and yields it once, and no step reads it. */
  private boolean isOnlyYielded(Block branch, Value v) {
    return branch.steps().stream()
            .anyMatch(s -> s instanceof TensorIr.Instr i && i.results().contains(v))
        && branch.yields().stream().filter(v::equals).count() == 1
        && steps.stream().noneMatch(s -> s instanceof TensorIr.Instr i && i.uses().contains(v));
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

  private Value fresh(List<Dim> shape, Value like) {
    return new Value(ids.getAsInt(), like.dtype(), shape, like.name(), like.span());
  }
}
