package dev.tensorc.compiler;

import dev.tensorc.codegen.loop.LoopIr;
import dev.tensorc.codegen.verify.LoopIrVerifier;

/**
 * A pass that gives {@link LoopIr}.
 *
 * @param <I> the type of its input
 */
interface LoopPass<I> extends Pass<I, LoopIr.Program> {

  @Override
  default void verify(LoopIr.Program out) {
    LoopIrVerifier.verify(out, name());
  }
}
