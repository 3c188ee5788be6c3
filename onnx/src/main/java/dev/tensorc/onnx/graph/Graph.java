package dev.tensorc.onnx.graph;

import dev.tensorc.onnx.wire.ValueProto.DimProto;
import dev.tensorc.runtime.ElementType;
import java.util.List;
import java.util.Map;

/**
 * A model whose names are resolved. Only the parts that the outputs need are in it.
 *
 * @param producer the program that wrote the file; may be empty
 * @param opset the version of ONNX's operators
 * @param nodes each behind those whose values it takes, and as near to them as that allows
 * @param constants by name; those of {@code Constant} nodes, too
 */
public record Graph(
    String producer,
    int opset,
    List<Input> inputs,
    List<String> outputs,
    List<Node> nodes,
    Map<String, Constant> constants) {

  /** An input that a caller gives. */
  public record Input(String name, ElementType type, List<DimProto> dims) {}
}
