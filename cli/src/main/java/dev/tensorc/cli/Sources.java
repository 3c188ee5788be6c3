package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads program files and prints the compiler's messages about them. */
final class Sources {

  /** The word for standard input in a command line. */
  private static final Path STANDARD_INPUT = Path.of("-");

  /** The name of a program from there in messages. */
  private static final String STREAM_NAME = "stdin.tc";

  private Sources() {}

  static boolean isStandardInput(Path file) {
    return file.equals(STANDARD_INPUT);
  }

  /** The programs that a command line names: files, and all that are below folders. */
  static List<Path> programs(List<Path> named) throws IOException {
    var programs = new ArrayList<Path>();
    for (Path each : named) {
      if (!Files.isDirectory(each)) {
        programs.add(each);
        continue;
      }
      List<Path> below = new SourceRoot(each).programs();
      if (below.isEmpty()) {
        throw Failure.data(each + ": there is no program (.tc) in this folder");
      }
      programs.addAll(below);
    }
    return programs;
  }

  static SourceText read(Path file, FileImports files) {
    try {
      return isStandardInput(file) ? files.program(System.in, STREAM_NAME) : files.program(file);
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
