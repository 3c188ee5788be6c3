package dev.tensorc.codegen.step;

import dev.tensorc.codegen.loop.IntegerRange;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers that the elements of integer values may be: those of their dtypes, and fewer where
 * they are converted, sums, differences or views of such.
 */
final class IntegerRanges {

  private final Map<Value, IntegerRange> ranges = new HashMap<>();

  /** Takes in the next step; those that define its operands come before it. */
  void learn(TensorIr.Pure step) {
    Value result = step.result();
    of(step).filter(r -> r.fits(result.dtype())).ifPresent(r -> ranges.put(result, r));
  }

  /** Empty for floats, truth values and u64. */
  Optional<IntegerRange> of(Value v) {
    return Optional.ofNullable(ranges.get(v)).or(() -> IntegerRange.of(v.dtype()));
  }

  private Optional<IntegerRange> of(TensorIr.Pure step) {
    return switch (step) {
      case TensorIr.Constant c when c.result().dtype().isInt() -> {
        long number = ((Number) c.value()).longValue();
        yield Optional.of(new IntegerRange(number, number));
      }
      case TensorIr.View v -> of(v.operand());
      case TensorIr.Reshape r -> of(r.operand());
      case TensorIr.Map m -> of(m);
      default -> Optional.empty();
    };
  }

  private Optional<IntegerRange> of(TensorIr.Map m) {
    List<Value> operands = m.operands().stream().map(TensorIr.Operand::value).toList();
    return switch (m.builtin()) {
      case ASTYPE -> of(operands.get(0));
      case ADD -> of(operands.get(0)).flatMap(a -> of(operands.get(1)).flatMap(a::plus));
      case SUBTRACT ->
          of(operands.get(0))
              .flatMap(a -> of(operands.get(1)).flatMap(IntegerRange::negated).flatMap(a::plus));
      default -> Optional.empty();
    };
  }

  /** Whether the step's result is its first operand's numbers, in whichever dtypes of integers. */
  boolean isSame(TensorIr.Map m) {
    Value first = m.operands().getFirst().value();
    Optional<IntegerRange> range = of(first);
    boolean same =
        m.builtin() == Builtin.ASTYPE
            || (m.builtin() == Builtin.SUBTRACT
                && first.shape().equals(m.result().shape())
                && of(m.operands().getLast().value()).filter(r -> r.magnitude() == 0).isPresent());
    return same
        && m.result().dtype().isInt()
        && range.filter(r -> r.fits(m.result().dtype())).isPresent();
  }
}
