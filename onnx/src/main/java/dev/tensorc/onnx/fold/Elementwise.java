package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.graph.Dtypes;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Operators that compute each element of those at the same place. */
final class Elementwise {
  private Elementwise() {}

  /** A function of floats that the language has, too. */
  static Operator.Rule floats(String function, DoubleUnaryOperator folded) {
    return operands -> {
      Value x = operands.get(0);
      operands.requireFloat(x);
      List<Double> known = x.floats();
      if (known != null) {
        ElementType type = x.type().element();
        return Outcome.folded(
            x.type(),
            new Contents.Floats(
                known.stream().map(v -> Numerals.rounded(folded.applyAsDouble(v), type)).toList()));
      }
      return Outcome.of(x.type(), Expr.call(function, x.expr()));
    };
  }

  /** A function that has no use on constants. */
  static Operator.Rule floats(String function) {
    return operands -> {
      Value x = operands.get(0);
      operands.requireFloat(x);
      return Outcome.of(x.type(), Expr.call(function, operands.array(0)));
    };
  }

  static Outcome relu(Operands operands) {
    Value x = operands.get(0);
    if (!x.type().isFloat() && !x.type().isInteger()) {
      throw operands.refused("it takes numbers, not bool");
    }
    return Outcome.of(x.type(), Expr.call("relu", operands.array(0)));
  }

  /** {@code Add}, {@code Sub}, {@code Mul} and {@code Div}. */
  static Operator.Rule arithmetic(String operator) {
    return operands -> {
      Value a = operands.get(0);
      Value b = operands.get(1);
      TensorType type = operands.joined(a, b);
      if (type.element() == ElementType.BOOL) {
        throw operands.refused("it takes numbers, not bool");
      }
      Contents folded = folded(operands, operator, a, b, type);
      if (folded != null) {
        return Outcome.folded(type, folded);
      }
      Expr left = operands.beside(0, b);
      Expr right = operands.beside(1, a);
      if (operator.equals("/") && type.isInteger()) {
        // ONNX rounds towards 0, the language downwards: exact from the multiple that is nearer to
        // 0
        Expr multiple = new Binary("-", left, Expr.call("fmod", left, right));
        return Outcome.of(type, new Binary("//", multiple, right));
      }
      return Outcome.of(type, new Binary(operator, left, right));
    };
  }

  private static @Nullable Contents folded(
      Operands operands, String operator, Value a, Value b, TensorType type) {
    int count = count(type);
    if (count < 0) {
      return null;
    }
    List<Dim> integersA = spread(a.integers(), count);
    List<Dim> integersB = spread(b.integers(), count);
    if (integersA != null && integersB != null) {
      List<Dim> result = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        result.add(integer(operands, operator, integersA.get(i), integersB.get(i)));
      }
      return new Contents.Integers(result);
    }
    List<Double> floatsA = spread(a.floats(), count);
    List<Double> floatsB = spread(b.floats(), count);
    if (floatsA == null || floatsB == null) {
      return null;
    }
    List<Double> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double value = floating(operator, floatsA.get(i), floatsB.get(i));
      result.add(Numerals.rounded(value, type.element()));
    }
    return new Contents.Floats(result);
  }

  /** How many elements there are; -1 where that is not known, or too many to fold. */
  static int count(TensorType type) {
    return Dims.product(type.shape()) instanceof Dim.Const(long count)
            && count <= Contents.MAX_ELEMENTS
        ? (int) count
        : -1;
  }

  /** Known elements repeated to a count: of one element, or as many as are asked for. */
  private static <T> @Nullable List<T> spread(@Nullable List<T> elements, int count) {
    if (elements == null || elements.size() == count) {
      return elements;
    }
    return elements.size() == 1 ? Collections.nCopies(count, elements.getFirst()) : null;
  }

  private static Dim integer(Operands operands, String operator, Dim a, Dim b) {
    return switch (operator) {
      case "+" -> Dims.add(a, b);
      case "-" -> Dims.sub(a, b);
      case "*" -> Dims.mul(a, b);
      default -> Factors.quotient(a, b, operands);
    };
  }

  private static double floating(String operator, double a, double b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      default -> a / b;
    };
  }

  static Outcome pow(Operands operands) {
    Value base = operands.get(0);
    Value exponent = operands.get(1);
    var type =
        new TensorType(
            base.type().element(), operands.joined(base.type().shape(), exponent.type().shape()));
    if (base.type().element() == ElementType.BOOL
        || exponent.type().element() == ElementType.BOOL) {
      throw operands.refused("it takes numbers, not bool");
    }
    if (base.type().isInteger() && exponent.type().isFloat()) {
      throw operands.refused("integers to the power of floats are not supported yet");
    }
    List<Double> bases = base.floats();
    List<Double> exponents = exponent.floats();
    if (bases != null && exponents != null && bases.size() == 1 && exponents.size() == 1) {
      double value = Math.pow(bases.getFirst(), exponents.getFirst());
      return Outcome.folded(
          type, new Contents.Floats(List.of(Numerals.rounded(value, type.element()))));
    }
    Expr power =
        exponent.contents() != null || exponent.type().element() == base.type().element()
            ? operands.beside(1, base)
            : Expr.call("astype", exponent.expr(), new Literal(base.type().element().label()));
    return Outcome.of(type, new Binary("**", operands.beside(0, exponent), whole(power)));
  }

  /** {@code 2.0} as {@code 2}: the same power. */
  private static Expr whole(Expr power) {
    return power instanceof Literal(String text) && text.matches("-?\\d+\\.0")
        ? new Literal(text.substring(0, text.length() - 2))
        : power;
  }

  static Outcome cast(Operands operands) {
    Value x = operands.get(0);
    if (!operands.attributes().has("to")) {
      throw operands.refused("attribute 'to' is missing");
    }
    ElementType to = Dtypes.of(operands.attributes().integer("to", 0), operands.label());
    TensorType type = x.type().of(to);
    if (to == x.type().element()) {
      return Outcome.of(x);
    }
    List<Dim> integers = x.integers();
    List<Double> floats = x.floats();
    boolean wide = to == ElementType.I64 || to == ElementType.I32;
    if (integers != null && wide && x.type().isInteger()) {
      return Outcome.folded(type, new Contents.Integers(integers));
    }
    if (integers != null
        && type.isFloat()
        && integers.stream().allMatch(Dim.Const.class::isInstance)) {
      return Outcome.folded(
          type,
          new Contents.Floats(
              integers.stream().map(d -> Numerals.rounded(((Dim.Const) d).value(), to)).toList()));
    }
    if (floats != null && type.isFloat()) {
      return Outcome.folded(
          type, new Contents.Floats(floats.stream().map(v -> Numerals.rounded(v, to)).toList()));
    }
    if (to == ElementType.BOOL) {
      return Outcome.of(type, new Binary("!=", operands.array(0), new Literal("0")));
    }
    Contents kept = x.contents() instanceof Contents.Range range && wide ? range : null;
    return Outcome.of(type, Expr.call("astype", operands.array(0), new Literal(to.label())), kept);
  }
}
