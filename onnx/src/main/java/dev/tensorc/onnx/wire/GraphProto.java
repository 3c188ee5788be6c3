package dev.tensorc.onnx.wire;

import java.util.List;

/**
 * The nodes of a model, and their inputs and outputs.
 *
 * @param initializers values that are constant, or the value of an input unless a caller gives it
 */
public record GraphProto(
    List<NodeProto> nodes,
    List<TensorProto> initializers,
    List<ValueProto> inputs,
    List<ValueProto> outputs) {}
