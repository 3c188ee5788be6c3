package dev.tensorc.codegen.plan;

import dev.tensorc.codegen.loop.Access;
import dev.tensorc.codegen.loop.Access.AxisPath;
import dev.tensorc.codegen.step.Definitions;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Values for which a kernel that reduces in vectors has no lanes, and which it reads from memory
 * instead: values made of an index or of wider elements. A value is stored as soon as it is narrow
 * enough and follows fewer axes than the kernel, or one; a value that follows all axes is stored
 * where there is no other way. A reduction in wider lanes than another one, such as a count beside
 * a sum of f32, is a kernel of its own.
 *
 * <p>Before: {@code a @ b + astype(arange(m), f32)} is one kernel, which has no lanes for the i64
 * index. After: a row of f32 is stored, and the kernel reads it as it would read a bias.
 *
 * <p>Deliberately missed: values larger than all that the kernel reads and writes, as in {@code
 * sum(1 / astype(arange(n), f64))}; the kernel computes it then, in scalar code.
 */
final class PrecomputedOperands {

  /** An operand's properties that decide whether it is computed ahead. */
  private enum Part {
    INDEX,
    WIDER,
    REDUCED
  }

  private record Question(Part misfit, Value value) {}

  private final Group group;
  private final Definitions definitions;
  private final Function<Value, List<Access>> accesses;
  private final Facts facts;
  private final int lane;
  private final Map<Value, Set<Part>> parts = new HashMap<>();
  private final Map<Question, Boolean> without = new HashMap<>();
  private final Set<Value> found = new HashSet<>();

  private PrecomputedOperands(
      Group group,
      Definitions definitions,
      Function<Value, List<Access>> accesses,
      Facts facts,
      int lane) {
    this.group = group;
    this.definitions = definitions;
    this.accesses = accesses;
    this.facts = facts;
    this.lane = lane;
  }

  /**
   * The values that the kernel had better read.
   *
   * @param accesses how the kernel walks each value
   */
  static Set<Value> of(
      Group group, Definitions definitions, Function<Value, List<Access>> accesses, Facts facts) {
    if (group.folds().isEmpty() || group.loopsOverMergedAxes()) {
      return Set.of();
    }
    int lane = group.folds().stream().mapToInt(f -> width(f, definitions)).min().orElseThrow();
    Set<Value> wider = reducedWider(group, definitions, lane);
    if (!wider.isEmpty()) {
      return wider;
    }
    var ahead = new PrecomputedOperands(group, definitions, accesses, facts, lane);
    // a value computed once for a row is in no lane, so its elements may be wider
    boolean none =
        group.folds().stream()
            .flatMap(f -> f.uses().stream())
            .allMatch(v -> ahead.isWithout(Part.WIDER, v));
    return none && group.roots().stream().allMatch(v -> ahead.isWithout(Part.INDEX, v))
        ? ahead.found
        : Set.of();
  }

  private static Set<Value> reducedWider(Group group, Definitions definitions, int lane) {
    return group.folds().stream()
        .filter(f -> f.result().dtype().bytes() > lane && width(f, definitions) > lane)
        .map(TensorIr.Fold::result)
        .filter(v -> !group.roots().contains(v))
        .collect(Collectors.toSet());
  }

  /** Bytes of the lanes in which it reduces. */
  private static int width(TensorIr.Fold fold, Definitions definitions) {
    Value v = fold.uses().getFirst();
    while (v.dtype() == DType.BOOL && definitions.of(v) instanceof TensorIr.Pure p) {
      if (p.uses().isEmpty()) {
        break;
      }
      v = p.uses().getFirst(); // truth values are as wide as the compared values
    }
    return v.dtype().bytes();
  }

  /** Whether the kernel computes a value without such parts, if it reads the found ones. */
  private boolean isWithout(Part misfit, Value v) {
    if (!parts(v).contains(misfit) || found.contains(v)) {
      return true;
    }
    if (mayBeRead(v) && followed(v).allMatch(this::isFew)) {
      found.add(v);
      return true;
    }
    var question = new Question(misfit, v);
    Boolean known = without.get(question);
    if (known == null) {
      known =
          group.members().contains(v)
              && !is(misfit, v)
              && definitions.of(v) instanceof TensorIr.Instr i
              && i.uses().stream().allMatch(x -> isWithout(misfit, x));
      if (!known && mayBeRead(v)) {
        found.add(v);
        known = true;
      }
      without.put(question, known);
    }
    return known;
  }

  private boolean mayBeRead(Value v) {
    boolean made =
        definitions.of(v) instanceof TensorIr.Iota
            || (definitions.of(v) instanceof TensorIr.Map m
                && m.builtin() != Builtin.MATERIALIZE
                && !definitions.mayThrow(m));
    return made
        && !v.isScalar()
        && !v.dtype().isShortFloat()
        && v.dtype().bytes() <= lane
        && !parts(v).contains(Part.REDUCED)
        && !accesses.apply(v).isEmpty()
        && followed(v).allMatch(axes -> composes(axes) && isNoLarger(axes));
  }

  /** The axes that the kernel follows where it needs the value, each time. */
  private Stream<Set<Integer>> followed(Value v) {
    return accesses.apply(v).stream().map(this::followed);
  }

  private Set<Integer> followed(Access access) {
    return access.paths().stream()
        .map(AxisPath::axis)
        .filter(axis -> axis >= 0 && isLong(axis))
        .collect(Collectors.toSet());
  }

  /** Whether it is one axis, or fewer than there are where the value is needed. */
  private boolean isFew(Set<Integer> followed) {
    boolean reduced = followed.stream().anyMatch(axis -> axis >= group.parallel());
    int last = reduced ? group.axes().size() : group.parallel();
    return followed.size() <= 1
        || followed.size() < IntStream.range(0, last).filter(this::isLong).count();
  }

  /** Whether the reduced axes are still one row, where they are the last. */
  private boolean composes(Set<Integer> followed) {
    return !group.reducesOnlyRows()
        || followed.stream().noneMatch(axis -> axis >= group.parallel())
        || IntStream.range(group.parallel(), group.axes().size())
            .allMatch(axis -> !isLong(axis) || followed.contains(axis));
  }

  /** Whether the kernel reads or writes as many elements anyway. */
  private boolean isNoLarger(Set<Integer> followed) {
    boolean written =
        followed.stream().allMatch(axis -> axis < group.parallel())
            || group.roots().stream().anyMatch(r -> group.isAlongRow(r.rank()));
    return written
        || group.inputs().stream().anyMatch(a -> followed(a.access()).containsAll(followed));
  }

  private boolean isLong(int axis) {
    return !facts.isOne(group.axes().get(axis));
  }

  /** The properties of the value and of its operands in the kernel. */
  private Set<Part> parts(Value v) {
    Set<Part> known = parts.get(v);
    if (known != null) {
      return known;
    }
    Set<Part> all = EnumSet.noneOf(Part.class);
    EnumSet.allOf(Part.class).stream().filter(p -> is(p, v)).forEach(all::add);
    if (!v.isScalar() && group.members().contains(v)) {
      TensorIr.Instr made = definitions.of(v);
      if (made != null) {
        made.uses().stream().filter(x -> !x.isScalar()).forEach(x -> all.addAll(parts(x)));
      }
    }
    parts.put(v, all);
    return all;
  }

  private boolean is(Part part, Value v) {
    boolean inside = !v.isScalar() && group.members().contains(v);
    return switch (part) {
      case INDEX -> inside && definitions.of(v) instanceof TensorIr.Iota;
      case WIDER -> v.dtype().bytes() > lane;
      case REDUCED -> inside && definitions.of(v) instanceof TensorIr.Fold;
    };
  }
}
