package dev.tensorc.infer;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Optional;

/**
 * The module and the messages that inference made of a program.
 *
 * @param module present exactly where {@code diagnostics} holds no error
 * @param diagnostics errors and warnings in source order
 */
public record InferenceResult(Optional<TensorIr.Module> module, List<Diagnostic> diagnostics) {
  public InferenceResult {
    diagnostics = List.copyOf(diagnostics);
  }
}
