package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Reads program files and prints what the compiler has to say about them. */
final class Sources {

  private Sources() {}

  static SourceText read(Path file, FileImports files) {
    try {
      return files.program(file);
    } catch (IOException e) {
      throw Failure.data("cannot read " + Errors.describe(e));
    }
  }

  static void print(List<Diagnostic> diagnostics, PrintWriter err) {
    if (!diagnostics.isEmpty()) {
      err.print(DiagnosticRenderer.renderAll(diagnostics));
      err.flush();
    }
  }
}
