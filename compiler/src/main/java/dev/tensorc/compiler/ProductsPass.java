package dev.tensorc.compiler;

import dev.tensorc.codegen.step.IntegerProducts;
import dev.tensorc.ir.TensorIr;

/** {@link IntegerProducts}. */
final class ProductsPass implements TensorPass<TensorIr.Module> {

  @Override
  public String name() {
    return "products";
  }

  @Override
  public String purpose() {
    return "multiplies matrices of small integers as floats, where that is exact";
  }

  @Override
  public TensorIr.Module run(TensorIr.Module in, PassContext cx) {
    return IntegerProducts.run(in);
  }
}
