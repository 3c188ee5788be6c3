package dev.tensorc.cli;

import dev.tensorc.Findings;
import dev.tensorc.Options;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.cli.error.Failure;
import dev.tensorc.cli.option.OptionValue;
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

/** {@code tensorc compile}: class files are written only when every program compiles. */
final class CompileCommand extends Verb {

  private final Main main;

  private final ProgramOptions programs = new ProgramOptions(options);

  private final LoopOptions loops = new LoopOptions(options);

  private final DiagnosticOptions diagnostics = new DiagnosticOptions(options);

  private final PassTimes times = new PassTimes(options);

  private final OptionValue<List<Path>> files =
      options.words(
          "FILE",
          Path.class,
          "0..*",
          "Programs (.tc), or folders; none for all that are below --source-root.");

  private final OptionValue<Path> directory =
      options.value(
          "-d --directory",
          "DIR",
          Path.class,
          Path.of("."),
          "Where the class files go, in folders for their package; . unless given.");

  private final OptionValue<String> packageName =
      options.value(
          "--package", "P", String.class, "", "The package of the classes; none unless given.");

  private final OptionValue<Optional<Path>> sourceRoot =
      options.optional(
          "--source-root",
          "DIR",
          Path.class,
          "The folders below DIR are packages, in --package if that is given.");

  private final OptionValue<Optional<Path>> report =
      options.optional(
          "--report",
          "FILE",
          Path.class,
          "Write a report of the compilation to FILE, for other tools.");

  private final OptionValue<Optional<Path>> sources =
      options.optional(
          "--sources",
          "DIR",
          Path.class,
          "Also write the classes as Java source without code, for javadoc and IDEs.");

  CompileCommand(Main main) {
    super(
        """
        Compiles programs to class files; edges.tc becomes the class Edges.
        A file of weights beside a program is copied to its place beside the class.\
        """,
        """

        Examples:
          $ tensorc compile samples/edges.tc -d target/hello
          $ tensorc compile samples/edges.tc -d target/hello --package=com.acme\
        """);
    this.main = main;
  }

  @Override
  public Integer call() throws IOException {
    List<Compiled> compiled = Parallel.map(files(), this::compiled);
    times.print(err());
    refuseEqualNames(compiled);
    var found = new LinkedHashSet<Diagnostic>(); // an imported file may be reported several times
    var silenced = new LinkedHashSet<Diagnostic>();
    for (Compiled program : compiled) {
      found.addAll(program.findings().diagnostics());
      silenced.addAll(program.findings().silenced());
    }
    var findings = new Findings(List.copyOf(found), List.copyOf(silenced));
    diagnostics.print(findings, main, err());
    boolean failed = diagnostics.fail(found, "nothing is written", commandLine());
    try (var staged = new StagedFiles()) {
      if (report.get().isPresent()) {
        add(staged, report.get().orElseThrow(), CompileReport.text(compiled, found));
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
      StaleClasses.delete(directory.get(), program);
    }
    compiled.stream().filter(program -> isUseless(program, compiled)).forEach(this::advise);
    return ExitCodes.OK;
  }

  private Compiled compiled(Path file) {
    Options options = times.in(options(file), file);
    return Compiled.of(file, programs.read(file, sourceRoot.get()), options);
  }

  private List<Path> files() throws IOException {
    if (!files.get().isEmpty()) {
      return Sources.programs(files.get());
    }
    return new SourceRoot(
            sourceRoot
                .get()
                .orElseThrow(
                    () ->
                        Failure.usage(
                            "which programs? name files, or a folder with --source-root")))
        .programs();
  }

  private Options options(Path file) {
    String below = sourceRoot.get().map(root -> new SourceRoot(root).packageOf(file)).orElse("");
    String separator = packageName.get().isEmpty() || below.isEmpty() ? "" : ".";
    try {
      return loops
          .in(programs.options(file, sourceRoot.get()))
          .withPackageName(packageName.get() + separator + below);
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
    err().println("tensorc: %s has no `export fn`: no class".formatted(program.file()));
  }

  private void addClasses(StagedFiles staged, List<Compiled> compiled) throws IOException {
    for (Compiled program : compiled) {
      for (var classFile : program.classFiles().entrySet()) {
        Path target = directory.get().resolve(classFile.getKey().replace('.', '/') + ".class");
        makeFolderOf(target, staged);
        staged.add(target, out -> out.write(classFile.getValue()));
      }
      addWeights(staged, program);
      if (sources.get().isPresent()) {
        for (var source : program.stubSources().entrySet()) {
          Path target = sources.get().orElseThrow().resolve(source.getKey());
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
    Path target = directory.get().resolve(name).resolveSibling(program.weightsResource());
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
