package dev.tensorc.codegen.facade;

import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Optional;

/**
 * A function as users of Java see it.
 *
 * @param results of several results; empty where there is one
 * @param arrays likewise, with arrays in the place of tensors; empty where no method gives them
 */
public record Exported(
    TensorIr.Function function,
    List<Entry> entries,
    Optional<ResultClass> results,
    Optional<ResultClass> arrays) {

  /** Whether its methods need an object that has the weights. */
  public boolean usesWeights() {
    return !function.weights().isEmpty();
  }
}
