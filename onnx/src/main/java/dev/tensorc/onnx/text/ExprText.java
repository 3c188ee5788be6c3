package dev.tensorc.onnx.text;

import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.Expr.Binary;
import dev.tensorc.onnx.program.Expr.Call;
import dev.tensorc.onnx.program.Expr.Index;
import dev.tensorc.onnx.program.Expr.Literal;
import dev.tensorc.onnx.program.Expr.Option;
import dev.tensorc.onnx.program.Expr.Ref;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Expressions in the language's syntax, with the parentheses that they need.
 *
 * @param names the program's names of values
 */
record ExprText(UnaryOperator<String> names) {
  private static final int UNARY = 4;
  private static final int POWER = 5;
  private static final int POSTFIX = 6;

  String of(Expr expr) {
    return switch (expr) {
      case Ref(String value) -> names.apply(value);
      case Literal(String text) -> text;
      case Call(String function, List<Expr> arguments, List<Option> options) ->
          Stream.concat(
                  arguments.stream().map(this::of),
                  options.stream().map(o -> o.name() + "=" + of(o.value())))
              .collect(Collectors.joining(", ", function + "(", ")"));
      case Binary(String operator, Expr left, Expr right) -> {
        int level = level(operator);
        boolean isPower = level == POWER;
        yield at(left, isPower ? POSTFIX : level)
            + " "
            + operator
            + " "
            + at(right, isPower ? UNARY : level + 1);
      }
      case Index(Expr array, String subscripts) -> at(array, POSTFIX) + "[" + subscripts + "]";
      case Expr.Transposed(Expr matrix) -> at(matrix, POSTFIX) + ".T";
      case Expr.Arrays(List<Expr> elements) ->
          elements.stream().map(this::of).collect(Collectors.joining(", ", "[", "]"));
    };
  }

  private String at(Expr expr, int least) {
    String text = of(expr);
    return level(expr) < least ? "(" + text + ")" : text;
  }

  private static int level(Expr expr) {
    return switch (expr) {
      case Binary(String operator, _, _) -> level(operator);
      case Literal(String text) when text.startsWith("-") -> UNARY;
      case Ref _, Literal _, Call _, Index _, Expr.Transposed _, Expr.Arrays _ -> POSTFIX;
    };
  }

  private static int level(String operator) {
    return switch (operator) {
      case "!=" -> 1;
      case "+", "-" -> 2;
      case "*", "/", "//", "@" -> 3;
      case "**" -> POWER;
      default -> throw new IllegalStateException(operator);
    };
  }
}
