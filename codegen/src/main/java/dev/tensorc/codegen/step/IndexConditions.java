package dev.tensorc.codegen.step;

import dev.tensorc.codegen.step.IndexRanges.Range;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Conditions on the indices of an array's elements. Values are operands of the array here: their
 * index maps lead to its axes.
 */
final class IndexConditions {

  /**
   * A comparison that is true or false for ranges of one index.
   *
   * @param cuts where the ranges end, but for the last one
   * @param holds whether it holds in each range
   */
  private record Comparison(Operand of, int axis, List<Dim> cuts, List<Boolean> holds) {}

  final Definitions definitions;
  final Facts facts;
  private final SizeProofs proofs;
  private final Map<Value, Dim> sizes;

  /** Whether conditions hold in a part: each is looked at once. */
  private final Map<IndexRanges, Map<Operand, Optional<Boolean>>> truths = new IdentityHashMap<>();

  /**
   * @param sizes scalars that are sizes, beside those that the program computes
   */
  IndexConditions(Definitions definitions, Facts facts, Map<Value, Dim> sizes) {
    this.definitions = definitions;
    this.facts = facts;
    this.proofs = new SizeProofs(facts);
    this.sizes = sizes;
  }

  /** The indices that an i64 value adds up; empty where it is anything else. */
  Optional<IndexSum> sum(Operand o) {
    return o.value().dtype() == DType.I64 ? IndexSum.of(o, definitions, sizes) : Optional.empty();
  }

  /** An operand of a step whose result is an operand itself. */
  static Operand within(Operand outer, Operand inner) {
    return new Operand(inner.value(), inner.axes().stream().map(outer.axes()::get).toList());
  }

  /** The tensor that a view shows whole, along its axes; empty where it shows something else. */
  Optional<Operand> shown(TensorIr.View v) {
    var axes = new ArrayList<Integer>();
    for (int axis = 0; axis < v.axes().size(); axis++) {
      TensorIr.ViewAxis walked = v.axes().get(axis);
      int along = walked.walks().isEmpty() ? -1 : walked.walks().getFirst().axis();
      if (along < 0
          || !walked.equals(TensorIr.ViewAxis.whole(along))
          || !facts.same(v.operand().shape().get(axis), v.result().shape().get(along))) {
        return Optional.empty();
      }
      axes.add(along);
    }
    return Optional.of(new Operand(v.operand(), axes));
  }

  /** Whether a sum of sizes is not negative wherever the others are not. */
  boolean isNotNegative(Dim sum, List<Dim> others) {
    return proofs.notNegative(sum, others);
  }

  // ---------------------------------------------------------------- truth

  /** Whether the condition holds for all of a part, or for none of it; empty where it depends. */
  Optional<Boolean> truth(Operand condition, IndexRanges ranges) {
    Map<Operand, Optional<Boolean>> known = truths.computeIfAbsent(ranges, _ -> new HashMap<>());
    Optional<Boolean> truth = known.get(condition);
    if (truth == null) {
      truth = computed(condition, ranges);
      known.put(condition, truth);
    }
    return truth;
  }

  private Optional<Boolean> computed(Operand condition, IndexRanges ranges) {
    Boolean holds = ranges.holds().get(condition);
    if (holds != null) {
      return Optional.of(holds);
    }
    if (!(definitions.of(condition.value()) instanceof TensorIr.Map m)) {
      return Optional.empty();
    }
    return switch (m.builtin()) {
      case LOGICAL_NOT -> truth(condition, m, 0, ranges).map(is -> !is);
      case LOGICAL_AND -> either(condition, m, false, ranges);
      case LOGICAL_OR -> either(condition, m, true, ranges);
      default -> Optional.empty();
    };
  }

  private Optional<Boolean> truth(Operand of, TensorIr.Map m, int number, IndexRanges ranges) {
    return truth(within(of, m.operands().get(number)), ranges);
  }

  /**
   * The value of {@code and} or {@code or}, which one operand decides alone if it is {@code
   * enough}.
   */
  private Optional<Boolean> either(Operand of, TensorIr.Map m, boolean enough, IndexRanges ranges) {
    Optional<Boolean> left = truth(of, m, 0, ranges);
    Optional<Boolean> right = truth(of, m, 1, ranges);
    Optional<Boolean> decides =
        left.filter(is -> is == enough).or(() -> right.filter(is -> is == enough));
    return decides.or(() -> left.flatMap(_ -> right));
  }

  // ---------------------------------------------------------------- parts

  /**
   * The parts in which the first undecided comparison that chooses among elements is true or false;
   * empty without one.
   *
   * @param inside values that are computed for these elements alone
   */
  Optional<List<IndexRanges>> divided(IndexRanges ranges, Operand elements, Set<Value> inside) {
    return choosing(elements, ranges, inside, new HashSet<>());
  }

  private Optional<List<IndexRanges>> choosing(
      Operand o, IndexRanges ranges, Set<Value> inside, Set<Operand> seen) {
    if (!inside.contains(o.value()) || !seen.add(o)) {
      return Optional.empty();
    }
    if (definitions.of(o.value()) instanceof TensorIr.View v) {
      return shown(v).flatMap(whole -> choosing(within(o, whole), ranges, inside, seen));
    }
    if (!(definitions.of(o.value()) instanceof TensorIr.Map m)) {
      return Optional.empty();
    }
    Optional<Operand> chosen = chosen(o, m, ranges);
    if (chosen.isPresent()) {
      return choosing(chosen.get(), ranges, inside, seen);
    }
    if (m.builtin() == Builtin.WHERE) {
      Optional<List<IndexRanges>> parts =
          comparing(within(o, m.operands().getFirst()), ranges, seen);
      if (parts.isPresent()) {
        return parts;
      }
    }
    return m.operands().stream()
        .flatMap(operand -> choosing(within(o, operand), ranges, inside, seen).stream())
        .findFirst();
  }

  /** The operand that {@code where} gives for all of a part. */
  Optional<Operand> chosen(Operand o, TensorIr.Map m, IndexRanges ranges) {
    return m.builtin() == Builtin.WHERE
        ? truth(o, m, 0, ranges).map(is -> within(o, m.operands().get(is ? 1 : 2)))
        : Optional.empty();
  }

  private Optional<List<IndexRanges>> comparing(
      Operand condition, IndexRanges ranges, Set<Operand> seen) {
    if (truth(condition, ranges).isPresent()
        || !seen.add(condition)
        || !(definitions.of(condition.value()) instanceof TensorIr.Map m)) {
      return Optional.empty();
    }
    return switch (m.builtin()) {
      case LOGICAL_NOT, LOGICAL_AND, LOGICAL_OR ->
          m.operands().stream()
              .flatMap(o -> comparing(within(condition, o), ranges, seen).stream())
              .findFirst();
      default -> comparison(condition, m).flatMap(c -> parts(c, ranges));
    };
  }

  private Optional<Comparison> comparison(Operand o, TensorIr.Map m) {
    if (!m.builtin().compares()) {
      return Optional.empty();
    }
    Optional<IndexSum> left = sum(within(o, m.operands().get(0)));
    Optional<IndexSum> right = sum(within(o, m.operands().get(1)));
    return left.flatMap(l -> right.map(r -> l.plus(r, -1))).flatMap(d -> comparison(o, m, d));
  }

  /** The comparison of a difference with 0, such as {@code difference < 0}. */
  private static Optional<Comparison> comparison(Operand o, TensorIr.Map m, IndexSum difference) {
    if (difference.factors().size() != 1) {
      return Optional.empty();
    }
    var only = difference.factors().entrySet().iterator().next();
    boolean up = only.getValue() == 1;
    if (!up && only.getValue() != -1) {
      return Optional.empty();
    }
    Dim at = up ? Dims.sub(Dims.ZERO, difference.start()) : difference.start();
    Dim behind = Dims.add(at, 1);
    int axis = only.getKey();
    return switch (m.builtin()) {
      case LESS -> Optional.of(from(o, axis, up ? at : behind, !up));
      case LESS_EQUAL -> Optional.of(from(o, axis, up ? behind : at, !up));
      case GREATER -> Optional.of(from(o, axis, up ? behind : at, up));
      case GREATER_EQUAL -> Optional.of(from(o, axis, up ? at : behind, up));
      case EQUAL ->
          Optional.of(new Comparison(o, axis, List.of(at, behind), List.of(false, true, false)));
      case NOT_EQUAL ->
          Optional.of(new Comparison(o, axis, List.of(at, behind), List.of(true, false, true)));
      default -> Optional.empty();
    };
  }

  /**
   * A comparison that changes once along its axis.
   *
   * @param behind whether it holds from the cut on; before the cut it is the opposite
   */
  private static Comparison from(Operand o, int axis, Dim cut, boolean behind) {
    return new Comparison(o, axis, List.of(cut), List.of(!behind, behind));
  }

  private Optional<List<IndexRanges>> parts(Comparison c, IndexRanges ranges) {
    var parts = new ArrayList<IndexRanges>();
    Dim start = ranges.start(c.axis());
    for (int k = 0; k < c.holds().size(); k++) {
      Dim to = ranges.end(c.axis());
      Optional<Dim> end =
          k < c.cuts().size() ? between(start, c.cuts().get(k), to) : Optional.of(to);
      if (end.isEmpty()) {
        return Optional.empty();
      }
      Dim size = facts.resolve(Dims.sub(end.get(), start));
      if (!Dims.isConst(size, 0)) {
        parts.add(ranges.with(c.axis(), new Range(start, size), c.of(), c.holds().get(k)));
      }
      start = end.get();
    }
    return Optional.of(parts);
  }

  /** The cut, or the end of the range that it is beyond; empty where it may wrap round. */
  private Optional<Dim> between(Dim from, Dim cut, Dim to) {
    if (proofs.notNegative(Dims.sub(from, cut))) {
      return Optional.of(from);
    }
    if (proofs.notNegative(Dims.sub(cut, to))) {
      return Optional.of(to);
    }
    boolean isBehind = proofs.notNegative(Dims.sub(cut, from));
    boolean isBefore = proofs.notNegative(Dims.sub(to, cut));
    if ((!isBehind || !isBefore) && Dims.atoms(cut).stream().anyMatch(IndexConditions::isNumber)) {
      return Optional.empty();
    }
    Dim behind = isBehind ? cut : Dims.add(from, Dims.clamp(Dims.sub(cut, from)));
    return Optional.of(isBefore ? behind : Dims.min(behind, to));
  }

  /** Whether the dim is no size, but any number. */
  private static boolean isNumber(Dim atom) {
    return switch (atom) {
      case Dim.Sym s -> s.signed();
      case Dim.Late l -> l.signed();
      default -> false;
    };
  }
}
