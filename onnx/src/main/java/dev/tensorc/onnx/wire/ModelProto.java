package dev.tensorc.onnx.wire;

import java.util.List;

/**
 * A file.
 *
 * @param producer the program that wrote it, with its version; may be empty
 * @param opsets the versions of the sets of operators that its nodes may be of
 * @param functions how many functions of its own it has
 */
public record ModelProto(
    long irVersion, String producer, List<Opset> opsets, GraphProto graph, int functions) {

  /**
   * A set of operators.
   *
   * @param domain empty for ONNX's own
   */
  public record Opset(String domain, long version) {}
}
