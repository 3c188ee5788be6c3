package dev.tensorc.onnx.wire;

import java.util.List;

/**
 * One application of an operator.
 *
 * @param name may be empty
 * @param domain empty for ONNX's own operators
 * @param inputs names of values; an empty one stands for an optional input that is left out
 */
public record NodeProto(
    String name,
    String domain,
    String operator,
    List<String> inputs,
    List<String> outputs,
    List<AttributeProto> attributes) {}
