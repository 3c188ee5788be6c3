package dev.tensorc;

import dev.tensorc.frontend.Diagnostic;
import java.util.List;

/**
 * The compiler's findings in a program.
 *
 * @param diagnostics errors and warnings
 * @param silenced warnings that the program allows, each at a function with {@code @allow}
 */
public record Findings(List<Diagnostic> diagnostics, List<Diagnostic> silenced) {

  public Findings {
    diagnostics = List.copyOf(diagnostics);
    silenced = List.copyOf(silenced);
  }
}
