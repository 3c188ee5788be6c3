package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DeclaredWeights;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of compiling one program file.
 *
 * @param imports the files that it needs, other than itself
 * @param className the class that has its exported functions; empty if it does not compile, or
 *     exports none and is there to be imported
 * @param stubSources that class as Java source, by file name
 * @param weights the file of its weights beside the program, which need not be there
 * @param weightsResource its name beside the class
 */
record Compiled(
    Path file,
    Set<String> imports,
    Optional<String> className,
    Map<String, byte[]> classFiles,
    Map<String, String> stubSources,
    Optional<Path> weights,
    String weightsResource,
    Findings findings) {

  static Compiled of(Path file, SourceText source, Options options) {
    var imports = new LinkedHashSet<String>();
    Options recording = options.withImports(recorded(options.imports(), imports));
    try {
      var program = Tensorc.compile(source, recording);
      if (program.functions().isEmpty()) {
        return without(file, imports, program.findings());
      }
      return new Compiled(
          file,
          imports,
          Optional.of(program.className()),
          program.classFiles(),
          program.stubSources(),
          program.weightsFile(),
          program.weights().map(DeclaredWeights::file).orElse(""),
          program.findings());
    } catch (CompilationException e) {
      return without(file, imports, new Findings(e.diagnostics(), List.of()));
    }
  }

  /** A program that gives no class. */
  private static Compiled without(Path file, Set<String> imports, Findings findings) {
    return new Compiled(
        file, imports, Optional.empty(), Map.of(), Map.of(), Optional.empty(), "", findings);
  }

  private static Imports recorded(Imports imports, Set<String> names) {
    return (path, from) -> {
      Imports.Result found = imports.find(path, from);
      found.text().ifPresent(text -> names.add(text.name()));
      return found;
    };
  }
}
