package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which numbers the elements of integer values may be: those of their dtypes, and fewer where they
 * are converted, sums, differences or views of such.
 */
final class IntegerRanges {

  /** All numbers from one to another. */
  record Range(long least, long most) {

    /** The largest absolute value; 2^63-1 stands for 2^63, too. */
    long magnitude() {
      return Math.max(most, least == Long.MIN_VALUE ? Long.MAX_VALUE : -least);
    }

    boolean fits(DType d) {
      return of(d).filter(r -> r.least <= least && most <= r.most).isPresent();
    }

    /** Of all elements of a dtype; empty for those that an i64 does not hold. */
    static Optional<Range> of(DType d) {
      if (!d.isInt() || d == DType.U64) {
        return Optional.empty();
      }
      int bits = 8 * d.bytes();
      return Optional.of(
          d.isUnsigned()
              ? new Range(0, (1L << bits) - 1)
              : new Range(Long.MIN_VALUE >> (64 - bits), Long.MAX_VALUE >> (64 - bits)));
    }

    private Optional<Range> plus(Range other) {
      try {
        return Optional.of(
            new Range(Math.addExact(least, other.least), Math.addExact(most, other.most)));
      } catch (ArithmeticException e) {
        return Optional.empty(); // it wraps around
      }
    }

    private Optional<Range> negated() {
      return least == Long.MIN_VALUE ? Optional.empty() : Optional.of(new Range(-most, -least));
    }
  }

  private final Map<Value, Range> ranges = new HashMap<>();

  /** Takes in the next step; those that define its operands come before it. */
  void learn(TensorIr.Pure step) {
    Value result = step.result();
    of(step).filter(r -> r.fits(result.dtype())).ifPresent(r -> ranges.put(result, r));
  }

  /** Empty for floats, truth values and u64. */
  Optional<Range> of(Value v) {
    return Optional.ofNullable(ranges.get(v)).or(() -> Range.of(v.dtype()));
  }

  private Optional<Range> of(TensorIr.Pure step) {
    return switch (step) {
      case TensorIr.Constant c when c.result().dtype().isInt() -> {
        long number = ((Number) c.value()).longValue();
        yield Optional.of(new Range(number, number));
      }
      case TensorIr.View v -> of(v.operand());
      case TensorIr.Reshape r -> of(r.operand());
      case TensorIr.Map m -> of(m);
      default -> Optional.empty();
    };
  }

  private Optional<Range> of(TensorIr.Map m) {
    List<Value> operands = m.operands().stream().map(TensorIr.Operand::value).toList();
    return switch (m.builtin()) {
      case ASTYPE -> of(operands.get(0));
      case ADD -> of(operands.get(0)).flatMap(a -> of(operands.get(1)).flatMap(a::plus));
      case SUBTRACT ->
          of(operands.get(0))
              .flatMap(a -> of(operands.get(1)).flatMap(Range::negated).flatMap(a::plus));
      default -> Optional.empty();
    };
  }

  /** Whether the step's result is its first operand's numbers, in whichever dtypes of integers. */
  boolean isSame(TensorIr.Map m) {
    Value first = m.operands().getFirst().value();
    Optional<Range> range = of(first);
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
