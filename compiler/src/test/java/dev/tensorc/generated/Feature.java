package dev.tensorc.generated;

import java.util.Optional;

/** One thing that the language can do, as a way to make an expression. */
@FunctionalInterface
interface Feature {

  /**
   * A random expression of this kind; nothing where the values in scope do not serve.
   *
   * @param depth how deep the parts may be nested
   */
  Optional<Expr> make(Scope scope, int depth);
}
