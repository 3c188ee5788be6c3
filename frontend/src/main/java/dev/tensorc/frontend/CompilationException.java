package dev.tensorc.frontend;

import java.util.List;
import java.util.stream.Collectors;

/** A program that does not compile: the user's mistakes, never the compiler's. */
public final class CompilationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Diagnostic> diagnostics;

  public CompilationException(List<Diagnostic> diagnostics) {
    super(diagnostics.stream().map(DiagnosticRenderer::render).collect(Collectors.joining("\n")));
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** The diagnostics, in source order; at least one error. */
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
