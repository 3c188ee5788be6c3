package dev.tensorc.infer.scope;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers the scalars of a function so that those have equal numbers that the same operations
 * compute from the same values: {@code x[n // 2:] + y[n // 2:]} has one bound.
 */
final class ScalarNumbers {

  private final Map<Integer, TensorIr.Pure> definitions = new HashMap<>();
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final Map<Object, Integer> classes = new HashMap<>();

  /** A computation with one result for equal operands. */
  private record Computation(Object what, Object dtype, List<Integer> operands) {}

  void add(TensorIr.Pure instr) {
    if (instr.result().isScalar()) {
      definitions.put(instr.result().id(), instr);
    }
  }

  Optional<TensorIr.Pure> definition(Value scalar) {
    return Optional.ofNullable(definitions.get(scalar.id()));
  }

  /** The number of the scalar's class. */
  int of(Value scalar) {
    Integer known = numbers.get(scalar.id());
    if (known != null) {
      return known;
    }
    int number = classes.computeIfAbsent(what(scalar), _ -> classes.size());
    numbers.put(scalar.id(), number);
    return number;
  }

  private Object what(Value scalar) {
    return switch (definitions.get(scalar.id())) {
      case TensorIr.Constant c -> new Computation(c.value(), scalar.dtype(), List.of());
      case TensorIr.DimValue d -> new Computation(d.dim(), scalar.dtype(), List.of());
      case TensorIr.Map m -> {
        var operands = new ArrayList<Integer>();
        m.operands().forEach(o -> operands.add(of(o.value())));
        yield new Computation(m.builtin(), scalar.dtype(), operands);
      }
      case null, default -> scalar.id();
    };
  }
}
