package dev.tensorc.runtime;

import java.util.List;

/** Calls under an allocation limit of the program's own. */
public record LimitedInvoker(Invoker invoker, long bytes) implements Invoker {

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
