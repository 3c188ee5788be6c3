package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DisciplineName;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How programs are read and understood, for every command that compiles. */
final class ProgramOptions {

  @Option(
      names = "--strict-results",
      description = "Refuse a declared size or rank that only the run can confirm.")
  private boolean strict;

  @Option(
      names = "--broadcasting",
      paramLabel = "RULES",
      description = "numpy (the default), strict, xla or tml, in files that do not say.")
  private DisciplineName broadcasting = DisciplineName.NUMPY;

  @Option(
      names = "--encoding",
      paramLabel = "CHARSET",
      description = "Of the program files; UTF-8 unless given.")
  private Charset encoding = StandardCharsets.UTF_8;

  SourceText read(Path file) {
    return Sources.read(file, encoding);
  }

  /** Files are imported from where they lie. */
  Options options() {
    return Options.DEFAULT
        .withStrictResults(strict)
        .withBroadcasting(broadcasting)
        .withImports(new FileImports(encoding));
  }
}
