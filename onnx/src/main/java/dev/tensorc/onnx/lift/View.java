package dev.tensorc.onnx.lift;

import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Definitions;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.Expr.Ref;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Expressions seen through the names of values, so that a pattern may be spread over definitions.
 */
final class View {
  private final Map<String, Definition> byResult = new HashMap<>();
  private final Map<String, TensorType> types = new HashMap<>();
  private final Definitions all;

  View(Definitions all) {
    this.all = all;
    types.putAll(all.inputs());
    all.definitions().forEach(this::put);
  }

  /** Takes a new definition for an old one. */
  void put(Definition definition) {
    for (int i = 0; i < definition.results().size(); i++) {
      types.put(definition.results().get(i), definition.types().get(i));
    }
    if (definition.results().size() == 1) {
      byResult.put(definition.result(), definition);
    }
  }

  /** The value of a name; any other expression is itself. */
  Expr at(Expr expr) {
    return expr instanceof Ref(String value) && byResult.get(value) instanceof Definition d
        ? at(d.value())
        : expr;
  }

  /** Whether the expression is a constant. */
  boolean isWeight(Expr expr) {
    return expr instanceof Literal
        || expr instanceof Ref(String value) && all.weights().containsKey(value);
  }

  /** Whether two expressions are one value. */
  boolean same(Expr a, Expr b) {
    return a.equals(b) || at(a).equals(at(b));
  }

  /** Whether a value is of floats that the library's functions take. */
  static boolean isPlainFloat(Definition definition) {
    ElementType type = definition.type().element();
    return type == ElementType.F32 || type == ElementType.F64;
  }

  /** The number that an expression is; null where it is none. */
  static @Nullable Double number(Expr expr) {
    return expr instanceof Literal(String text) && text.matches("-?\\d+(\\.\\d+)?(e-?\\d+)?")
        ? (Double) Double.parseDouble(text)
        : null;
  }

  /** Whether the expression is a number, as near as a float can be. */
  static boolean isNumber(Expr expr, double value) {
    Double number = number(expr);
    return number != null && Math.abs(number - value) <= Math.ulp((float) value);
  }

  /** The operands of a chain of one operator that is associative. */
  List<Expr> chain(String operator, Expr expr) {
    List<Expr> operands = new ArrayList<>();
    collect(operator, expr, operands);
    return operands;
  }

  private void collect(String operator, Expr expr, List<Expr> into) {
    if (into.size() < 8
        && at(expr) instanceof Binary(String o, Expr left, Expr right)
        && o.equals(operator)) {
      collect(operator, left, into);
      collect(operator, right, into);
    } else {
      into.add(expr);
    }
  }
}
