package dev.tensorc.partition;

import dev.tensorc.ir.CheckFacts;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The steps of a body by which some values are computed, and the sizes that these steps ask for.
 */
final class Needed {

  private final Facts facts;
  private final Set<Value> values;
  private final Set<Dim> sizes = new LinkedHashSet<>();
  private final Set<Dim> late = new HashSet<>();
  private final List<Value> given = new ArrayList<>();
  private final Deque<TensorIr.Step> steps = new ArrayDeque<>();

  /**
   * @param wanted the values
   * @param isGiven whether a value comes from elsewhere, so that nothing has to compute it
   */
  Needed(TensorIr.Function f, List<Value> wanted, Predicate<TensorIr.Pure> isGiven) {
    this.facts = f.facts();
    this.values = new HashSet<>(wanted);
    wanted.forEach(this::sizesOf);
    for (TensorIr.Step step : f.body().steps().reversed()) {
      switch (step) {
        case TensorIr.Pure p when values.contains(p.result()) && isGiven.test(p) ->
            given.addFirst(p.result());
        case TensorIr.Instr i when i.results().stream().anyMatch(this::isNeeded) -> take(i);
        case TensorIr.Bind b when sizes.contains(b.dim()) -> {
          late.add(b.dim());
          values.add(b.scalar());
          steps.addFirst(b);
        }
        case TensorIr.Check c -> steps.addFirst(c);
        case TensorIr.Instr _, TensorIr.Bind _ -> {}
      }
    }
  }

  private boolean isNeeded(Value v) {
    return values.contains(v) || v.shape().stream().anyMatch(d -> isLate(d) && sizes.contains(d));
  }

  private static boolean isLate(Dim d) {
    return d instanceof Dim.Late;
  }

  private void take(TensorIr.Instr instr) {
    steps.addFirst(instr);
    instr.results().stream()
        .flatMap(v -> v.shape().stream())
        .filter(Needed::isLate)
        .forEach(late::add);
    uses(instr);
  }

  private void uses(TensorIr.Instr instr) {
    values.addAll(instr.uses());
    instr.uses().forEach(this::sizesOf);
    instr.results().forEach(this::sizesOf);
    switch (instr) {
      case TensorIr.DimValue d -> add(List.of(d.dim()));
      case TensorIr.View v -> v.axes().forEach(a -> add(List.of(a.start())));
      case TensorIr.Contract c -> add(c.reduced());
      case TensorIr.Gather g -> add(g.result().shape());
      case TensorIr.Scatter s -> add(s.extents());
      case TensorIr.Update u -> {
        add(u.extents());
        u.region().forEach(a -> add(List.of(a.start())));
      }
      default -> instr.blocks().forEach(this::uses);
    }
  }

  private void uses(Block block) {
    values.addAll(block.yields());
    for (TensorIr.Step step : block.steps()) {
      switch (step) {
        case TensorIr.Instr i -> uses(i);
        case TensorIr.Bind b -> values.add(b.scalar());
        case TensorIr.Check c -> add(CheckFacts.sizes(c));
      }
    }
  }

  private void sizesOf(Value v) {
    add(v.shape());
    add(v.axes().ranks());
  }

  /** The sizes that a list of them is computed of, also where facts replace them by others. */
  void add(Collection<Dim> dims) {
    for (Dim d : dims) {
      sizes.addAll(Dims.atoms(d));
      sizes.addAll(Dims.atoms(facts.resolve(d)));
    }
  }

  /** The values that are used, given ones too. */
  Set<Value> values() {
    return values;
  }

  /** The values that come from elsewhere, in order. */
  List<Value> given() {
    return given;
  }

  /** The symbols that are used. */
  List<Dim.Sym> symbols() {
    return sizes.stream().filter(Dim.Sym.class::isInstance).map(Dim.Sym.class::cast).toList();
  }

  /** The instructions, in order. */
  List<TensorIr.Instr> instructions() {
    return steps.stream()
        .filter(TensorIr.Instr.class::isInstance)
        .map(TensorIr.Instr.class::cast)
        .toList();
  }

  /** The steps, with the checks of those sizes that are known. */
  List<TensorIr.Step> steps(Predicate<Dim> isKnown) {
    return steps.stream()
        .filter(s -> !(s instanceof TensorIr.Check c) || asksFor(c, isKnown))
        .toList();
  }

  private boolean asksFor(TensorIr.Check check, Predicate<Dim> isKnown) {
    return CheckFacts.sizes(check).stream()
        .flatMap(d -> Dims.atoms(d).stream())
        .allMatch(d -> isLate(d) ? late.contains(d) : isKnown.test(d));
  }
}
