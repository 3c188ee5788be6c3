package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.cli.diagnostics.DiagnosticFormat;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Optional;
import picocli.CommandLine;

/** How a command shows diagnostics, and which of them make it fail. */
final class DiagnosticOptions {

  private final OptionValue<DiagnosticFormat> format;

  private final OptionValue<Boolean> warningsAreErrors;

  DiagnosticOptions(CommandOptions options) {
    this.format =
        options.value(
            "--diagnostics",
            "FORMAT",
            DiagnosticFormat.class,
            DiagnosticFormat.TEXT,
            "text (the default) on standard error; json or sarif (SARIF 2.1.0), one "
                + "document with all diagnostics on standard output.");
    this.warningsAreErrors =
        options.flag(
            "-Werror --werror",
            "Warnings are errors; @allow(\"TC-K001\") before a function allows one in it.");
  }

  void print(Findings found, Main main, PrintWriter err) {
    if (!format.get().isDocument()) {
      Sources.print(found.diagnostics(), err);
      return;
    }
    PrintWriter out = main.documents();
    out.print(format.get().text(found, Main.Version.number(), DiagnosticOptions::page));
    out.flush();
  }

  private static Optional<String> page(String id) {
    try {
      return ErrorPages.find(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the command ends with an error; where only warnings make it one, that is said. */
  boolean fail(Collection<Diagnostic> found, String consequence, CommandLine command) {
    if (found.stream().anyMatch(d -> d.severity() == Severity.ERROR)) {
      return true;
    }
    if (warningsAreErrors.get() && !found.isEmpty()) {
      command.getErr().println("tensorc: " + consequence + ": --werror");
      return true;
    }
    return false;
  }
}
