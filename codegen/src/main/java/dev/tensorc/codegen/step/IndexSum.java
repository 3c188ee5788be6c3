package dev.tensorc.codegen.step;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An integer that is a sum of indices and sizes: {@code 2 * j + d // 2} has the factor 2 on the
 * axis of j, and the start {@code d // 2}.
 *
 * @param factors by axis, in order; none is 0
 */
record IndexSum(Map<Integer, Long> factors, Dim start) {

  /** Factors and constants beyond this lead out of every axis. */
  private static final long FARTHEST = 1L << 31;

  /**
   * The sum of the elements of an i64 operand; empty where they are anything else.
   *
   * @param sizes scalars that are sizes, beside those that the program computes of such
   */
  static Optional<IndexSum> of(Operand o, Definitions definitions, Map<Value, Dim> sizes) {
    try {
      return new Reader(definitions, sizes, new HashMap<>()).sum(o);
    } catch (ArithmeticException tooLarge) {
      return Optional.empty();
    }
  }

  /** Looks at each value once, however often it is used. */
  private record Reader(
      Definitions definitions, Map<Value, Dim> sizes, Map<Operand, Optional<IndexSum>> known) {

    Optional<IndexSum> sum(Operand o) {
      Optional<IndexSum> sum = known.get(o);
      if (sum == null) {
        sum = computed(o.value(), o.axes()).filter(IndexSum::isNear);
        known.put(o, sum);
      }
      return sum;
    }

    private Optional<IndexSum> computed(Value v, List<Integer> axes) {
      if (sizes.containsKey(v)) {
        return Optional.of(number(sizes.get(v)));
      }
      return switch (definitions.of(v)) {
        case TensorIr.Constant c when c.value() instanceof Long n ->
            Optional.of(number(Dims.of(n)));
        case TensorIr.DimValue d -> Optional.of(number(d.dim()));
        case TensorIr.Iota i ->
            Optional.of(new IndexSum(Map.of(axes.get(i.axis()), 1L), Dims.ZERO));
        case TensorIr.Map m -> computed(m, axes);
        case null, default -> Optional.empty();
      };
    }

    private Optional<IndexSum> computed(TensorIr.Map m, List<Integer> axes) {
      return switch (m.builtin()) {
        case ADD -> both(m, axes, 1);
        case SUBTRACT -> both(m, axes, -1);
        case NEGATIVE -> operand(m, 0, axes).map(a -> number(Dims.ZERO).plus(a, -1));
        case MULTIPLY -> operand(m, 0, axes).flatMap(a -> operand(m, 1, axes).flatMap(a::times));
        case FLOOR_DIVIDE ->
            operand(m, 0, axes).flatMap(a -> operand(m, 1, axes).flatMap(a::dividedBy));
        default -> Optional.empty();
      };
    }

    private Optional<IndexSum> both(TensorIr.Map m, List<Integer> axes, int sign) {
      return operand(m, 0, axes).flatMap(a -> operand(m, 1, axes).map(b -> a.plus(b, sign)));
    }

    private Optional<IndexSum> operand(TensorIr.Map m, int number, List<Integer> axes) {
      Operand o = m.operands().get(number);
      return o.value().dtype() == m.result().dtype()
          ? sum(new Operand(o.value(), o.axes().stream().map(axes::get).toList()))
          : Optional.empty();
    }
  }

  private static IndexSum number(Dim size) {
    return new IndexSum(Map.of(), size);
  }

  private boolean isNumber() {
    return factors.isEmpty() && start instanceof Dim.Const;
  }

  IndexSum plus(IndexSum other, long times) {
    var sum = new TreeMap<>(factors);
    other.factors.forEach(
        (axis, factor) -> sum.merge(axis, Math.multiplyExact(factor, times), Math::addExact));
    sum.values().removeIf(factor -> factor == 0);
    return new IndexSum(sum, Dims.add(start, Dims.mul(Dims.of(times), other.start)));
  }

  private Optional<IndexSum> times(IndexSum other) {
    if (!isNumber() && !other.isNumber()) {
      return Optional.empty();
    }
    IndexSum number = isNumber() ? this : other;
    IndexSum sum = isNumber() ? other : this;
    return Optional.of(number(Dims.ZERO).plus(sum, Dims.constant(number.start)));
  }

  private Optional<IndexSum> dividedBy(IndexSum other) {
    long divisor = other.isNumber() ? Dims.constant(other.start) : 0;
    return factors.isEmpty() && divisor > 0
        ? Optional.of(number(Dims.ceilDiv(Dims.add(start, 1 - divisor), divisor)))
        : Optional.empty();
  }

  private boolean isNear() {
    return factors.values().stream().allMatch(f -> Math.abs(f) <= FARTHEST)
        && Math.abs(Dims.constant(start)) <= FARTHEST;
  }
}
