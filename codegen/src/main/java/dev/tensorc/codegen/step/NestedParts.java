package dev.tensorc.codegen.step;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Update;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Writes the parts of a part where they belong, instead of making an array of the part first.
 *
 * <p>Before: {@code z = stack([concat([a, b]), c])} fills the array that {@code concat} makes, and
 * copies it. After: {@code z[0, :n] = a; z[0, n:] = b; z[1] = c}.
 *
 * <p>Deliberately missed: parts of an array that was there before them, since they may read it.
 */
public final class NestedParts extends PartsRewriter {

  private NestedParts(TensorIr.Function f, IntSupplier ids) {
    super(f, ids);
  }

  public static TensorIr.Module run(TensorIr.Module module) {
    return run(module, NestedParts::new);
  }

  /** Finds parts from the outermost inwards: those of a part that goes are found next time. */
  @Override
  void learn(Block block) {
    var chains = new UpdateChains(block, definitions, facts);
    for (Step step : block.steps().reversed()) {
      if (step instanceof Update u
          && chains.onlyUpdate(u.result()).isEmpty()
          && !gone.contains(u)) {
        flatten(chains.partsOf(u.result()), chains);
      } else if (step instanceof TensorIr.Instr i) {
        i.blocks().forEach(this::learn);
      }
    }
  }

  private void flatten(List<Update> whole, UpdateChains chains) {
    var all = new ArrayList<Update>();
    for (Update u : whole) {
      List<Update> parts = partsOf(u, chains);
      gone.addAll(parts);
      if (parts.isEmpty()) {
        all.add(u);
      } else {
        parts.forEach(part -> all.add(within(u, part)));
      }
    }
    if (!all.equals(whole)) {
      gone.addAll(whole);
      replaced.put(whole.getLast(), linked(chains.areAllApart(all) ? bySize(all) : all, whole));
    }
  }

  /** The parts of an update's value, where that is as large as the region. */
  private List<Update> partsOf(Update u, UpdateChains chains) {
    Value part = u.value().value();
    List<Dim> extents = u.extents();
    return chains.isUsedOnce(part)
            && u.value().axes().equals(IntStream.range(0, extents.size()).boxed().toList())
            && facts.same(part.shape(), extents)
        ? chains.partsOf(part)
        : List.of();
  }

  /** A part of an update's value as an update of that update's target. */
  private static Update within(Update u, Update part) {
    List<ViewAxis> region = u.region().stream().map(axis -> within(axis, part)).toList();
    return new Update(u.result(), u.target(), region, part.extents(), part.value());
  }

  private static ViewAxis within(ViewAxis axis, Update part) {
    Dim start = axis.start();
    var walks = new ArrayList<Walk>();
    for (Walk outer : axis.walks()) {
      ViewAxis inner = part.region().get(outer.axis());
      start = Dims.add(start, Dims.mul(Dims.of(outer.step()), inner.start()));
      inner.walks().forEach(w -> walks.add(new Walk(w.axis(), outer.step() * w.step())));
    }
    return new ViewAxis(walks, start, axis.stretches());
  }

  /** Parts of one size behind each other: one loop may write them. */
  private static List<Update> bySize(List<Update> parts) {
    return parts.stream()
        .collect(groupingBy(Update::extents, LinkedHashMap::new, toList()))
        .values()
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /** Updates that follow each other, with the first target and the last result of others. */
  private List<Update> linked(List<Update> parts, List<Update> others) {
    var linked = new ArrayList<Update>();
    Value target = others.getFirst().target();
    Value last = others.getLast().result();
    for (Update u : parts) {
      Value result = linked.size() == parts.size() - 1 ? last : another(last);
      linked.add(new Update(result, target, u.region(), u.extents(), u.value()));
      target = result;
    }
    return linked;
  }
}
