package dev.tensorc;

import dev.tensorc.runtime.Tensor;

/** Runs a function on arguments that fit its parameters. */
sealed interface Invoker permits CompiledInvoker, InterpretedInvoker, LimitedInvoker {

  Object invoke(Object[] args);

  void invokeInto(Tensor out, Object[] args);
}
