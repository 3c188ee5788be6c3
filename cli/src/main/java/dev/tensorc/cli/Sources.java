package dev.tensorc.cli;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads program files and prints what the compiler has to say about them. */
final class Sources {

  private Sources() {}

  static SourceText read(Path file, Charset encoding) {
    if (Files.isDirectory(file)) {
      throw Failure.data(file + ": is a directory, not a program");
    }
    try {
      return new SourceText(file.toString(), Files.readString(file, encoding));
    } catch (CharacterCodingException e) {
      throw Failure.data(file + ": not a program: the file is not " + encoding + " text");
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
