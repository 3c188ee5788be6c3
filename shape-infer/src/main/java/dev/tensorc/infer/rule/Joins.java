package dev.tensorc.infer.rule;

import dev.tensorc.ir.Axes;
import dev.tensorc.ir.Axes.Stretch;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.Facts;
import dev.tensorc.ir.TensorIr.JoinOperand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins sizes that meet on an axis, once a discipline has said which axes meet and where a 1 may
 * stretch.
 *
 * <p>The joined size is that of the operands that may not stretch, which must agree, else the first
 * that is not 1, else 1. A question that the facts do not decide is left to a check.
 */
public final class Joins {

  /**
   * @param axes for each axis of the value, the axis of the joined shape
   * @param stretches for each axis of the value, whether a size of 1 stretches there
   */
  public record Operand(Value value, List<Integer> axes, List<Boolean> stretches) {

    /**
     * As a check has it.
     *
     * @param type of the value as the program has it
     */
    public JoinOperand checked(String type) {
      return new JoinOperand(
          value.name(), type, value.shape(), axes, stretches, value.axes().ranks());
    }

    /** The operand with another value of that shape. */
    public Operand of(Value other) {
      return new Operand(other, axes, stretches);
    }

    /** The value's axis there, if it has one. */
    public Optional<Integer> own(int axis) {
      int own = axes.indexOf(axis);
      return own < 0 ? Optional.empty() : Optional.of(own);
    }
  }

  public sealed interface Verdict {}

  /**
   * The operands join.
   *
   * @param shape the joined shape, valid once the check has passed if there is one
   * @param open for each joined axis the sizes that are not known to join already, and whether they
   *     may stretch; equal where two joins ask for the same
   */
  public record Joined(List<Operand> operands, List<Dim> shape, Axes axes, List<Set<Size>> open)
      implements Verdict {

    /** Whether sizes may turn out not to go together. */
    public boolean needsCheck() {
      return open.stream().anyMatch(sizes -> !sizes.isEmpty());
    }
  }

  /** The operands never join on that axis of the joined shape: two operands exclude each other. */
  public record Conflict(int rank, int axis, boolean unranked, Operand first, Operand second)
      implements Verdict {

    /**
     * The name of the axis in messages: where an operand is unranked that of the first, from its
     * end.
     */
    public int axisName() {
      return unranked ? first.own(axis).orElseThrow() - first.value().rank() : axis;
    }
  }

  public record Size(Dim size, boolean stretches) {}

  private final List<Operand> operands;
  private final List<Integer> levels;
  private final int rank;
  private final Facts facts;

  private Joins(List<Operand> operands, List<Integer> levels, Facts facts) {
    this.operands = operands;
    this.levels = levels;
    this.rank = levels.stream().mapToInt(Integer::intValue).sum();
    this.facts = facts;
  }

  /**
   * @param levels how many axes each level of the joined shape has, the outer one first
   */
  public static Verdict join(List<Operand> operands, List<Integer> levels, Facts facts) {
    return new Joins(operands, levels, facts).join();
  }

  private Verdict join() {
    var shape = new ArrayList<Dim>();
    var stretch = new ArrayList<Stretch>();
    var open = new ArrayList<Set<Size>>();
    for (int axis = rank - 1; axis >= 0; axis--) {
      List<Met> met = met(axis);
      Optional<Conflict> conflict = conflict(axis, met);
      if (conflict.isPresent()) {
        return conflict.get();
      }
      List<Size> sizes = sizes(met);
      shape.addFirst(joined(sizes));
      stretch.addFirst(stretch(met));
      open.addFirst(decided(sizes) ? Set.of() : new HashSet<>(sizes));
    }
    return new Joined(operands, shape, new Axes(stretch, levels, ranks()), open);
  }

  /** Where an operand is unranked the result is: its rank is the largest of theirs. */
  private List<Dim> ranks() {
    if (operands.stream().noneMatch(o -> o.value().isUnranked())) {
      return List.of();
    }
    var ranks = new ArrayList<Dim>();
    operands.forEach(o -> ranks.addAll(o.value().axes().ranks()));
    int least =
        operands.stream()
            .filter(o -> !o.value().isUnranked())
            .mapToInt(o -> o.value().rank())
            .max()
            .orElse(0);
    if (least > 0) {
      ranks.add(Dims.of(least));
    }
    return ranks;
  }

  /** An operand that has the axis, which is {@code own} among its axes. */
  private record Met(Operand operand, int own, Size size) {}

  private List<Met> met(int axis) {
    var met = new ArrayList<Met>();
    for (Operand o : operands) {
      int own = o.axes().indexOf(axis);
      if (own >= 0) {
        Dim size = facts.resolve(o.value().shape().get(own));
        met.add(new Met(o, own, new Size(size, o.stretches().get(own))));
      }
    }
    return met;
  }

  /** The sizes that meet, each once, without those that stretch in any case. */
  private static List<Size> sizes(List<Met> met) {
    var sizes = new ArrayList<Size>();
    for (Met m : met) {
      if (!stretched(m.size()) && !sizes.contains(m.size())) {
        sizes.add(m.size());
      }
    }
    return sizes;
  }

  private static boolean stretched(Size s) {
    return s.stretches() && Dims.isConst(s.size(), 1);
  }

  private Optional<Conflict> conflict(int axis, List<Met> met) {
    for (int j = 1; j < met.size(); j++) {
      for (int i = 0; i < j; i++) {
        Met a = met.get(i);
        Met b = met.get(j);
        if (exclude(a.size(), b.size())) {
          boolean unranked = operands.stream().anyMatch(o -> o.value().isUnranked());
          return Optional.of(new Conflict(rank, axis, unranked, a.operand(), b.operand()));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the two differ for every binding, and neither can be a 1 that stretches. */
  private boolean exclude(Size a, Size b) {
    return Dims.sub(a.size(), b.size()) instanceof Dim.Const c
        && c.value() != 0
        && !(a.stretches() && facts.couldBeOne(a.size()))
        && !(b.stretches() && facts.couldBeOne(b.size()));
  }

  private static Optional<Dim> fixed(List<Size> sizes) {
    return sizes.stream().filter(s -> !s.stretches()).map(Size::size).findFirst();
  }

  private Dim joined(List<Size> sizes) {
    return sizes.size() == 1
        ? sizes.getFirst().size()
        : fixed(sizes)
            .orElseGet(() -> facts.resolve(Dims.join(sizes.stream().map(Size::size).toList())));
  }

  /** Whether the sizes are known to go together. */
  private static boolean decided(List<Size> sizes) {
    if (sizes.size() <= 1) {
      return true;
    }
    Optional<Dim> fixed = fixed(sizes);
    if (fixed.isEmpty()) {
      return Dims.open(sizes.stream().map(Size::size).toList()).size() <= 1;
    }
    Dim size = fixed.get();
    return sizes.stream()
        .allMatch(
            s ->
                s.size().equals(size)
                    || (s.stretches() && Dims.open(List.of(s.size(), size)).equals(List.of(size))));
  }

  private static Stretch stretch(List<Met> met) {
    var all = EnumSet.noneOf(Stretch.class);
    met.forEach(m -> all.add(m.operand().value().axes().stretch().get(m.own())));
    return Stretches.of(all);
  }
}
