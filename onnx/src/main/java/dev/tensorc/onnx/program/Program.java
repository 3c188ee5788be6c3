package dev.tensorc.onnx.program;

import java.util.List;
import java.util.Map;

/**
 * A program before it has names.
 *
 * @param inputs by the model's names, in order
 * @param outputs names of values, with their types
 * @param statements each behind those whose values it takes
 * @param weights in the order in which they are taken
 * @param clauses the conditions on the inputs' sizes
 */
public record Program(
    Map<String, TensorType> inputs,
    Map<String, TensorType> outputs,
    List<Statement> statements,
    List<Weight> weights,
    List<String> clauses) {}
