package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Scalars;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Computes an array in parts where conditions on its indices choose among its elements, so that no
 * part asks for them: elements that were read under a condition become views.
 *
 * <p>Before: {@code y = where(arange(n + 1) < n, take(x, arange(n + 1)), 0)}, which reads where the
 * condition holds. After: {@code y[:n] = x; y[n:] = 0}.
 *
 * <p>Deliberately missed: conditions that compare two indices, or something else; arrays that no
 * block hands on; elements at places that may lie outside; operations that may throw.
 */
public final class IndexParts extends PartsRewriter {

  /** Parts at most: each has the operations in its code. */
  private static final int MOST_PARTS = 9;

  /** Steps of all parts at most. */
  private static final int MOST_STEPS = 150;

  private final Map<Value, Dim> sizes = new HashMap<>();

  private IndexParts(TensorIr.Function f, IntSupplier ids) {
    super(f, ids);
    for (TensorIr.DimBinding b : f.bindings()) {
      if (b.axis() == TensorIr.DimBinding.VALUE) {
        sizes.put(f.params().get(b.param()).value(), b.symbol());
      }
    }
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return run(module, IndexParts::new);
  }

  @Override
  void learn(Block block) {
    for (Value v : block.yields()) {
      if (definitions.of(v) instanceof TensorIr.Map m
          && block.steps().contains(m)
          && !v.isScalar()
          && !v.isUnranked()
          && !replaced.containsKey(m)) {
        learn(m, block);
      }
    }
    for (Step step : block.steps()) {
      if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::learn);
      }
    }
  }

  private void learn(TensorIr.Map m, Block block) {
    var conditions = new IndexConditions(definitions, facts, sizes);
    Set<Value> inside = inside(m, block, conditions);
    var parts = new ArrayList<IndexRanges>();
    Operand elements = Operand.whole(m.result());
    if (!divide(IndexRanges.whole(m.result()), elements, conditions, inside, parts)
        || parts.size() < 2
        || !pays(m.result(), inside, parts)) {
      return;
    }
    var steps = new ArrayList<Step>();
    var updates = new ArrayList<Update>();
    Value zero = new Value(ids.getAsInt(), m.result().dtype(), List.of(), "", m.span());
    Value target = another(m.result());
    steps.add(new TensorIr.Constant(zero, Scalars.zero(zero.dtype())));
    steps.add(new TensorIr.View(target, zero, List.of()));
    for (IndexRanges ranges : parts) {
      var part = new PartSteps(m.result(), ranges, conditions, inside, ids);
      Optional<Operand> value = part.elements();
      steps.addAll(part.steps());
      if (value.isEmpty() || steps.size() > MOST_STEPS) {
        return;
      }
      boolean isLast = updates.size() == parts.size() - 1;
      Value result = isLast ? m.result() : another(m.result());
      updates.add(written(result, target, ranges, value.get()));
      target = result;
    }
    steps.addAll(updates);
    replaced.put(m, steps);
    for (Step step : block.steps()) {
      if (step instanceof TensorIr.Pure p && p != m && inside.contains(p.result())) {
        replaced.put(p, List.of());
      }
    }
  }

  /**
   * Whether something is read under a condition, one element at a time, or the parts are those of
   * {@code stack}. A choice among elements that are there is as fast in one loop.
   */
  private boolean pays(Value array, Set<Value> inside, List<IndexRanges> parts) {
    return inside.stream().anyMatch(v -> definitions.of(v) instanceof TensorIr.Gather)
        || parts.stream().allMatch(r -> r.isPlane(array));
  }

  /** The array, and the values of its block that nothing else uses. */
  private Set<Value> inside(TensorIr.Map array, Block block, IndexConditions conditions) {
    var inside = new HashSet<>(Set.of(array.result()));
    var outside = new HashSet<>(block.yields());
    var used = new HashSet<>(inside);
    for (Step step : block.steps().reversed()) {
      boolean isInside =
          step instanceof TensorIr.Pure p
              && used.contains(p.result())
              && !p.result().isScalar()
              && (p == array || !outside.contains(p.result()))
              && !definitions.isUsedInside(p.result());
      switch (step) {
        case TensorIr.Map m when isInside && m.builtin() != Builtin.MATERIALIZE -> {
          inside.add(m.result());
          used.addAll(m.uses());
        }
        case TensorIr.Gather g when isInside -> {
          inside.add(g.result());
          used.addAll(g.uses());
          outside.add(g.source().value());
        }
        case TensorIr.View v when isInside -> {
          inside.add(v.result());
          (conditions.shown(v).isPresent() ? used : outside).add(v.operand());
        }
        case TensorIr.Instr i -> outside.addAll(i.uses());
        case TensorIr.Bind b -> outside.add(b.scalar());
        case TensorIr.Check _ -> {}
      }
    }
    return inside;
  }

  /** Finds parts in which all conditions are decided that can be; false if there are too many. */
  private static boolean divide(
      IndexRanges ranges,
      Operand elements,
      IndexConditions conditions,
      Set<Value> inside,
      List<IndexRanges> found) {
    Optional<List<IndexRanges>> divided = conditions.divided(ranges, elements, inside);
    if (divided.isPresent()) {
      return divided.get().stream()
          .allMatch(part -> divide(part, elements, conditions, inside, found));
    }
    found.add(ranges);
    return found.size() <= MOST_PARTS;
  }

  private static Update written(Value result, Value target, IndexRanges ranges, Operand part) {
    var axes = new ArrayList<ViewAxis>();
    var extents = new ArrayList<Dim>();
    for (int axis = 0; axis < target.rank(); axis++) {
      Dim start = ranges.start(axis);
      if (ranges.isPoint(axis)) {
        axes.add(ViewAxis.at(start));
      } else {
        axes.add(ViewAxis.along(extents.size(), start, 1));
        extents.add(ranges.size(axis));
      }
    }
    return new Update(result, target, axes, extents, ranges.along(part));
  }
}
