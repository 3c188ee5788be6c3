package dev.tensorc.codegen.step;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The updates of a block that follow each other and nothing reads in between, as those that {@code
 * stack} and {@code concat} become: {@code y1 = y0 with part 0; y2 = y1 with part 1}.
 */
public final class UpdateChains {

  private final Map<Value, Integer> uses = new HashMap<>();
  private final Map<Value, Update> byTarget = new HashMap<>();
  private final Definitions definitions;
  private final Facts facts;

  public UpdateChains(TensorIr.Block block, Definitions definitions, Facts facts) {
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
  public Optional<Update> onlyUpdate(Value v) {
    return isUsedOnce(v)
        ? Optional.ofNullable(byTarget.get(v)).filter(u -> !definitions.isCopiedBy(u))
        : Optional.empty();
  }

  /**
   * Whether updates that follow each other write all elements of the value, and nothing reads it.
   */
  public boolean isOverwritten(Value v) {
    if (v.isScalar() || v.isUnranked()) {
      return false;
    }
    return cover(from(onlyUpdate(v)), v, IntStream.range(0, v.rank()).boxed().toList());
  }

  /** Whether an update and those that follow it write all elements, and nothing reads it before. */
  boolean writeAll(Update first) {
    Value v = first.target();
    return !v.isUnranked()
        && cover(from(Optional.of(first)), v, IntStream.range(0, v.rank()).boxed().toList());
  }

  private List<Update> from(Optional<Update> first) {
    var parts = new ArrayList<Update>();
    for (Optional<Update> u = first; u.isPresent(); u = onlyUpdate(u.get().result())) {
      parts.add(u.get());
    }
    return parts;
  }

  /**
   * The chain of updates that fills a new array, where no other step reads the array in between;
   * empty where there is no such chain.
   */
  List<Update> partsOf(Value v) {
    var parts = new ArrayDeque<Update>();
    Value made = v;
    while (definitions.of(made) instanceof Update u
        && onlyUpdate(u.target()).equals(Optional.of(u))) {
      parts.addFirst(u);
      made = u.target();
    }
    return isOverwritten(made) ? List.copyOf(parts) : List.of();
  }

  /** Whether one step reads it, in its block. */
  boolean isUsedOnce(Value v) {
    return uses.getOrDefault(v, 0) == 1 && !definitions.isUsedInside(v);
  }

  /**
   * Whether parts are all of a value along some of its axes: along the first of them that cuts it
   * into slabs, the parts of each slab are all of it along the other axes. A slab is a range of
   * places, or every so many of a range, where other slabs have the rest.
   */
  private boolean cover(List<Update> parts, Value v, List<Integer> axes) {
    return axes.isEmpty() || axes.stream().anyMatch(axis -> cover(parts, v, axes, axis));
  }

  private boolean cover(List<Update> parts, Value v, List<Integer> axes, int axis) {
    List<Integer> others = axes.stream().filter(a -> a != axis).toList();
    var left = new ArrayList<>(parts);
    Dim end = Dims.ZERO;
    while (true) {
      Dim start = end;
      Optional<Range> first =
          left.stream()
              .flatMap(u -> range(u, axis).stream())
              .filter(r -> facts.same(r.start(), start))
              .findFirst();
      if (first.isEmpty()) {
        return false;
      }
      for (Range slab : first.get().inTurn()) {
        List<Update> inside =
            left.stream()
                .filter(u -> range(u, axis).filter(r -> same(r, slab)).isPresent())
                .toList();
        if (inside.isEmpty() || !cover(inside, v, others)) {
          return false;
        }
        left.removeAll(inside);
      }
      end = first.get().end();
      if (facts.same(end, v.shape().get(axis))) {
        return true;
      }
    }
  }

  private boolean same(Range a, Range b) {
    return a.step() == b.step()
        && facts.same(a.start(), b.start())
        && facts.same(a.count(), b.count());
  }

  /** Whether no two of some updates of one value write an element both, as far as is known. */
  boolean areAllApart(List<Update> all) {
    return IntStream.range(0, all.size())
        .allMatch(
            i -> all.subList(i + 1, all.size()).stream().allMatch(u -> areApart(all.get(i), u)));
  }

  /** Whether two updates of one value write no element both, as far as is known. */
  public boolean areApart(Update a, Update b) {
    for (int axis = 0; axis < a.region().size(); axis++) {
      Optional<Range> one = range(a, axis);
      Optional<Range> other = range(b, axis);
      if (one.isPresent()
          && other.isPresent()
          && (isBefore(one.get(), other.get())
              || isBefore(other.get(), one.get())
              || areInTurn(one.get(), other.get()))) {
        return true;
      }
    }
    return false;
  }

  private boolean areInTurn(Range a, Range b) {
    return a.step() == b.step()
        && Dims.sub(facts.resolve(b.start()), facts.resolve(a.start())) instanceof Dim.Const c
        && c.value() % a.step() != 0;
  }

  private boolean isBefore(Range first, Range second) {
    return Dims.sub(facts.resolve(second.start()), facts.resolve(first.end()))
            instanceof Dim.Const c
        && c.value() >= 0;
  }

  /** So many places on an axis, each so far from the one before. */
  private record Range(Dim start, Dim count, int step) {

    /** Behind the last step. */
    Dim end() {
      return Dims.add(start, Dims.mul(Dims.of(step), count));
    }

    /** This one and those that have the places within its steps. */
    List<Range> inTurn() {
      return IntStream.range(0, step)
          .mapToObj(k -> new Range(Dims.add(start, Dims.of(k)), count, step))
          .toList();
    }
  }

  /**
   * The places of an axis that an update writes; empty where they go backwards, or along two axes.
   */
  private static Optional<Range> range(Update u, int axis) {
    TensorIr.ViewAxis region = u.region().get(axis);
    List<TensorIr.Walk> walks = region.walks();
    if (walks.isEmpty()) {
      return Optional.of(new Range(region.start(), Dims.ONE, 1));
    }
    TensorIr.Walk walk = walks.getFirst();
    return walks.size() == 1 && walk.step() > 0
        ? Optional.of(
            new Range(region.start(), u.extents().get(walk.axis()), Math.toIntExact(walk.step())))
        : Optional.empty();
  }
}
