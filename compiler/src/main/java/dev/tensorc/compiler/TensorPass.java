package dev.tensorc.compiler;

import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;

/**
 * A pass that gives {@link TensorIr}.
 *
 * @param <I> what it takes
 */
interface TensorPass<I> extends Pass<I, TensorIr.Module> {

  @Override
  default String size(TensorIr.Module out) {
    return Sizes.of(out);
  }

  @Override
  default String print(TensorIr.Module out) {
    return TensorIrPrinter.of(out);
  }
}
