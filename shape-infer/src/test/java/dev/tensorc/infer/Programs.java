package dev.tensorc.infer;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.ir.TensorIrPrinter;
import dev.tensorc.ir.TensorIrVerifier;
import java.util.List;
import java.util.stream.Collectors;

/** Programs as the tests write them. */
final class Programs {

  private Programs() {}

  static InferenceResult infer(String program) {
    var source = new SourceText("t.tc", program);
    InferenceResult result = Inference.infer(Parser.parse(source).orThrow());
    result.module().ifPresent(module -> TensorIrVerifier.verify(module, "infer"));
    return result;
  }

  /** The one function of a right program. */
  static TensorIr.Function function(String program) {
    InferenceResult result = infer(program);
    return result
        .module()
        .map(m -> m.functions().getFirst())
        .orElseThrow(() -> new AssertionError(render(result.diagnostics())));
  }

  static List<String> ids(String program) {
    return infer(program).diagnostics().stream().map(Diagnostic::id).toList();
  }

  /** All messages about a program, then its printed IR if there is one. */
  static String report(String program) {
    InferenceResult result = infer(program);
    String told = render(result.diagnostics());
    String ir = result.module().map(TensorIrPrinter::of).orElse("");
    return told + (told.isEmpty() || ir.isEmpty() ? "" : "\n") + ir;
  }

  private static String render(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(DiagnosticRenderer::render).collect(Collectors.joining("\n"));
  }
}
