package dev.tensorc.onnx.program;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An expression of the language, over values by name. */
public sealed interface Expr {

  /** A value: an input, a weight, or a result of a definition. */
  record Ref(String value) implements Expr {}

  /** A number, a tuple or a list, as the language writes it. */
  record Literal(String text) implements Expr {}

  /** A call of a function: a builtin, one of the library, or one of the program. */
  record Call(String function, List<Expr> arguments, List<Option> options) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
      options = List.copyOf(options);
    }
  }

  /** A named argument of a call. */
  record Option(String name, Expr value) {
    public Option(String name, String literal) {
      this(name, new Literal(literal));
    }
  }

  record Binary(String operator, Expr left, Expr right) implements Expr {}

  /** {@code array[subscripts]}. */
  record Index(Expr array, String subscripts) implements Expr {}

  /** {@code matrix.T}. */
  record Transposed(Expr matrix) implements Expr {}

  /** A list of arrays: {@code [a, b]}. */
  record Arrays(List<Expr> elements) implements Expr {
    public Arrays {
      elements = List.copyOf(elements);
    }
  }

  /** A call without named arguments. */
  static Call call(String function, Expr... arguments) {
    return new Call(function, List.of(arguments), List.of());
  }

  /** This call with one more named argument. */
  static Call with(Call call, String option, String literal) {
    return with(call, option, new Literal(literal));
  }

  /** This call with one more named argument. */
  static Call with(Call call, String option, Expr value) {
    return new Call(
        call.function(),
        call.arguments(),
        Stream.concat(call.options().stream(), Stream.of(new Option(option, value))).toList());
  }

  /** This expression where it is such an operation; else null. */
  default @Nullable Binary asBinary(String operator) {
    return this instanceof Binary binary && binary.operator().equals(operator) ? binary : null;
  }

  /** This expression where it is such a call; else null. */
  default @Nullable Call asCall(String function) {
    return this instanceof Call call && call.function().equals(function) ? call : null;
  }

  /** The expressions that this one is made of, in order. */
  default List<Expr> parts() {
    return switch (this) {
      case Ref _, Literal _ -> List.of();
      case Call call ->
          Stream.concat(call.arguments().stream(), call.options().stream().map(Option::value))
              .toList();
      case Binary(_, Expr left, Expr right) -> List.of(left, right);
      case Index(Expr array, _) -> List.of(array);
      case Transposed(Expr matrix) -> List.of(matrix);
      case Arrays(List<Expr> elements) -> elements;
    };
  }

  /** This expression with each of its parts replaced. */
  default Expr mapParts(Function<Expr, Expr> change) {
    return switch (this) {
      case Ref _, Literal _ -> this;
      case Call(String function, List<Expr> arguments, List<Option> options) ->
          new Call(
              function,
              arguments.stream().map(change).toList(),
              options.stream().map(o -> new Option(o.name(), change.apply(o.value()))).toList());
      case Binary(String operator, Expr left, Expr right) ->
          new Binary(operator, change.apply(left), change.apply(right));
      case Index(Expr array, String subscripts) -> new Index(change.apply(array), subscripts);
      case Transposed(Expr matrix) -> new Transposed(change.apply(matrix));
      case Arrays(List<Expr> elements) -> new Arrays(elements.stream().map(change).toList());
    };
  }

  /** The names of all values in it, one for each time that it stands there. */
  default Stream<String> values() {
    return this instanceof Ref(String value)
        ? Stream.of(value)
        : parts().stream().flatMap(Expr::values);
  }
}
