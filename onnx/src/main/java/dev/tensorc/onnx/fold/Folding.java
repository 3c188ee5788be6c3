package dev.tensorc.onnx.fold;

import dev.tensorc.ir.Dim;
import dev.tensorc.ir.Dims;
import dev.tensorc.onnx.graph.Constant;
import dev.tensorc.onnx.graph.Graph;
import dev.tensorc.onnx.graph.Graph.Input;
import dev.tensorc.onnx.graph.Node;
import dev.tensorc.onnx.program.Definition;
import dev.tensorc.onnx.program.Definitions;
import dev.tensorc.onnx.program.Expr;
import dev.tensorc.onnx.program.TensorType;
import dev.tensorc.onnx.wire.OnnxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads all nodes once, and again as long as that has shown sizes to be equal; the last time with
 * the names that the program gives to sizes.
 */
public final class Folding {
  private final Graph graph;
  private final Sizes sizes;
  private final Map<String, Value> values = new HashMap<>();
  private final List<Definition> definitions = new ArrayList<>();

  private Folding(Graph graph, Map<String, Long> given) {
    this.graph = graph;
    this.sizes = new Sizes(graph, given);
  }

  /**
   * Makes definitions of a graph.
   *
   * @param given numbers for sizes, by the names that the program gives them
   * @param reserved names that sizes cannot have
   * @throws OnnxException if a node is not supported, or its operands do not fit
   */
  public static Definitions fold(Graph graph, Map<String, Long> given, Set<String> reserved) {
    requireKnown(graph);
    var folding = new Folding(graph, given);
    folding.read();
    folding.sizes.name(reserved);
    folding.read();
    return folding.result();
  }

  /** All at once, so that a person learns all operators that a model needs. */
  private static void requireKnown(Graph graph) {
    Map<String, Integer> unknown = new LinkedHashMap<>();
    @Nullable Node first = null;
    for (Node node : graph.nodes()) {
      if (Operators.named(node.operator()) == null) {
        first = first == null ? node : first;
        unknown.merge(node.operator(), 1, Integer::sum);
      }
    }
    if (first == null) {
      return;
    }
    var counts = new ArrayList<String>();
    unknown.forEach((operator, count) -> counts.add("%s (%d)".formatted(operator, count)));
    throw new OnnxException(
        "%s, opset %d: the operator is not supported yet%s; docs/onnx.md lists those that are"
            .formatted(
                first.label(),
                graph.opset(),
                counts.size() == 1 ? "" : "; all that are not: " + String.join(", ", counts)));
  }

  private void read() {
    do {
      values.clear();
      definitions.clear();
      sizes.restart();
      for (Input input : graph.inputs()) {
        var type = new TensorType(input.type(), sizes.of(input.name()));
        values.put(input.name(), new Value(type, new Expr.Ref(input.name()), null));
      }
      graph.constants().forEach((name, constant) -> values.put(name, value(name, constant)));
      graph.nodes().forEach(this::read);
    } while (sizes.hasChanged());
  }

  private static Value value(String name, Constant constant) {
    List<Dim> shape = new ArrayList<>();
    for (long size : constant.shape()) {
      shape.add(Dims.of(size));
    }
    var type = new TensorType(constant.type(), shape);
    Contents contents = contents(constant);
    Expr expr =
        contents != null && constant.count() == 1
            ? Literals.of(type, contents)
            : new Expr.Ref(name);
    return new Value(type, expr, contents);
  }

  private static @Nullable Contents contents(Constant constant) {
    if (constant.count() > Contents.MAX_ELEMENTS) {
      return isRange(constant) ? new Contents.Range(Dims.of(constant.integer(0))) : null;
    }
    if (new TensorType(constant.type(), List.of()).isFloat()) {
      List<Double> floats = new ArrayList<>();
      for (long i = 0; i < constant.count(); i++) {
        floats.add(constant.floating(i));
      }
      return new Contents.Floats(floats);
    }
    List<Dim> integers = new ArrayList<>();
    for (long i = 0; i < constant.count(); i++) {
      integers.add(Dims.of(constant.integer(i)));
    }
    return new Contents.Integers(integers);
  }

  /** Whether each element is one more than that before it, along the last axis alone. */
  private static boolean isRange(Constant constant) {
    long[] shape = constant.shape();
    if (!constant.isInteger() || shape[shape.length - 1] != constant.count()) {
      return false;
    }
    for (long i = 1; i < constant.count(); i++) {
      if (constant.integer(i) != constant.integer(0) + i) {
        return false;
      }
    }
    return true;
  }

  private void read(Node node) {
    try {
      define(node, outcome(node));
    } catch (ArithmeticException _) { // dims are exact
      throw new OnnxException(node.label() + ": a product of its sizes does not fit in 64 bits");
    }
  }

  private Outcome outcome(Node node) {
    Operator operator = Operators.named(node.operator());
    if (operator == null) {
      throw new IllegalStateException(node.label());
    }
    node.attributes().requireOnly(operator.attributes());
    List<@Nullable Value> operands = new ArrayList<>();
    List<@Nullable Constant> constants = new ArrayList<>();
    for (String input : node.inputs()) {
      Value value = values.get(input);
      operands.add(value == null ? null : resolved(value));
      constants.add(graph.constants().get(input));
    }
    var applied = new Operands(node, graph.opset(), operands, constants, sizes);
    if (operands.size() < operator.fewest() || operands.size() > operator.most()) {
      throw applied.refused("it has %d inputs".formatted(operands.size()));
    }
    Outcome outcome = operator.apply().of(applied);
    if (node.outputs().size() > outcome.types().size()) {
      throw applied.refused("it has %d outputs".formatted(node.outputs().size()));
    }
    return outcome;
  }

  private Value resolved(Value value) {
    return new Value(resolved(value.type()), value.expr(), value.contents());
  }

  private TensorType resolved(TensorType type) {
    return new TensorType(type.element(), type.shape().stream().map(sizes::resolved).toList());
  }

  private void define(Node node, Outcome outcome) {
    boolean known =
        outcome.contents() instanceof Contents.Integers
            || outcome.contents() instanceof Contents.Floats;
    boolean same = outcome.expr() instanceof Expr.Ref;
    String result = node.outputs().getFirst();
    if (known || same) {
      values.put(result, new Value(outcome.types().getFirst(), outcome.expr(), outcome.contents()));
      return;
    }
    List<String> results = new ArrayList<>();
    for (int i = 0; i < outcome.types().size(); i++) {
      String given = i < node.outputs().size() ? node.outputs().get(i) : "";
      String name = given.isEmpty() ? result + "#" + i : given;
      results.add(name);
      Contents contents = i == 0 ? outcome.contents() : null;
      values.put(name, new Value(outcome.types().get(i), new Expr.Ref(name), contents));
    }
    definitions.add(new Definition(results, outcome.types(), outcome.expr(), node.name()));
  }

  private Definitions result() {
    Map<String, TensorType> inputs = new LinkedHashMap<>();
    for (Input input : graph.inputs()) {
      inputs.put(input.name(), new TensorType(input.type(), sizes.of(input.name())));
    }
    List<String> outputs = new ArrayList<>();
    for (String output : graph.outputs()) {
      outputs.add(output(output));
    }
    return new Definitions(inputs, outputs, definitions, graph.constants(), sizes.clauses());
  }

  /** An output that is no definition by itself, an input or a constant, becomes one. */
  private String output(String name) {
    Value value = values.get(name);
    if (value == null) {
      throw new IllegalStateException(name);
    }
    if (definitions.stream().anyMatch(d -> d.results().contains(name))) {
      return name;
    }
    if (value.contents() != null && !(value.contents() instanceof Contents.Range)) {
      throw new OnnxException(
          "output '%s' is computed of sizes or constants alone, which is not supported yet"
              .formatted(name));
    }
    String fresh = name + "#";
    definitions.add(new Definition(List.of(fresh), List.of(value.type()), value.expr(), name));
    return fresh;
  }
}
