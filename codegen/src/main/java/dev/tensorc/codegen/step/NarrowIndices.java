package dev.tensorc.codegen.step;

import dev.tensorc.codegen.loop.IntegerRange;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Block;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Step;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Compares indices in 32 bits, as many lanes of a vector as f32 has, and not in 64: an axis has at
 * most 2^31-1 elements.
 *
 * <p>Before: {@code arange(m) < length}, of i64. After: {@code astype(arange(m), i32) <
 * astype(clip(length, -2^31, 2^31-1), i32)}. The number beside an index may be any: it is cut off
 * where no index comes, so that every comparison says the same.
 *
 * <p>Deliberately missed: an index beside i64 elements of as many axes as the result, which take
 * lanes of 64 bits anyway, and truth values that choose among elements of 64 bits.
 */
final class NarrowIndices implements StepRewriter {

  private static final Set<Builtin> COMPARISONS =
      EnumSet.of(
          Builtin.LESS,
          Builtin.LESS_EQUAL,
          Builtin.GREATER,
          Builtin.GREATER_EQUAL,
          Builtin.EQUAL,
          Builtin.NOT_EQUAL);

  /**
   * The numbers that a value may be.
   *
   * @param index whether it is computed from an index
   */
  private record Range(IntegerRange numbers, boolean index) {

    private static final Range INDICES =
        new Range(new IntegerRange(0, Integer.MAX_VALUE - 1), true);

    /** Whether all are inside the range of i32, so that its ends are less and more than they. */
    boolean fits() {
      return numbers.least() > Integer.MIN_VALUE && numbers.most() < Integer.MAX_VALUE;
    }

    Optional<Range> plus(Range other) {
      return numbers.plus(other.numbers).map(sum -> new Range(sum, index || other.index));
    }

    Optional<Range> negated() {
      return numbers.negated().map(n -> new Range(n, index));
    }
  }

  private final IntSupplier ids;
  private final Map<Value, Range> ranges = new HashMap<>();
  private final Map<Value, List<TensorIr.Pure>> uses = new HashMap<>();
  private final Map<Value, Boolean> forNarrow = new HashMap<>();
  private boolean hasIndices;

  private NarrowIndices(IntSupplier ids) {
    this.ids = ids;
  }

  /**
   * @param ids numbers for values of its own
   */
  static TensorIr.Function of(TensorIr.Function f, IntSupplier ids) {
    var indices = new NarrowIndices(ids);
    indices.learn(f.body());
    return indices.hasIndices ? f.withBody(indices.rewritten(f.body())) : f;
  }

  // ---------------------------------------------------------------- facts about values

  private void learn(Block block) {
    for (Step step : block.steps()) {
      if (step instanceof TensorIr.Pure p) {
        hasIndices |= p instanceof TensorIr.Iota;
        range(p).ifPresent(r -> ranges.put(p.result(), r));
        p.uses().forEach(v -> uses.computeIfAbsent(v, _ -> new ArrayList<>()).add(p));
      } else if (step instanceof TensorIr.Control c) {
        c.blocks().forEach(this::learn);
      }
    }
  }

  private Optional<Range> range(TensorIr.Pure p) {
    if (p.result().dtype() != DType.I64) {
      return Optional.empty();
    }
    return switch (p) {
      case TensorIr.Iota _ -> Optional.of(Range.INDICES);
      case TensorIr.Constant c -> {
        long number = (Long) c.value();
        yield Optional.of(new Range(new IntegerRange(number, number), false));
      }
      case TensorIr.View v -> range(v.operand());
      case TensorIr.Map m -> range(m);
      default -> Optional.empty();
    };
  }

  private Optional<Range> range(Value v) {
    return Optional.ofNullable(ranges.get(v));
  }

  private Optional<Range> range(TensorIr.Map m) {
    List<Value> of = m.operands().stream().map(Operand::value).toList();
    return switch (m.builtin()) {
      case ADD -> range(of.get(0)).flatMap(a -> range(of.get(1)).flatMap(a::plus));
      case SUBTRACT ->
          range(of.get(0)).flatMap(a -> range(of.get(1)).flatMap(Range::negated).flatMap(a::plus));
      default -> Optional.empty();
    };
  }

  /**
   * Whether truth values choose among elements of at most 32 bits, or nothing is chosen by them.
   */
  private boolean isForNarrow(Value truth) {
    Boolean known = forNarrow.get(truth);
    if (known == null) {
      List<TensorIr.Pure> users = uses.getOrDefault(truth, List.of());
      known = users.isEmpty() || users.stream().anyMatch(this::isNarrow);
      forNarrow.put(truth, known);
    }
    return known;
  }

  private boolean isNarrow(TensorIr.Pure user) {
    return user.result().dtype() != DType.BOOL
        ? user.result().dtype().bytes() <= DType.I32.bytes()
        : user instanceof TensorIr.Fold || isForNarrow(user.result());
  }

  // ---------------------------------------------------------------- the steps

  @Override
  public void rewrite(TensorIr.Pure step, List<Step> steps) {
    steps.add(step instanceof TensorIr.Map m && isOfIndices(m) ? narrow(m, steps) : step);
  }

  /**
   * Whether the step compares indices, with each other or with values that take no lanes of 64
   * bits.
   */
  private boolean isOfIndices(TensorIr.Map m) {
    return COMPARISONS.contains(m.builtin())
        && m.operands().stream().allMatch(o -> o.value().dtype() == DType.I64)
        && m.operands().stream().noneMatch(o -> o.value().isUnranked())
        && m.operands().stream().anyMatch(o -> isIndex(o.value()))
        && m.operands().stream()
            .allMatch(o -> fits(o.value()) || !Cost.isAsLarge(o.value(), m.result()))
        && isForNarrow(m.result());
  }

  private boolean isIndex(Value v) {
    return range(v).filter(r -> r.fits() && r.index()).isPresent();
  }

  private boolean fits(Value v) {
    return range(v).filter(Range::fits).isPresent();
  }

  private TensorIr.Map narrow(TensorIr.Map m, List<Step> steps) {
    List<Operand> operands =
        m.operands().stream().map(o -> new Operand(narrow(o.value(), steps), o.axes())).toList();
    return new TensorIr.Map(m.result(), m.builtin(), operands, m.fastmath());
  }

  private Value narrow(Value v, List<Step> steps) {
    Value inside = v;
    if (!fits(v)) {
      Value least = constant(Integer.MIN_VALUE, v, steps);
      Value most = constant(Integer.MAX_VALUE, v, steps);
      inside = like(v, DType.I64, v.name());
      steps.add(
          new TensorIr.Map(
              inside,
              Builtin.CLIP,
              List.of(Operand.whole(v), Operand.whole(least), Operand.whole(most))));
    }
    Value narrow = like(v, DType.I32, "astype(%s, i32)".formatted(v.name()));
    steps.add(new TensorIr.Map(narrow, Builtin.ASTYPE, List.of(Operand.whole(inside))));
    return narrow;
  }

  private Value constant(long number, Value at, List<Step> steps) {
    String name = Long.toString(number);
    var v = new Value(ids.getAsInt(), DType.I64, List.<Dim>of(), name, at.span());
    steps.add(new TensorIr.Constant(v, number));
    return v;
  }

  private Value like(Value v, DType dtype, String name) {
    return new Value(ids.getAsInt(), dtype, v.shape(), v.axes(), name, v.span());
  }
}
