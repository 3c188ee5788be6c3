package dev.tensorc.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One case of operators.txt: a node, its inputs, and NumPy's results. */
record OperatorCase(
    String operator,
    List<Integer> opsets,
    boolean isStatic,
    String title,
    List<Operand> operands,
    List<TestModel.Attribute> attributes,
    List<Value> expected) {

  /**
   * An input.
   *
   * @param isConstant whether it is an initializer, and no input
   */
  record Operand(Value value, boolean isConstant) {}

  record Value(String name, ElementType type, List<Long> shape, double[] elements) {
    private static final Pattern LINE = Pattern.compile("(\\w+): (\\w+)\\[([\\d,]*)] = ?(.*)");

    static Value of(String line) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new IllegalArgumentException(line);
      }
      List<Long> shape = words(parts.group(3), ",").stream().map(Long::valueOf).toList();
      double[] elements =
          words(parts.group(4), " ").stream()
              .mapToDouble(
                  s -> s.equals("true") ? 1 : s.equals("false") ? 0 : Double.parseDouble(s))
              .toArray();
      ElementType type = ElementType.valueOf(parts.group(2).toUpperCase(Locale.ROOT));
      return new Value(parts.group(1), type, shape, elements);
    }

    private static List<String> words(String text, String between) {
      return Arrays.stream(text.split(between)).filter(each -> !each.isEmpty()).toList();
    }

    Object[] sizes() {
      return shape.toArray();
    }
  }

  /** All cases of a file. */
  static List<OperatorCase> read(String resource) {
    try (var in = OperatorCase.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("\n== ")).skip(1).map(OperatorCase::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OperatorCase parse(String text) {
    List<String> lines = text.lines().toList();
    String[] head = lines.getFirst().split(":", 2);
    String[] words = head[0].strip().split(" ");
    List<Operand> operands = new ArrayList<>();
    List<TestModel.Attribute> attributes = new ArrayList<>();
    List<Value> expected = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] parts = line.split(" ", 2);
      switch (parts[0]) {
        case "" -> {}
        case "input" -> operands.add(new Operand(Value.of(parts[1]), false));
        case "const" -> operands.add(new Operand(Value.of(parts[1]), true));
        case "attr" -> attributes.add(attribute(parts[1].split(" ")));
        case "->" -> expected.add(Value.of(parts[1]));
        default -> throw new IllegalArgumentException(line);
      }
    }
    return new OperatorCase(
        words[0],
        Arrays.stream(words[1].split(",")).map(Integer::valueOf).toList(),
        words.length > 2,
        head[1].strip(),
        operands,
        attributes,
        expected);
  }

  private static TestModel.Attribute attribute(String[] words) {
    return switch (words[1]) {
      case "int" -> TestModel.Attribute.of(words[0], Long.parseLong(words[2]));
      case "float" -> TestModel.Attribute.of(words[0], Float.parseFloat(words[2]));
      default ->
          TestModel.Attribute.of(
              words[0], Arrays.stream(words).skip(2).map(Long::valueOf).toList());
    };
  }

  /**
   * A model of one node.
   *
   * @param symbolic whether the inputs' sizes are names
   */
  TestModel model(int opset, boolean symbolic) {
    TestModel model = TestModel.of(opset);
    List<String> names = new ArrayList<>();
    for (Operand each : operands) {
      Value value = each.value();
      names.add(value.name());
      if (each.isConstant()) {
        model.constant(
            TestModel.tensor(value.name(), value.type(), value.shape(), value.elements()));
      } else {
        Object[] sizes = value.sizes();
        for (int i = 0; symbolic && i < sizes.length; i++) {
          sizes[i] = sizes[i].equals(1L) ? sizes[i] : value.name() + "_" + i;
        }
        model.input(value.name(), value.type(), sizes);
      }
    }
    List<String> outputs = expected.stream().map(Value::name).toList();
    return model
        .node(
            "/test/" + operator,
            operator,
            names,
            outputs,
            attributes.toArray(TestModel.Attribute[]::new))
        .output(outputs.toArray(String[]::new));
  }

  /** The inputs as a call takes them. */
  Object[] arguments() {
    return operands.stream()
        .filter(each -> !each.isConstant())
        .map(each -> Elements.argument(each.value()))
        .toArray();
  }

  /** Demands that a result is the expected one. */
  static void requireEqual(Object found, Value expected) {
    double[] elements = Elements.of(found);
    assertThat(Elements.types(found)).contains(expected.type());
    if (found instanceof Tensor tensor) {
      assertThat(tensor.shape())
          .containsExactly(expected.shape().stream().mapToLong(Long::longValue).toArray());
    }
    assertThat(elements).hasSameSizeAs(expected.elements());
    for (int i = 0; i < elements.length; i++) {
      double tolerance = 2e-6 * Math.max(1, Math.abs(expected.elements()[i]));
      assertThat(elements[i]).isCloseTo(expected.elements()[i], offset(tolerance));
    }
  }
}
