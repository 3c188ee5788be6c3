package dev.tensorc.onnx.program;

import java.util.List;
import java.util.stream.Stream;

/**
 * A statement: names for the values of an expression.
 *
 * @param results the values; most definitions have one
 * @param types one for each value
 * @param origin the exporter's name of the node, which tells the module that it belongs to
 */
public record Definition(List<String> results, List<TensorType> types, Expr value, String origin)
    implements Statement {
  public Definition {
    results = List.copyOf(results);
    types = List.copyOf(types);
  }

  /** The value of a definition that has one. */
  public String result() {
    return results.getFirst();
  }

  /** The type of the one value. */
  public TensorType type() {
    return types.getFirst();
  }

  @Override
  public Stream<String> uses() {
    return value.values();
  }

  /** The same values of another expression. */
  public Definition with(Expr other) {
    return new Definition(results, types, other, origin);
  }
}
