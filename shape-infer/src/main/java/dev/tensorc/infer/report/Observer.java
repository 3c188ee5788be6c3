package dev.tensorc.infer.report;

import dev.tensorc.frontend.Span;
import java.util.function.Supplier;

/**
 * Is told what inference finds of a text, for editors. Of a function that is expanded at several
 * calls it is told once for each.
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
   * What an expression or a name that is bound turned out to be.
   *
   * @param type such as {@code f32[n, ?]}; it is right only during this call
   */
  void type(Span span, Supplier<String> type);

  /** Where a name is bound that is used. */
  void definition(Span use, Span definition);
}
