package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.runtime.io.StagedFiles;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tensorc compile}: class files are written only when every program compiles. */
@Command(
    mixinStandardHelpOptions = true,
    description = {
      "Compiles programs to class files; edges.tc becomes the class Edges. A file of weights",
      "beside a program is copied to its place beside the class."
    },
    footer = {
      "",
      "Examples:",
      "  $ tensorc compile samples/edges.tc -d target/hello",
      "  $ tensorc compile samples/edges.tc -d target/hello --package=com.acme",
    })
final class CompileCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProgramOptions programs = new ProgramOptions();

  @Mixin private LoopOptions loops = new LoopOptions();

  @Mixin private DiagnosticOptions diagnostics = new DiagnosticOptions();

  @Mixin private PassTimes times = new PassTimes();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Programs (.tc), or folders; none for all that are below --source-root.")
  private List<Path> files = List.of();

  @Option(
      names = {"-d", "--directory"},
      paramLabel = "DIR",
      description = "Where the class files go, in folders for their package; . unless given.")
  private Path directory = Path.of(".");

  @Option(
      names = "--package",
      paramLabel = "P",
      description = "The package of the classes; none unless given.")
  private String packageName = "";

  @Option(
      names = "--source-root",
      paramLabel = "DIR",
      description = "The folders below DIR are packages, in --package if that is given.")
  private Optional<Path> sourceRoot = Optional.empty();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write what was compiled and found to FILE, for other tools.")
  private Optional<Path> report = Optional.empty();

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "Also write the classes as Java source without code, for javadoc and IDEs.")
  private Optional<Path> sources = Optional.empty();

  @Override
  public Integer call() throws IOException {
    List<Compiled> compiled = Parallel.map(files(), this::compiled);
    times.print(spec.commandLine().getErr());
    refuseEqualNames(compiled);
    var found = new LinkedHashSet<Diagnostic>(); // an imported file may be reported several times
    var silenced = new LinkedHashSet<Diagnostic>();
    for (Compiled program : compiled) {
      found.addAll(program.findings().diagnostics());
      silenced.addAll(program.findings().silenced());
    }
    var findings = new Findings(List.copyOf(found), List.copyOf(silenced));
    diagnostics.print(findings, spec.commandLine());
    boolean failed = diagnostics.fail(found, "nothing is written", spec.commandLine());
    try (var staged = new StagedFiles()) {
      if (report.isPresent()) {
        add(staged, report.get(), CompileReport.text(compiled, found));
      }
      if (!failed) {
        addClasses(staged, compiled);
      }
      staged.commit();
    } catch (TensorFileException e) {
      throw Failure.data("cannot write " + Errors.describe(e));
    }
    if (failed) {
      return ExitCodes.ERROR;
    }
    for (Compiled program : compiled) {
      StaleClasses.delete(directory, program);
    }
    compiled.stream().filter(program -> isUseless(program, compiled)).forEach(this::advise);
    return ExitCodes.OK;
  }

  private Compiled compiled(Path file) {
    Options options = times.in(options(file), file);
    return Compiled.of(file, programs.read(file, sourceRoot), options);
  }

  private List<Path> files() throws IOException {
    if (!files.isEmpty()) {
      return Sources.programs(files);
    }
    return new SourceRoot(
            sourceRoot.orElseThrow(
                () -> Failure.usage("which programs? name files, or a folder with --source-root")))
        .programs();
  }

  private Options options(Path file) {
    String below = sourceRoot.map(root -> new SourceRoot(root).packageOf(file)).orElse("");
    String separator = packageName.isEmpty() || below.isEmpty() ? "" : ".";
    try {
      return loops
          .in(programs.options(file, sourceRoot))
          .withPackageName(packageName + separator + below);
    } catch (IllegalArgumentException e) {
      throw Failure.usage("--package: " + e.getMessage());
    }
  }

  private static void refuseEqualNames(List<Compiled> compiled) {
    var origins = new HashMap<String, Path>();
    for (Compiled program : compiled) {
      String name = program.className().orElse("");
      Path other = name.isEmpty() ? null : origins.putIfAbsent(name, program.file());
      if (other != null) {
        throw Failure.data(
            "%s and %s would both become class %s: rename one of them"
                .formatted(other, program.file(), name));
      }
    }
  }

  private static boolean isUseless(Compiled program, List<Compiled> all) {
    return program.className().isEmpty()
        && all.stream().noneMatch(other -> other.imports().contains(program.file().toString()));
  }

  private void advise(Compiled program) {
    spec.commandLine()
        .getErr()
        .println("tensorc: %s has no `export fn`: no class".formatted(program.file()));
  }

  private void addClasses(StagedFiles staged, List<Compiled> compiled) throws IOException {
    for (Compiled program : compiled) {
      for (var classFile : program.classFiles().entrySet()) {
        Path target = directory.resolve(classFile.getKey().replace('.', '/') + ".class");
        makeFolderOf(target, staged);
        staged.add(target, out -> out.write(classFile.getValue()));
      }
      addWeights(staged, program);
      if (sources.isPresent()) {
        for (var source : program.stubSources().entrySet()) {
          Path target = sources.get().resolve(source.getKey());
          makeFolderOf(target, staged);
          add(staged, target, source.getValue());
        }
      }
    }
  }

  /** Where the weights are beside the program, they lie beside the class, too. */
  private void addWeights(StagedFiles staged, Compiled program) throws IOException {
    Optional<Path> from = program.weights().filter(Files::isRegularFile);
    if (from.isEmpty()) {
      return;
    }
    String name = program.className().orElseThrow().replace('.', '/') + ".class";
    Path target = directory.resolve(name).resolveSibling(program.weightsResource());
    if (!Files.exists(target) || !Files.isSameFile(from.get(), target)) {
      makeFolderOf(target, staged);
      staged.add(target, out -> Files.copy(from.get(), out));
    }
  }

  private static void makeFolderOf(Path target, StagedFiles staged) throws TensorFileException {
    Path folder = target.getParent();
    if (folder != null) {
      staged.makeFolders(folder);
    }
  }

  private static void add(StagedFiles staged, Path target, String text) throws TensorFileException {
    staged.add(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
