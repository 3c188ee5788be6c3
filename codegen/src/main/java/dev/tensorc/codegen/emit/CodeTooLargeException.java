package dev.tensorc.codegen.emit;

import dev.tensorc.frontend.Span;
import java.util.Optional;

/** A method has more code than class files hold, or more than its frames can be computed for. */
final class CodeTooLargeException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient Optional<Span> fits;

  /**
   * @param fits the last place whose code still fits, where it is known
   */
  CodeTooLargeException(Optional<Span> fits) {
    this.fits = fits;
  }

  Optional<Span> fits() {
    return fits;
  }
}
