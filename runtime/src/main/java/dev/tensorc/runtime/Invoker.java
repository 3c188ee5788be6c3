package dev.tensorc.runtime;

import java.util.List;

/** Runs a function on arguments that fit its parameters. */
public interface Invoker {

  /** Calls the function, and returns one object for each result. */
  List<Object> invoke(Object[] args);

  /**
   * Calls the function, and writes its results to arrays that exist.
   *
   * @param outs one for each result
   */
  void invokeInto(List<Tensor> outs, Object[] args);
}
