package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DisciplineName;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

  @Option(
      names = "--import-root",
      paramLabel = "DIR",
      description = {
        "Programs may import files below DIR alone, symbolic links resolved; below",
        "the program's folder (of compile, below --source-root) unless given."
      })
  private Optional<Path> importRoot = Optional.empty();

  @Option(
      names = "--verify-each",
      description = "Verify the program after each pass; a failure is a bug in tensorc.")
  private boolean verifyEach;

  SourceText read(Path file) {
    return read(file, Optional.empty());
  }

  /**
   * Reads a program. One that was found below a source root, and that a link leads out of, is as
   * little the user's word as an import.
   */
  SourceText read(Path file, Optional<Path> sourceRoot) {
    FileImports files = files(file, sourceRoot);
    try {
      if (sourceRoot.isPresent() && !Sources.isStandardInput(file) && !files.holds(file)) {
        throw Failure.data(
            "%s: a symbolic link leads out of %s: copy the file there, or name a folder that holds both with --import-root=DIR"
                .formatted(file, importRoot.orElse(sourceRoot.get())));
      }
    } catch (IOException e) {
      throw Failure.data("cannot read " + Errors.describe(e));
    }
    return Sources.read(file, files);
  }

  Options options(Path file) {
    return options(file, Optional.empty());
  }

  Options options(Path file, Optional<Path> sourceRoot) {
    return Options.DEFAULT
        .withStrictResults(strict)
        .withBroadcasting(broadcasting)
        .withVerifyEach(verifyEach)
        .withImports(files(file, sourceRoot));
  }

  private FileImports files(Path file, Optional<Path> sourceRoot) {
    importRoot.ifPresent(
        root -> {
          if (!Files.isDirectory(root)) {
            throw Failure.usage("--import-root: " + root + " is not a folder");
          }
        });
    return importRoot
        .or(() -> sourceRoot)
        .map(root -> new FileImports(root, encoding))
        .orElseGet(() -> FileImports.beside(file, encoding));
  }
}
