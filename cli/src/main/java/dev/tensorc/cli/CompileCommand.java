package dev.tensorc.cli;

import dev.tensorc.Options;
import dev.tensorc.Program;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc compile}: class files are written only when every program compiles. */
@Command(
    name = "compile",
    mixinStandardHelpOptions = true,
    description = "Compiles programs to class files; edges.tc becomes the class Edges.")
final class CompileCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private StrictResults strictResults = new StrictResults();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Programs (.tc).")
  private List<Path> files = List.of();

  @Option(
      names = {"-d", "--directory"},
      required = true,
      paramLabel = "DIR",
      description = "Where the class files go, in folders for their package.")
  private Path directory = Path.of("");

  @Option(
      names = "--package",
      paramLabel = "P",
      description = "The package of the classes; none unless given.")
  private String packageName = "";

  @Override
  public Integer call() throws IOException {
    Options options = options();
    var found = new ArrayList<Diagnostic>();
    var classFiles = new LinkedHashMap<String, byte[]>();
    var origins = new LinkedHashMap<String, Path>();
    for (Path file : files) {
      compile(file, options, found, origins).forEach(classFiles::put);
    }
    Sources.print(found, spec.commandLine().getErr());
    if (found.stream().anyMatch(d -> d.severity() == Severity.ERROR)) {
      return ExitCodes.ERROR;
    }
    write(classFiles);
    return ExitCodes.OK;
  }

  private Options options() {
    try {
      return strictResults.in(Sources.OPTIONS).withPackageName(packageName);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--package: " + e.getMessage());
    }
  }

  private static Map<String, byte[]> compile(
      Path file, Options options, List<Diagnostic> found, Map<String, Path> origins) {
    try {
      Program program = Tensorc.compile(Sources.read(file), options);
      found.addAll(program.diagnostics());
      Path other = origins.putIfAbsent(program.className(), file);
      if (other != null) {
        throw Failure.data(
            "%s and %s would both become class %s: rename one of them"
                .formatted(other, file, program.className()));
      }
      return program.classFiles();
    } catch (CompilationException e) {
      found.addAll(e.diagnostics());
      return Map.of();
    }
  }

  private void write(Map<String, byte[]> classFiles) throws IOException {
    try (var staged = new StagedFiles()) {
      for (var classFile : classFiles.entrySet()) {
        Path target = directory.resolve(classFile.getKey().replace('.', '/') + ".class");
        Files.createDirectories(target.toAbsolutePath().getParent());
        staged.add(target, out -> out.write(classFile.getValue()));
      }
      staged.commit();
    }
  }
}
