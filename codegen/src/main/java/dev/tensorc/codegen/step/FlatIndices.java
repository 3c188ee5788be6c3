package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Computes a value of one axis's index along that axis alone, and adds axes of size 1 afterwards: a
 * column that has to be stored is one row of a kernel, and not as many rows of one element each.
 *
 * <p>Before: {@code astype(arange(n)[:, newaxis], f32)}. After: {@code astype(arange(n), f32)[:,
 * newaxis]}.
 *
 * <p>Deliberately missed: values that others than kernels read, as the caller does: they would be
 * copied.
 */
final class FlatIndices implements StepRewriter {

  /** A value without its axes of size 1, and the only other one. */
  private record Flat(Value row, int axis) {}

  private final IntSupplier ids;
  private final Map<Value, Flat> flat = new HashMap<>();

  /** Values of indices that have one axis. */
  private final Set<Value> rows = new HashSet<>();

  /** The values that not only kernels read. */
  private final Set<Value> inMemory = new HashSet<>();

  private FlatIndices(IntSupplier ids) {
    this.ids = ids;
  }

  /**
   * @param ids numbers for values of its own
   */
  static TensorIr.Function of(TensorIr.Function f, IntSupplier ids) {
    var indices = new FlatIndices(ids);
    indices.learn(f.body());
    return f.withBody(indices.rewritten(f.body()));
  }

  private void learn(Block block) {
    for (Step step : block.steps()) {
      switch (step) {
        case TensorIr.Map _, TensorIr.View _, TensorIr.Fold _ -> {}
        case TensorIr.Instr i -> inMemory.addAll(i.uses());
        case TensorIr.Check _, TensorIr.Bind _ -> {}
      }
      if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::learn);
      }
    }
    inMemory.addAll(block.yields());
  }

  @Override
  public void rewrite(TensorIr.Pure step, List<Step> steps) {
    switch (step) {
      case TensorIr.Iota i when isFlat(i.result(), i.axis()) -> {
        Value row = row(i.result(), i.axis());
        steps.add(new TensorIr.Iota(row, 0));
        widen(row, i.result(), i.axis(), steps);
      }
      case TensorIr.Map m when axis(m) >= 0 -> {
        int axis = axis(m);
        Value row = row(m.result(), axis);
        List<Operand> operands = m.operands().stream().map(this::flat).toList();
        steps.add(new TensorIr.Map(row, m.builtin(), operands, m.fastmath()));
        widen(row, m.result(), axis, steps);
      }
      default -> {
        learn(step);
        steps.add(step);
      }
    }
  }

  private void learn(TensorIr.Pure step) {
    Value v = step.result();
    switch (step) {
      case TensorIr.Iota _ when v.rank() == 1 -> rows.add(v);
      case TensorIr.Map m
          when v.rank() == 1 && m.operands().stream().anyMatch(o -> rows.contains(o.value())) ->
          rows.add(v);
      case TensorIr.View view when rows.contains(view.operand()) -> {
        ViewAxis only = view.axes().getFirst();
        only.walks().stream()
            .filter(w -> only.equals(ViewAxis.whole(w.axis())) && isFlat(v, w.axis()))
            .filter(w -> v.shape().get(w.axis()).equals(view.operand().shape().getFirst()))
            .forEach(w -> flat.put(v, new Flat(view.operand(), w.axis())));
      }
      default -> {}
    }
  }

  /** Whether all other axes have size 1, and only kernels read it. */
  private boolean isFlat(Value v, int axis) {
    return v.rank() > 1
        && !v.isUnranked()
        && !inMemory.contains(v)
        && IntStream.range(0, v.rank())
            .allMatch(a -> a == axis || Dims.isConst(v.shape().get(a), 1));
  }

  /** The axis of an operation on flat values and scalars; negative where it is none. */
  private int axis(TensorIr.Map m) {
    Set<Integer> axes = new HashSet<>();
    for (Operand o : m.operands()) {
      Flat f = flat.get(o.value());
      if (f != null) {
        axes.add(o.axes().get(f.axis()));
      } else if (!o.value().isScalar()) {
        return -1;
      }
    }
    boolean one = axes.size() == 1 && m.builtin() != Builtin.MATERIALIZE;
    int axis = one ? axes.iterator().next() : -1;
    return one && !Definitions.isPartial(m) && isFlat(m.result(), axis) ? axis : -1;
  }

  private Operand flat(Operand o) {
    Flat f = flat.get(o.value());
    return f == null ? o : new Operand(f.row(), List.of(0));
  }

  private Value row(Value v, int axis) {
    return new Value(ids.getAsInt(), v.dtype(), List.of(v.shape().get(axis)), v.name(), v.span());
  }

  private void widen(Value row, Value v, int axis, List<Step> steps) {
    rows.add(row);
    flat.put(v, new Flat(row, axis));
    steps.add(new TensorIr.View(v, row, List.of(ViewAxis.whole(axis))));
  }
}
