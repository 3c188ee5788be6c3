package dev.tensorc.cli;

import dev.tensorc.FileImports;
import dev.tensorc.Options;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.CommandOptions;
import dev.tensorc.cli.option.OptionValue;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DisciplineName;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How programs are read and understood, for every command that compiles. */
final class ProgramOptions {

  private final OptionValue<Boolean> strict;

  private final OptionValue<DisciplineName> broadcasting;

  private final OptionValue<Charset> encoding;

  private final OptionValue<Optional<Path>> importRoot;

  private final OptionValue<Boolean> verifyEach;

  ProgramOptions(CommandOptions options) {
    this.strict =
        options.flag(
            "--strict-results", "Refuse a declared size or rank that only the run can confirm.");
    this.broadcasting =
        options.value(
            "--broadcasting",
            "RULES",
            DisciplineName.class,
            DisciplineName.NUMPY,
            "numpy (the default), strict, xla or tml, in files that do not say.");
    this.encoding =
        options.value(
            "--encoding",
            "CHARSET",
            Charset.class,
            StandardCharsets.UTF_8,
            "Of the program files; UTF-8 unless given.");
    this.importRoot =
        options.optional(
            "--import-root",
            "DIR",
            Path.class,
            "Programs may import files below DIR alone, symbolic links resolved; below "
                + "the program's folder (of compile, below --source-root) unless given.");
    this.verifyEach =
        options.flag(
            "--verify-each", "Verify the program after each pass; a failure is a bug in tensorc.");
  }

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
                .formatted(file, importRoot.get().orElse(sourceRoot.get())));
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
        .withStrictResults(strict.get())
        .withBroadcasting(broadcasting.get())
        .withVerifyEach(verifyEach.get())
        .withImports(files(file, sourceRoot));
  }

  private FileImports files(Path file, Optional<Path> sourceRoot) {
    importRoot
        .get()
        .ifPresent(
            root -> {
              if (!Files.isDirectory(root)) {
                throw Failure.usage("--import-root: " + root + " is not a folder");
              }
            });
    return importRoot
        .get()
        .or(() -> sourceRoot)
        .map(root -> new FileImports(root, encoding.get()))
        .orElseGet(() -> FileImports.beside(file, encoding.get()));
  }
}
