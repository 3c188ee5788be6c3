package dev.tensorc;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.ResultNames;
import dev.tensorc.ir.TensorIr;
import java.util.ArrayList;
import java.util.List;

/**
 * A parameter of an exported function, or a result.
 *
 * @param name empty for the only result, where the program does not name it
 * @param declaredType as the program writes it, such as {@code f32[n, ?]}
 * @param rank number of axes; 0 for a scalar, {@link #UNRANKED} where it is found at run time
 */
public record Parameter(String name, String declaredType, DType dtype, int rank) {

  /** The rank of a tensor of any rank. */
  public static final int UNRANKED = -1;

  static Parameter of(TensorIr.Param p) {
    return new Parameter(
        p.name(),
        p.declaredType(),
        p.value().dtype(),
        p.value().isUnranked() ? UNRANKED : p.value().rank());
  }

  /** The results of a function; where there are several, each has a name. */
  static List<Parameter> results(TensorIr.Function f) {
    boolean one = f.results().size() == 1;
    var results = new ArrayList<Parameter>();
    for (TensorIr.Result r : f.results()) {
      String name = one ? r.name() : ResultNames.of(f).get(results.size());
      boolean unranked = f.body().yields().get(results.size()).isUnranked();
      int rank = unranked ? UNRANKED : r.shape().size();
      results.add(new Parameter(name, r.declaredType(), r.dtype(), rank));
    }
    return results;
  }

  /** Whether it is a text ({@code str} or {@code char} in tml), as the u16 of its UTF-16 units. */
  public boolean isText() {
    return dtype == DType.U16 && !declaredType.startsWith(dtype.label());
  }

  public boolean isScalar() {
    return rank == 0;
  }
}
