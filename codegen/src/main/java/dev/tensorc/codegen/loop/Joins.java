package dev.tensorc.codegen.loop;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The updates of a block that follow each other and nothing reads in between, as those that {@code
 * stack} and {@code concat} become: {@code y1 = y0 with part 0; y2 = y1 with part 1}.
 */
final class Joins {

  private final Map<Value, Integer> uses = new HashMap<>();
  private final Map<Value, Update> byTarget = new HashMap<>();
  private final Definitions definitions;
  private final Facts facts;

  Joins(TensorIr.Block block, Definitions definitions, Facts facts) {
    this.definitions = definitions;
    this.facts = facts;
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Instr i -> i.uses().forEach(this::use);
        case TensorIr.Bind b -> use(b.scalar());
        case TensorIr.Check _ -> {}
      }
      if (step instanceof Update u) {
        byTarget.put(u.target(), u);
      }
    }
    block.yields().forEach(this::use);
  }

  private void use(Value v) {
    uses.merge(v, 1, Integer::sum);
  }

  /** The update of a value that is not used for anything else. */
  Optional<Update> onlyUpdate(Value v) {
    return uses.getOrDefault(v, 0) == 1 && !definitions.isUsedInside(v)
        ? Optional.ofNullable(byTarget.get(v)).filter(u -> !definitions.isCopiedBy(u))
        : Optional.empty();
  }

  /**
   * Whether updates that follow each other write all elements of the value, and nothing reads it.
   */
  boolean isOverwritten(Value v) {
    if (v.isScalar() || v.isUnranked()) {
      return false;
    }
    var parts = new ArrayList<Update>();
    for (Optional<Update> u = onlyUpdate(v); u.isPresent(); u = onlyUpdate(u.get().result())) {
      parts.add(u.get());
    }
    for (int axis = 0; axis < v.rank(); axis++) {
      if (cover(parts, v, axis)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the first of the parts lie one behind the other along the axis, and are all of it. */
  private boolean cover(List<Update> parts, Value v, int axis) {
    Dim end = Dims.ZERO;
    for (Update part : parts) {
      Optional<Range> range = range(part, axis);
      if (range.isEmpty() || !facts.same(range.get().start(), end) || !isWhole(part, v, axis)) {
        return false;
      }
      end = range.get().end();
      if (facts.same(end, v.shape().get(axis))) {
        return true;
      }
    }
    return false;
  }

  private boolean isWhole(Update part, Value v, int but) {
    for (int axis = 0; axis < v.rank(); axis++) {
      Optional<Range> range = range(part, axis);
      if (axis != but
          && (range.isEmpty()
              || !facts.same(range.get().start(), Dims.ZERO)
              || !facts.same(range.get().end(), v.shape().get(axis)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether two updates of one value write no element both, as far as is known. */
  boolean areApart(Update a, Update b) {
    for (int axis = 0; axis < a.region().size(); axis++) {
      Optional<Range> one = range(a, axis);
      Optional<Range> other = range(b, axis);
      if (one.isPresent()
          && other.isPresent()
          && (isBefore(one.get(), other.get()) || isBefore(other.get(), one.get()))) {
        return true;
      }
    }
    return false;
  }

  private boolean isBefore(Range first, Range second) {
    return Dims.sub(facts.resolve(second.start()), facts.resolve(first.end()))
            instanceof Dim.Const c
        && c.value() >= 0;
  }

  /** Places on an axis that follow each other. */
  private record Range(Dim start, Dim end) {}

  /** Which places of an axis an update writes; empty where they do not follow each other. */
  private static Optional<Range> range(Update u, int axis) {
    TensorIr.ViewAxis region = u.region().get(axis);
    List<TensorIr.Walk> walks = region.walks();
    if (walks.isEmpty()) {
      return Optional.of(new Range(region.start(), Dims.add(region.start(), Dims.ONE)));
    }
    return walks.size() == 1 && walks.getFirst().step() == 1
        ? Optional.of(
            new Range(
                region.start(), Dims.add(region.start(), u.extents().get(walks.getFirst().axis()))))
        : Optional.empty();
  }
}
