package dev.tensorc;

import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.Tensor;
import java.util.List;

/** Calls under an allocation limit of the program's own. */
record LimitedInvoker(Invoker invoker, long bytes) implements Invoker {

  @Override
  public List<Object> invoke(Object[] args) {
    return AllocationLimit.during(bytes, () -> invoker.invoke(args));
  }

  @Override
  public void invokeInto(List<Tensor> outs, Object[] args) {
    AllocationLimit.during(
        bytes,
        () -> {
          invoker.invokeInto(outs, args);
          return outs;
        });
  }
}
