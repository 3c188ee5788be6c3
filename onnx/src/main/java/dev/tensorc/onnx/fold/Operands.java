package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.graph.Attributes;
import dev.tensorc.onnx.graph.Constant;
import dev.tensorc.onnx.graph.Node;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.onnx.wire.OnnxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operands that an operator is applied to. */
final class Operands {
  private final Node node;
  private final int opset;
  private final List<@Nullable Value> values;
  private final Sizes sizes;
  private final List<@Nullable Constant> constants;

  /**
   * @param values one for each input, null where it is left out
   * @param constants likewise, and null where the input is no constant of the file
   */
  Operands(
      Node node,
      int opset,
      List<@Nullable Value> values,
      List<@Nullable Constant> constants,
      Sizes sizes) {
    this.node = node;
    this.opset = opset;
    this.values = values;
    this.constants = constants;
    this.sizes = sizes;
  }

  String label() {
    return node.label();
  }

  String operator() {
    return node.operator();
  }

  int opset() {
    return opset;
  }

  Attributes attributes() {
    return node.attributes();
  }

  Sizes sizes() {
    return sizes;
  }

  boolean has(int i) {
    return i < values.size() && values.get(i) != null;
  }

  /** The operand; there must be one. */
  Value get(int i) {
    Value value = i < values.size() ? values.get(i) : null;
    if (value == null) {
      throw refused("input %d is missing".formatted(i));
    }
    return value;
  }

  int count() {
    return values.size();
  }

  /** The constant of the file that an operand is; null where it is none. */
  @Nullable Constant constant(int i) {
    return i < constants.size() ? constants.get(i) : null;
  }

  /**
   * The operand beside another one that it is broadcast to: a number alone has no axes, unless that
   * would change how many the result has.
   */
  Expr beside(int i, Value other) {
    Value value = get(i);
    boolean single = value.expr() instanceof Expr.Literal && value.contents() != null;
    if (single
        && value.rank() > 0
        && (value.rank() > other.rank() || other.expr() instanceof Expr.Literal)) {
      return filled(value);
    }
    return value.expr();
  }

  /** An operand that has its axes, also where it is one number. */
  Expr array(int i) {
    Value value = get(i);
    return value.expr() instanceof Expr.Literal && value.contents() != null
        ? filled(value)
        : value.expr();
  }

  private static Expr filled(Value value) {
    if (value.expr() instanceof Expr.Literal literal && literal.text().startsWith("[")) {
      return literal;
    }
    return Expr.with(
        Expr.call("full", new Expr.Literal(Literals.tuple(value.type().shape())), value.expr()),
        "dtype",
        value.type().element().label());
  }

  /** Integers that must be known when importing: axes, shapes, bounds. */
  List<Dim> known(int i, String what) {
    List<Dim> elements = get(i).integers();
    if (elements == null) {
      throw refused(
          "its %s, input %d, is computed at run time, which is not supported yet"
              .formatted(what, i));
    }
    return elements;
  }

  /** Numbers that must be known when importing, and of no size. */
  List<Long> numbers(int i, String what) {
    List<Long> numbers = new ArrayList<>();
    for (Dim each : known(i, what)) {
      if (!(each instanceof Dim.Const(long value))) {
        throw refused("its %s %s is no number".formatted(what, each));
      }
      numbers.add(value);
    }
    return numbers;
  }

  /** Axes in an attribute, or from an opset on in an input; null where there are none. */
  @Nullable List<Integer> axes(int input, int fromOpset, int rank) {
    List<Long> given = null;
    if (opset < fromOpset) {
      long[] attribute = attributes().integers("axes");
      given = attribute == null ? null : Arrays.stream(attribute).boxed().toList();
    } else if (attributes().has("axes")) {
      throw refused("attribute 'axes' is an input from opset %d on".formatted(fromOpset));
    } else if (has(input)) {
      given = numbers(input, "axes");
    }
    if (given == null) {
      return null;
    }
    List<Integer> axes = new ArrayList<>();
    for (long each : given) {
      axes.add(axis(each, rank));
    }
    if (axes.stream().distinct().count() < axes.size()) {
      throw refused("an axis stands twice in %s".formatted(given));
    }
    Collections.sort(axes);
    return axes;
  }

  /** An axis counted from the front. */
  int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw refused("axis %d is outside of %d axes".formatted(axis, rank));
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  /** The type of a result of operands of one element type that are broadcast. */
  TensorType joined(Value a, Value b) {
    if (a.type().element() != b.type().element()) {
      throw refused(
          "it takes %s and %s, but both have to be the same"
              .formatted(a.type().element().label(), b.type().element().label()));
    }
    return a.type().of(a.type().element()).shape().equals(b.type().shape())
        ? a.type()
        : new TensorType(a.type().element(), joined(a.type().shape(), b.type().shape()));
  }

  /** Shapes broadcast, lined up at the right. */
  List<Dim> joined(List<Dim> a, List<Dim> b) {
    int rank = Math.max(a.size(), b.size());
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      int inA = i - rank + a.size();
      int inB = i - rank + b.size();
      dims.add(
          inA < 0
              ? b.get(inB)
              : inB < 0 ? a.get(inA) : sizes.joined(a.get(inA), b.get(inB), label()));
    }
    return dims;
  }

  /** Demands floats. */
  void requireFloat(Value value) {
    if (!value.type().isFloat()) {
      throw refused("it takes floats, not %s".formatted(value.type().element().label()));
    }
  }

  OnnxException refused(String problem) {
    return new OnnxException("%s, opset %d: %s".formatted(label(), opset, problem));
  }

  static boolean isOne(Dim dim) {
    return Dims.isConst(dim, 1);
  }
}
