package dev.tensorc.codegen.facade;

import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A method that users call.
 *
 * @param outs the outputs, which come first; none where it makes them
 * @param params parallel to the function's
 * @param onArrays whether arrays are Java's, and not tensors
 */
public record Entry(
    TensorIr.Function function,
    String name,
    List<JavaParam> outs,
    List<JavaParam> params,
    JavaType result,
    boolean onArrays) {

  /** Whether the method writes its results to outputs. */
  public boolean isInto() {
    return !outs.isEmpty();
  }

  /** Outputs and parameters, in order. */
  public List<JavaParam> all() {
    return Stream.concat(outs.stream(), params.stream()).toList();
  }

  /** The text by which Java tells it from others: {@code f(FloatTensor, double)}. */
  public String signature() {
    return all().stream()
        .map(p -> p.type().source())
        .collect(Collectors.joining(", ", name + "(", ")"));
  }
}
