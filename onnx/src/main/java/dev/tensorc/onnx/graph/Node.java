package dev.tensorc.onnx.graph;

import java.util.List;

/**
 * One application of an operator of ONNX's own.
 *
 * @param name the exporter's name, which tells the module that it belongs to; may be empty
 * @param inputs names of values; an empty one stands for an optional input that is left out
 */
public record Node(
    String name,
    String operator,
    List<String> inputs,
    List<String> outputs,
    Attributes attributes) {

  /** The node, in the words of errors. */
  public String label() {
    return "node '%s' (%s)".formatted(name.isEmpty() ? outputs.getFirst() : name, operator);
  }
}
