package dev.tensorc.runtime;

import java.util.List;

/** Runs a function on arguments that fit its parameters. */
public interface Invoker {

  /** One for each result. */
  List<Object> invoke(Object[] args);

  /**
   * @param outs one for each result
   */
  void invokeInto(List<Tensor> outs, Object[] args);
}
