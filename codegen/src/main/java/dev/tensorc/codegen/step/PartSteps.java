package dev.tensorc.codegen.step;

import static java.util.stream.Collectors.toCollection;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import dev.tensorc.ir.TensorIr.ViewAxis;
import dev.tensorc.ir.TensorIr.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntSupplier;

/**
 * The steps that compute one part of an array. Values are operands of the array: their index maps
 * lead to its axes. A part that is one place of an axis lacks that axis.
 */
final class PartSteps {

  private final Value array;
  private final IndexRanges ranges;
  private final IndexConditions conditions;
  private final Definitions definitions;
  private final Facts facts;
  private final Set<Value> inside;
  private final IntSupplier ids;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Operand, Operand> parts = new HashMap<>();
  private boolean good = true;

  PartSteps(
      Value array,
      IndexRanges ranges,
      IndexConditions conditions,
      Set<Value> inside,
      IntSupplier ids) {
    this.array = array;
    this.ranges = ranges;
    this.conditions = conditions;
    this.definitions = conditions.definitions;
    this.facts = conditions.facts;
    this.inside = inside;
    this.ids = ids;
  }

  List<Step> steps() {
    return steps;
  }

  /** The elements; empty where they cannot be computed alone, or might throw. */
  Optional<Operand> elements() {
    Operand part = part(Operand.whole(array));
    return good ? Optional.of(part) : Optional.empty();
  }

  private Operand part(Operand o) {
    Operand known = parts.get(o);
    if (known == null) {
      known = computed(o);
      parts.put(o, known);
    }
    return known;
  }

  private Operand computed(Operand o) {
    for (int axis = 0; axis < o.axes().size(); axis++) {
      Dim size = o.value().shape().get(axis);
      good &= isOne(o, axis) || facts.same(size, array.shape().get(o.axes().get(axis)));
    }
    if (!good) {
      return o;
    }
    return switch (definitions.of(o.value())) {
      case TensorIr.Iota i -> index(o, o.axes().get(i.axis()));
      case TensorIr.Map m when inside.contains(m.result()) -> mapped(o, m);
      case TensorIr.Gather g when inside.contains(g.result()) -> gathered(o, g);
      case TensorIr.View v when inside.contains(v.result()) ->
          conditions
              .shown(v)
              .map(whole -> part(IndexConditions.within(o, whole)))
              .orElseGet(
                  () -> view(o, v.operand(), v.axes().stream().map(a -> moved(o, a)).toList()));
      case null, default -> slice(o);
    };
  }

  private static boolean isOne(Operand o, int axis) {
    return Dims.isConst(o.value().shape().get(axis), 1);
  }

  private Value like(Value v, List<Integer> axes) {
    List<Dim> shape = axes.stream().map(ranges::size).toList();
    return new Value(ids.getAsInt(), v.dtype(), shape, v.name(), v.span());
  }

  /** The axes along which a part of it has more than one element. */
  private List<Integer> kept(Operand o) {
    var kept = new ArrayList<Integer>();
    for (int axis = 0; axis < o.axes().size(); axis++) {
      if (!isOne(o, axis) && !ranges.isPoint(o.axes().get(axis))) {
        kept.add(o.axes().get(axis));
      }
    }
    return kept;
  }

  // ---------------------------------------------------------------- indices and operations

  private Operand index(Operand o, int axis) {
    Value start = number(ranges.start(axis), o.value());
    if (ranges.isPoint(axis)) {
      return new Operand(start, List.of());
    }
    Value at = like(o.value(), List.of(axis));
    steps.add(new TensorIr.Iota(at, 0));
    if (Dims.isConst(ranges.start(axis), 0)) {
      return new Operand(at, List.of(axis));
    }
    Value moved = like(o.value(), List.of(axis));
    var operands = List.of(Operand.whole(at), Operand.whole(start));
    steps.add(new TensorIr.Map(moved, Builtin.ADD, operands));
    return new Operand(moved, List.of(axis));
  }

  private Value number(Dim size, Value like) {
    Dim known = facts.resolve(size);
    Value v = new Value(ids.getAsInt(), DType.I64, List.of(), like.name(), like.span());
    steps.add(
        known instanceof Dim.Const c
            ? new TensorIr.Constant(v, c.value())
            : new TensorIr.DimValue(v, known));
    return v;
  }

  private Operand mapped(Operand o, TensorIr.Map m) {
    good &= !definitions.mayThrow(m);
    Optional<Boolean> truth = conditions.truth(o, ranges);
    if (truth.isPresent()) {
      Value v = like(o.value(), List.of());
      steps.add(new TensorIr.Constant(v, truth.get()));
      return Operand.whole(v);
    }
    Optional<Operand> chosen = conditions.chosen(o, m, ranges);
    if (chosen.isPresent()) {
      return part(chosen.get());
    }
    List<Operand> operands =
        m.operands().stream().map(of -> part(IndexConditions.within(o, of))).toList();
    List<Integer> axes =
        List.copyOf(
            operands.stream()
                .flatMap(of -> of.axes().stream())
                .collect(toCollection(TreeSet::new)));
    Value result = like(o.value(), axes);
    steps.add(
        new TensorIr.Map(
            result,
            m.builtin(),
            operands.stream()
                .map(of -> new Operand(of.value(), of.axes().stream().map(axes::indexOf).toList()))
                .toList(),
            m.fastmath()));
    return new Operand(result, axes);
  }

  // ---------------------------------------------------------------- elements of arrays

  /** The elements of a value that others use, too. */
  private Operand slice(Operand o) {
    boolean isWhole = true;
    var axes = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < o.axes().size(); axis++) {
      int own = o.axes().get(axis);
      boolean one = isOne(o, axis);
      isWhole &= !one && facts.same(ranges.size(own), array.shape().get(own));
      axes.add(moved(o, ViewAxis.whole(axis)));
    }
    return isWhole ? o : view(o, o.value(), axes);
  }

  /** A view of all that a part of an operand reads. */
  private Operand view(Operand o, Value of, List<ViewAxis> axes) {
    Value result = like(o.value(), kept(o));
    steps.add(new TensorIr.View(result, of, axes));
    return new Operand(result, kept(o));
  }

  /** A walk along the axes of an operand, as one along those of its part. */
  private ViewAxis moved(Operand o, ViewAxis walked) {
    var factors = new TreeMap<Integer, Long>();
    walked.walks().stream()
        .filter(w -> !isOne(o, w.axis()))
        .forEach(w -> factors.put(o.axes().get(w.axis()), w.step()));
    boolean isMoved = factors.keySet().stream().anyMatch(axis -> !isWhole(axis));
    good &= !walked.stretches() || !isMoved;
    ViewAxis moved = walked(o, new IndexSum(factors, walked.start()));
    return new ViewAxis(
        moved.walks(), moved.start(), walked.stretches() && !moved.walks().isEmpty());
  }

  private boolean isWhole(int axis) {
    return facts.same(ranges.size(axis), array.shape().get(axis));
  }

  private ViewAxis walked(Operand o, IndexSum sum) {
    List<Integer> kept = kept(o);
    Dim start = sum.start();
    var walks = new ArrayList<Walk>();
    for (var e : sum.factors().entrySet()) {
      start = Dims.add(start, Dims.mul(Dims.of(e.getValue()), ranges.start(e.getKey())));
      if (!ranges.isPoint(e.getKey())) {
        good &= kept.contains(e.getKey());
        walks.add(new Walk(kept.indexOf(e.getKey()), e.getValue()));
      }
    }
    return new ViewAxis(walks, facts.resolve(start));
  }

  /** Elements under a condition that holds in all of the part: a view. */
  private Operand gathered(Operand o, TensorIr.Gather g) {
    good &=
        g.guard()
            .flatMap(c -> conditions.truth(IndexConditions.within(o, c), ranges))
            .orElse(false);
    Value source = g.source().value();
    var axes = new ArrayList<ViewAxis>();
    for (int axis = 0; axis < source.rank(); axis++) {
      int along = g.source().axes().get(axis);
      if (along >= 0) {
        boolean one = Dims.isConst(source.shape().get(axis), 1);
        good &= one || facts.same(source.shape().get(axis), o.value().shape().get(along));
        axes.add(one ? ViewAxis.at(Dims.ZERO) : moved(o, ViewAxis.whole(along)));
      } else {
        axes.add(place(o, g, axis));
      }
    }
    return good ? view(o, source, axes) : o;
  }

  private ViewAxis place(Operand o, TensorIr.Gather g, int axis) {
    Operand index =
        g.places().stream().filter(p -> p.axis() == axis).findFirst().orElseThrow().index();
    Optional<IndexSum> sum = conditions.sum(IndexConditions.within(o, index));
    good &= sum.isPresent() && staysOn(g.source().value().shape().get(axis), sum.get(), kept(o));
    return good ? walked(o, sum.orElseThrow()) : ViewAxis.at(Dims.ZERO);
  }

  /** Whether places are on an axis of that size, wherever the part has elements. */
  private boolean staysOn(Dim size, IndexSum places, List<Integer> kept) {
    List<Dim> more = kept.stream().map(axis -> Dims.add(ranges.size(axis), -1)).toList();
    Dim least = places.start();
    Dim most = places.start();
    for (var e : places.factors().entrySet()) {
      Dim factor = Dims.of(e.getValue());
      Dim first = Dims.mul(factor, ranges.start(e.getKey()));
      Dim last = Dims.mul(factor, Dims.add(ranges.end(e.getKey()), -1));
      least = Dims.add(least, e.getValue() > 0 ? first : last);
      most = Dims.add(most, e.getValue() > 0 ? last : first);
    }
    return conditions.isNotNegative(least, more)
        && conditions.isNotNegative(Dims.sub(Dims.add(size, -1), most), more);
  }
}
