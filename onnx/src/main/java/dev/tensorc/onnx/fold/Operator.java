package dev.tensorc.onnx.fold;

import java.util.Set;

/**
 * A kind of node.
 *
 * @param attributes the names of those that it reads; all others are refused
 * @param fewest how many inputs it has at least
 * @param most how many it has at most
 * @param apply computes its outputs
 */
record Operator(Set<String> attributes, int fewest, int most, Rule apply) {

  /** Computes the outputs of a node. */
  interface Rule {
    Outcome of(Operands operands);
  }
}
