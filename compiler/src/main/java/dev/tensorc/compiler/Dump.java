package dev.tensorc.compiler;

import java.util.function.Supplier;

/** Gets the result of each pass, in the order in which the passes run. */
@FunctionalInterface
public interface Dump {

  /** Looks at nothing. */
  Dump NONE = _ -> {};

  /**
   * A pass that has run.
   *
   * @param pass its name
   * @param nanos its time, in nanoseconds
   * @param size the size of its result, in numbers; counted only where it is asked for
   * @param text its result; made only where it is asked for
   */
  record Step(String pass, long nanos, Supplier<String> size, Supplier<String> text) {}

  void after(Step step);
}
