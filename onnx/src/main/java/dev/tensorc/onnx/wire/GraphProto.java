package dev.tensorc.onnx.wire;

import java.util.List;

/**
 * The nodes of a model, and what goes into them and comes out.
 *
 * @param initializers values that are constant, or what an input is unless a caller gives it
 */
public record GraphProto(
    List<NodeProto> nodes,
    List<TensorProto> initializers,
    List<ValueProto> inputs,
    List<ValueProto> outputs) {}
