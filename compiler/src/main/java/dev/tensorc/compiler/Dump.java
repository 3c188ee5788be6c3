package dev.tensorc.compiler;

import java.util.function.Supplier;

/** Is told what each pass gives, in the order in which the passes run. */
@FunctionalInterface
public interface Dump {

  /** Looks at nothing. */
  Dump NONE = (pass, text) -> {};

  /**
   * @param pass the pass that has run
   * @param text its result; made only where it is asked for
   */
  void after(String pass, Supplier<String> text);
}
