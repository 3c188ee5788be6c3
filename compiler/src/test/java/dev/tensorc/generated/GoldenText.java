package dev.tensorc.generated;

import dev.tensorc.generated.Argument.Layout;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.sections.ValueText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A program and its calls as a golden test. */
final class GoldenText {

  private GoldenText() {}

  static String of(GeneratedProgram program, Runner.Outcome outcome) {
    var text = new StringBuilder("# (what this shows)\n");
    text.append(
        "# expected: the interpreter's values: VERIFY BY HAND OR WITH NUMPY BEFORE COMMIT\n");
    text.append(program.source());
    for (int i = 0; i < program.calls().size(); i++) {
      List<Argument> arguments = program.calls().get(i);
      if (arguments.stream().anyMatch(a -> a.layout() != Layout.ROW_MAJOR)) {
        text.append("\n# with views, which need a test in Java: ")
            .append(arguments.stream().map(a -> a.layout().toString()).toList());
      }
      Object result = i < outcome.results().size() ? outcome.results().get(i) : "unknown";
      text.append(result instanceof String ? "\n#> error " : "\n#> run ")
          .append(program.called(arguments))
          .append('(')
          .append(arguments(program.main(), arguments))
          .append(")\n")
          .append(result instanceof String failure ? failure : value(result))
          .append('\n');
    }
    return text.toString();
  }

  private static String arguments(Fn f, List<Argument> arguments) {
    return IntStream.range(0, arguments.size())
        .mapToObj(i -> f.params().get(i).name() + "=" + value(arguments.get(i).value()))
        .collect(Collectors.joining(", "));
  }

  private static String value(Object value) {
    if (value instanceof List<?> several) {
      return IntStream.range(0, several.size())
          .mapToObj(i -> (i == 0 ? "result0=" : "r" + i + "=") + value(several.get(i)))
          .collect(Collectors.joining(", ", "(", ")"));
    }
    return ValueText.of(value, value instanceof Tensor ? "" : scalarType(value));
  }

  /** Also of u8, whose results are ints: a result that is one says so by hand. */
  private static String scalarType(Object scalar) {
    return switch (scalar) {
      case Boolean _ -> "bool";
      case Integer _ -> "i32";
      case Long _ -> "i64";
      case Float _ -> "f32";
      default -> "f64";
    };
  }
}
