package dev.tensorc.codegen.step;

import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Pure;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;

/** Changes how arrays are made of parts: other steps take the place of one, and updates go. */
abstract sealed class PartsRewriter implements StepRewriter
    permits IndexParts, MappedParts, NestedParts, OverwrittenTargets {

  final Definitions definitions;
  final Facts facts;
  final IntSupplier ids;

  /** The steps that take the place of a step. */
  final Map<Pure, List<? extends Step>> replaced = new HashMap<>();

  /** Updates that nothing takes the place of. */
  final Set<Update> gone = new HashSet<>();

  PartsRewriter(TensorIr.Function f, IntSupplier ids) {
    this.definitions = new Definitions(f);
    this.facts = f.facts();
    this.ids = ids;
  }

  /** Finds the steps to change. */
  abstract void learn(Block block);

  /** A module with all functions changed until nothing is found: a change may show another one. */
  static TensorIr.Module run(
      TensorIr.Module module, BiFunction<TensorIr.Function, IntSupplier, PartsRewriter> of) {
    return module.withFunctions(
        module.functions().stream().map(f -> changed(f, FreshIds.of(f), of)).toList());
  }

  private static TensorIr.Function changed(
      TensorIr.Function f,
      IntSupplier ids,
      BiFunction<TensorIr.Function, IntSupplier, PartsRewriter> of) {
    PartsRewriter parts = of.apply(f, ids);
    parts.learn(f.body());
    return parts.replaced.isEmpty() ? f : changed(f.withBody(parts.rewritten(f.body())), ids, of);
  }

  /** A value like another one. */
  Value another(Value v) {
    return new Value(ids.getAsInt(), v.dtype(), v.shape(), v.axes(), v.name(), v.span());
  }

  @Override
  public void rewrite(Pure step, List<Step> steps) {
    if (replaced.containsKey(step)) {
      steps.addAll(replaced.get(step));
    } else if (!(step instanceof Update u && gone.contains(u))) {
      steps.add(step);
    }
  }
}
