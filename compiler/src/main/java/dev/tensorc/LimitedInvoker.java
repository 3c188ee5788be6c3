package dev.tensorc;

import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Tensor;

/** Calls under an allocation limit of the program's own. */
record LimitedInvoker(Invoker invoker, long bytes) implements Invoker {

  @Override
  public Object invoke(Object[] args) {
    return AllocationLimit.during(bytes, () -> invoker.invoke(args));
  }

  @Override
  public void invokeInto(Tensor out, Object[] args) {
    AllocationLimit.during(
        bytes,
        () -> {
          invoker.invokeInto(out, args);
          return out;
        });
  }
}
