package dev.tensorc;

import dev.tensorc.runtime.Tensor;
import java.util.List;

/** Runs a function on arguments that fit its parameters. */
sealed interface Invoker permits CompiledInvoker, InterpretedInvoker, LimitedInvoker {

  /** One for each result. */
  List<Object> invoke(Object[] args);

  /**
   * @param outs one for each result
   */
  void invokeInto(List<Tensor> outs, Object[] args);
}
