package dev.tensorc.onnx.program;

import dev.tensorc.onnx.graph.Constant;
import java.util.List;
import java.util.Map;

/**
 * A model as definitions, each behind those whose values it takes.
 *
 * @param inputs by the model's names, in order
 * @param outputs names of values
 * @param weights constants that definitions take by name
 * @param clauses the conditions on the inputs' sizes, as the language writes them behind {@code
 *     where}
 */
public record Definitions(
    Map<String, TensorType> inputs,
    List<String> outputs,
    List<Definition> definitions,
    Map<String, Constant> weights,
    List<String> clauses) {

  /** The same model with other definitions. */
  public Definitions with(List<Definition> others) {
    return new Definitions(inputs, outputs, others, weights, clauses);
  }
}
