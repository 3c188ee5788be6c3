package dev.tensorc;

import dev.tensorc.ir.DType;
import dev.tensorc.ir.TensorIr;

/**
 * A parameter of an exported function, or a result.
 *
 * @param name empty for a result without a name
 * @param declaredType as the program writes it, such as {@code f32[n, ?]}
 * @param rank number of axes; 0 for a scalar
 */
public record Parameter(String name, String declaredType, DType dtype, int rank) {

  static Parameter of(TensorIr.Param p) {
    return new Parameter(p.name(), p.declaredType(), p.value().dtype(), p.value().rank());
  }

  static Parameter of(TensorIr.Result r) {
    return new Parameter(r.name(), r.declaredType(), r.dtype(), r.shape().size());
  }

  public boolean isScalar() {
    return rank == 0;
  }
}
