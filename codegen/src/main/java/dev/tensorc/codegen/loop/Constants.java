package dev.tensorc.codegen.loop;

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
 * What follows from constants alone is known when the program is compiled.
 *
 * <p>Deliberately missed: what may end the run, which stays where it is; {@code @fastmath}, whose
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

  /** The operand that a step hands on whole: {@code where} of a condition that is known. */
  Optional<Value> chosen(TensorIr.Pure step) {
    if (!(step instanceof TensorIr.Map m)
        || m.builtin() != Builtin.WHERE
        || !(known.get(m.operands().getFirst().value()) instanceof Boolean condition)) {
      return Optional.empty();
    }
    Operand chosen = m.operands().get(condition ? 1 : 2);
    List<Integer> all = IntStream.range(0, m.result().rank()).boxed().toList();
    return chosen.value().shape().equals(m.result().shape()) && chosen.axes().equals(all)
        ? Optional.of(chosen.value())
        : Optional.empty();
  }
}
