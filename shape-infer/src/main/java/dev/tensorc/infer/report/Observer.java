package dev.tensorc.infer.report;

import dev.tensorc.frontend.Span;
import java.util.function.Supplier;

/**
 * Is told the types and definitions that inference finds, for editors; of a function that is
 * expanded at several calls, once for each.
 */
public interface Observer {

  /** For those who compile. */
  Observer NONE =
      new Observer() {
        @Override
        public void type(Span span, Supplier<String> type) {}

        @Override
        public void definition(Span use, Span definition) {}
      };

  /**
   * The type of an expression, or of a name where it is bound.
   *
   * @param type such as {@code f32[n, ?]}; it is right only during this call
   */
  void type(Span span, Supplier<String> type);

  /** Where a name is bound that is used. */
  void definition(Span use, Span definition);
}
