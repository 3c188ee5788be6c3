package dev.tensorc.codegen.step;

import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIr.Operand;
import dev.tensorc.ir.TensorIr.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Computes values of constants alone when the program is compiled.
 *
 * <p>Deliberately missed: steps that may end the run, which stay in place; {@code @fastmath}, whose
 * bits are the JDK's; arrays of constants.
 */
public final class Constants {

  /** Computes one element of a step, with the bits of all engines. */
  public interface Arithmetic {
    /**
     * @param args boxed, of the operands' dtypes
     */
    Object of(TensorIr.Map map, List<Object> args);
  }

  private final Arithmetic arithmetic;

  private final Map<Value, Object> known = new HashMap<>();

  Constants(Arithmetic arithmetic) {
    this.arithmetic = arithmetic;
  }

  /** Takes in a constant. */
  void add(TensorIr.Constant c) {
    known.put(c.result(), c.value());
  }

  /** The constant that a step gives; empty where it gives none. */
  Optional<TensorIr.Constant> folded(TensorIr.Pure step) {
    if (!(step instanceof TensorIr.Map m)
        || !m.result().isScalar()
        || m.builtin() == Builtin.MATERIALIZE
        || m.fastmath()
        || Definitions.isPartial(m)) {
      return Optional.empty();
    }
    var args = new ArrayList<Object>();
    for (Operand o : m.operands()) {
      Object value = known.get(o.value());
      if (value == null) {
        return Optional.empty();
      }
      args.add(value);
    }
    return Optional.of(new TensorIr.Constant(m.result(), arithmetic.of(m, args)));
  }

  /**
   * The operand that is a step's result: the chosen one where the condition of {@code where} is
   * known, the other one where a factor or divisor is 1.
   */
  Optional<Value> chosen(TensorIr.Pure step) {
    return step instanceof TensorIr.Map m
        ? operand(m).filter(o -> isResult(m, o)).map(Operand::value)
        : Optional.empty();
  }

  private Optional<Operand> operand(TensorIr.Map m) {
    List<Operand> operands = m.operands();
    return switch (m.builtin()) {
      case WHERE ->
          known.get(operands.getFirst().value()) instanceof Boolean condition
              ? Optional.of(operands.get(condition ? 1 : 2))
              : Optional.empty();
      case DIVIDE -> isOne(operands.get(1)) ? Optional.of(operands.get(0)) : Optional.empty();
      case MULTIPLY ->
          IntStream.of(0, 1)
              .filter(i -> isOne(operands.get(1 - i)))
              .mapToObj(operands::get)
              .findFirst();
      default -> Optional.empty();
    };
  }

  private boolean isOne(Operand o) {
    return known.get(o.value()) instanceof Number n && n.doubleValue() == 1;
  }

  private static boolean isResult(TensorIr.Map m, Operand o) {
    List<Integer> all = IntStream.range(0, m.result().rank()).boxed().toList();
    return o.value().dtype() == m.result().dtype()
        && o.value().shape().equals(m.result().shape())
        && o.axes().equals(all);
  }
}
