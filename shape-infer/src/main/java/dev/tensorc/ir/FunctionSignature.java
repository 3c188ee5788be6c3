package dev.tensorc.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * The name, parameters and results of an exported function, as callers outside of the program see
 * them.
 *
 * @param types the dtypes of its type parameters, in order
 * @param doc its {@code ##} lines
 * @param results where they are several, each has a name
 */
public record FunctionSignature(
    String name, List<DType> types, String doc, List<Slot> parameters, List<Slot> results) {

  /**
   * A parameter or a result.
   *
   * @param name empty for the only result, where the program does not name it
   * @param declaredType as the program writes it
   * @param rank number of axes; 0 for a scalar, -1 where it is found at run time
   */
  public record Slot(String name, String declaredType, DType dtype, int rank) {}

  public static FunctionSignature of(TensorIr.Function f) {
    return new FunctionSignature(
        f.name(),
        f.types(),
        f.doc(),
        f.arguments().stream().map(FunctionSignature::parameter).toList(),
        results(f));
  }

  private static Slot parameter(TensorIr.Param p) {
    int rank = p.value().isUnranked() ? -1 : p.value().rank();
    return new Slot(p.name(), p.declaredType(), p.value().dtype(), rank);
  }

  private static List<Slot> results(TensorIr.Function f) {
    boolean one = f.results().size() == 1;
    var results = new ArrayList<Slot>();
    for (TensorIr.Result r : f.results()) {
      String name = one ? r.name() : ResultNames.of(f).get(results.size());
      boolean unranked = f.body().yields().get(results.size()).isUnranked();
      results.add(new Slot(name, r.declaredType(), r.dtype(), unranked ? -1 : r.shape().size()));
    }
    return results;
  }
}
