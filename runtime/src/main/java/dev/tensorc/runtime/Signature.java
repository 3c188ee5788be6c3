package dev.tensorc.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The name, parameters and results of an exported function.
 *
 * @param types the dtypes of its type parameters, in order; empty where it has none
 * @param doc its {@code ##} lines; empty where it has none
 * @param results where they are several, each has a name
 * @param partition whether its rows may be split
 * @param reduction whether the results for parts of its rows can be combined
 */
public record Signature(
    String name,
    List<String> types,
    String doc,
    List<Parameter> parameters,
    List<Parameter> results,
    Partition partition,
    Reduction reduction) {

  public Signature {
    types = List.copyOf(types);
    parameters = List.copyOf(parameters);
    results = List.copyOf(results);
  }

  /** The signatures that a generated class declares. */
  static List<Signature> of(TensorProgram program) {
    return Arrays.stream(program.functions())
        .map(
            f ->
                new Signature(
                    f.name(),
                    List.of(f.types()),
                    f.doc(),
                    parameters(f.parameters()),
                    parameters(f.results()),
                    Partition.of(f.rows()),
                    Reduction.of(f.reduced())))
        .toList();
  }

  private static List<Parameter> parameters(TensorProgram.Value[] values) {
    return Arrays.stream(values)
        .map(
            v ->
                new Parameter(
                    v.name(), v.declaredType(), ElementType.labelled(v.dtype()), v.rank()))
        .toList();
  }

  /** {@code f(x: f32[n], s: f32) -> f32[n]}. */
  @Override
  public String toString() {
    String result =
        results.size() == 1 ? results.getFirst().declaredType() : "(" + list(results) + ")";
    return name + "(" + list(parameters) + ") -> " + result;
  }

  private static String list(List<Parameter> named) {
    return named.stream()
        .map(p -> p.name() + ": " + p.declaredType())
        .collect(Collectors.joining(", "));
  }
}
