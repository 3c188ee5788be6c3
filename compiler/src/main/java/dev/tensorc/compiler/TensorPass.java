package dev.tensorc.compiler;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import dev.tensorc.ir.TensorIrVerifier;

/**
 * A pass that gives {@link TensorIr}.
 *
 * @param <I> the type of its input
 */
interface TensorPass<I> extends Pass<I, TensorIr.Module> {

  @Override
  default void verify(TensorIr.Module out) {
    TensorIrVerifier.verify(out, name());
  }

  @Override
  default String size(TensorIr.Module out) {
    return Sizes.of(out);
  }

  @Override
  default String print(TensorIr.Module out) {
    return TensorIrPrinter.of(out);
  }
}
