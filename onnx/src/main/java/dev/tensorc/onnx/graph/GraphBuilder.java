package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.graph.Graph.Input;
import dev.tensorc.onnx.wire.GraphProto;
import dev.tensorc.onnx.wire.ModelProto;
import dev.tensorc.onnx.wire.NodeProto;
import dev.tensorc.onnx.wire.OnnxException;
import dev.tensorc.onnx.wire.TensorProto;
import dev.tensorc.onnx.wire.ValueProto;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a {@link Graph} of a file's messages. It refuses names that stand twice or nowhere, nodes
 * in a circle, opsets that nobody has tested, and operators that are not ONNX's own.
 */
public final class GraphBuilder {
  public static final int OLDEST_OPSET = 9;
  public static final int NEWEST_OPSET = 21;

  private final ModelProto model;
  private final ConstantReader reader;
  private final Map<String, TensorProto> initializers = new HashMap<>();
  private final Map<String, Input> inputs = new LinkedHashMap<>();
  private final Map<String, NodeProto> producers = new HashMap<>();
  private final Map<String, Constant> constants = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();

  private GraphBuilder(ModelProto model, ConstantReader reader) {
    this.model = model;
    this.reader = reader;
  }

  /**
   * Makes the graph.
   *
   * @param files where constants are whose elements are not in the model's file
   * @param arena how long the constants live
   * @throws OnnxException if the model is not whole, or not supported yet
   */
  public static Graph build(ModelProto model, ExternalFiles files, Arena arena) {
    return new GraphBuilder(model, new ConstantReader(files, arena)).build();
  }

  private Graph build() {
    int opset = opset();
    GraphProto graph = model.graph();
    for (TensorProto each : graph.initializers()) {
      requireFirst(initializers.put(each.name(), each) == null, each.name());
    }
    for (ValueProto each : graph.inputs()) {
      if (!initializers.containsKey(each.name())) {
        requireFirst(inputs.put(each.name(), input(each)) == null, each.name());
      }
    }
    for (NodeProto node : graph.nodes()) {
      for (String output : node.outputs()) {
        if (!output.isEmpty()) {
          boolean first = !initializers.containsKey(output) && !inputs.containsKey(output);
          requireFirst(producers.put(output, node) == null && first, output);
        }
      }
    }
    List<String> outputs = graph.outputs().stream().map(ValueProto::name).distinct().toList();
    if (outputs.isEmpty()) {
      throw new OnnxException("the graph has no outputs");
    }
    order(outputs);
    return new Graph(
        model.producer(), opset, List.copyOf(inputs.values()), outputs, nodes, constants);
  }

  private int opset() {
    long opset =
        model.opsets().stream()
            .filter(each -> each.domain().isEmpty())
            .mapToLong(ModelProto.Opset::version)
            .max()
            .orElseThrow(() -> new OnnxException("the model does not say which opset it is of"));
    if (opset < OLDEST_OPSET || opset > NEWEST_OPSET) {
      throw new OnnxException(
          "opset %d is not supported yet, only %d to %d; export the model with one of these, or"
                  .formatted(opset, OLDEST_OPSET, NEWEST_OPSET)
              + " convert it with onnx.version_converter");
    }
    return (int) opset;
  }

  private static Input input(ValueProto value) {
    String what = "input '%s'".formatted(value.name());
    if (value.dtype() == 0 || value.dims() == null) {
      throw new OnnxException(
          what
              + (value.dtype() == 0 ? " is no tensor" : " does not say how many axes it has")
              + "; export the model with the shapes of its inputs");
    }
    return new Input(value.name(), Dtypes.of(value.dtype(), what), value.dims());
  }

  private static void requireFirst(boolean first, String name) {
    if (!first) {
      throw new OnnxException("the value '%s' is defined twice".formatted(name));
    }
  }

  /** Puts nodes behind those that they need. Without recursion: graphs may be deep. */
  private void order(List<String> outputs) {
    Set<NodeProto> open = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> done = new HashSet<>(inputs.keySet());
    Deque<String> wanted = new ArrayDeque<>(outputs);
    while (!wanted.isEmpty()) {
      String name = wanted.peek();
      if (done.contains(name)) {
        wanted.pop();
        continue;
      }
      TensorProto initializer = initializers.get(name);
      if (initializer != null) {
        constants.put(name, reader.read(initializer, name));
        done.add(name);
        continue;
      }
      NodeProto node = producers.get(name);
      if (node == null) {
        throw new OnnxException("nothing gives the value '%s'".formatted(name));
      }
      List<String> missing =
          node.inputs().stream().filter(each -> !each.isEmpty() && !done.contains(each)).toList();
      if (missing.isEmpty()) {
        add(node);
        node.outputs().stream().filter(each -> !each.isEmpty()).forEach(done::add);
      } else if (open.add(node)) {
        missing.reversed().forEach(wanted::push);
      } else {
        throw new OnnxException("the value '%s' is computed of itself".formatted(name));
      }
    }
  }

  private void add(NodeProto proto) {
    String name = proto.name().isEmpty() ? proto.outputs().getFirst() : proto.name();
    String label = "node '%s' (%s)".formatted(name, proto.operator());
    if (!proto.domain().isEmpty()) {
      throw new OnnxException(
          "%s is an operator of %s, which is not supported yet; export the model without fused or"
                  .formatted(label, proto.domain())
              + " custom operators");
    }
    var node =
        new Node(
            proto.name(),
            proto.operator(),
            proto.inputs(),
            proto.outputs(),
            new Attributes(label, proto.attributes()));
    if (proto.operator().equals("Constant")) {
      String output = proto.outputs().getFirst();
      constants.put(output, constant(node, output));
    } else {
      nodes.add(node);
    }
  }

  private Constant constant(Node node, String name) {
    Attributes attributes = node.attributes();
    attributes.requireOnly(
        Set.of("value", "value_float", "value_floats", "value_int", "value_ints"));
    TensorProto value = attributes.tensor("value");
    if (value != null) {
      return reader.read(value, name);
    }
    return ConstantReader.ofAttributes(attributes, name);
  }
}
