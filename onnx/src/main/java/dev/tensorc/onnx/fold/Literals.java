package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.runtime.ElementType;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Known elements as expressions. */
final class Literals {
  private Literals() {}

  /** A number alone, a list, or a list that is given its shape. */
  static Expr of(TensorType type, Contents contents) {
    List<String> elements = elements(type.element(), contents);
    if (elements.size() == 1 && type.shape().stream().allMatch(d -> Dims.isConst(d, 1))) {
      return new Expr.Literal(elements.getFirst());
    }
    Expr list = new Expr.Literal("[" + String.join(", ", elements) + "]");
    Expr typed = Expr.call("astype", list, new Expr.Literal(type.element().label()));
    Expr flat = type.element() == ElementType.I64 ? list : typed;
    return type.rank() == 1
        ? flat
        : Expr.call("reshape", flat, new Expr.Literal(tuple(type.shape())));
  }

  /** {@code (a, b)}; one size stands alone. */
  static String tuple(List<?> sizes) {
    String text = sizes.stream().map(Object::toString).collect(Collectors.joining(", "));
    return sizes.size() == 1 ? text : "(" + text + ")";
  }

  private static List<String> elements(ElementType type, Contents contents) {
    return switch (contents) {
      case Contents.Integers(List<Dim> values) ->
          values.stream()
              .map(
                  v ->
                      type != ElementType.BOOL
                          ? v.toString()
                          : Dims.isConst(v, 0) ? "false" : "true")
              .toList();
      case Contents.Floats(List<Double> values) ->
          values.stream().map(v -> Numerals.of(v, type)).toList();
      case Contents.Range(Dim first) -> Stream.of(first.toString()).toList();
    };
  }
}
