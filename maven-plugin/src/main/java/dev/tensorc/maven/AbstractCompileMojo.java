package dev.tensorc.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.codehaus.plexus.build.BuildContext;
import org.codehaus.plexus.util.Scanner;
import org.jspecify.annotations.Nullable;

/**
 * The work of both goals: they compile the programs that have changed, and delete the classes of
 * programs that are gone.
 */
abstract class AbstractCompileMojo extends AbstractMojo {

  /** The files that are programs, as Ant patterns below the folder of the programs. */
  @Parameter private Set<String> includes = new LinkedHashSet<>(Set.of("**/*.tc"));

  /** The files among them that are left out. */
  @Parameter private Set<String> excludes = new LinkedHashSet<>();

  /** The package of the programs that lie in the source folder itself; folders below add to it. */
  @Parameter(property = "tensorc.packageName")
  private @Nullable String packageName;

  /**
   * The folder that programs may import files below, symbolic links resolved: one that holds all
   * modules where they import each other's programs. The folder of the programs unless given.
   */
  @Parameter(property = "tensorc.importRoot")
  private @Nullable File importRoot;

  /** The broadcasting rules of programs that name none: numpy, strict, xla or tml. */
  @Parameter(property = "tensorc.broadcasting", defaultValue = "numpy", required = true)
  private String broadcasting = "";

  /** How many versions a cluster of kernels may have beside its fallback. */
  @Parameter(property = "tensorc.versionBudget", defaultValue = "16", required = true)
  private int versionBudget;

  /** Whether a warning fails the build. */
  @Parameter(property = "tensorc.werror", defaultValue = "false")
  private boolean werror;

  /** The charset of the programs. */
  @Parameter(property = "encoding", defaultValue = "${project.build.sourceEncoding}")
  private @Nullable String encoding;

  /**
   * The JDK, 25 or newer, that runs the compiler. Unless given, one is searched: the project's
   * toolchain, the JDK that runs Maven, toolchains.xml, TENSORC_JAVA_HOME, JAVA_HOME, the path, and
   * where JDKs are usually installed.
   */
  @Parameter(property = "tensorc.jdk")
  private @Nullable File jdk;

  @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
  private List<Artifact> pluginArtifacts = List.of();

  @Inject private BuildContext buildContext;
  @Inject private ToolchainManager toolchains;
  @Inject private MavenSession session;
  @Inject private MavenProject project;
  @Inject private MojoExecution execution;

  abstract File sourceDirectory();

  abstract File outputDirectory();

  abstract boolean isSkipped();

  /** Folders of Java sources that are compiled to the same place. */
  abstract List<String> javaSourceRoots(MavenProject project);

  /** Adds files to those that a jar of the project's sources holds. */
  abstract void attach(MavenProject project, Resource files);

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    long start = System.nanoTime();
    if (isSkipped()) {
      getLog().info("Array programs are skipped");
      return;
    }
    try {
      String done = compileChanged();
      getLog().debug("%s, in %d ms".formatted(done, (System.nanoTime() - start) / 1_000_000));
    } catch (IOException e) {
      throw new MojoExecutionException("cannot compile array programs: " + e, e);
    }
  }

  /** The work done, for the log. */
  private String compileChanged() throws IOException, MojoExecutionException, MojoFailureException {
    List<Path> programs = programs();
    Compiler compiler = compiler();
    Manifest manifest = Manifest.read(ownFile(".manifest"), outputDirectory().toPath(), stubs());
    List<Path> changed = manifest.changed(programs, compiler.settings());
    if (!changed.isEmpty()) {
      compile(changed, programs.size(), compiler, manifest);
    }
    int deleted = manifest.forgetAllBut(programs);
    if (!changed.isEmpty() || deleted > 0) {
      manifest.write(compiler.settings());
      buildContext.refresh(outputDirectory());
    }
    if (!programs.isEmpty()) {
      attach(project, programFiles());
      attach(project, stubFiles());
    }
    return "%d array programs: %d compiled; %d classes deleted"
        .formatted(programs.size(), changed.size(), deleted);
  }

  private List<Path> programs() {
    if (!sourceDirectory().isDirectory()) {
      return List.of();
    }
    Scanner scanner = buildContext.newScanner(sourceDirectory(), true);
    scanner.setIncludes(includes.toArray(String[]::new));
    scanner.setExcludes(excludes.toArray(String[]::new));
    scanner.addDefaultExcludes();
    scanner.scan();
    return Arrays.stream(scanner.getIncludedFiles())
        .sorted()
        .map(name -> new File(sourceDirectory(), name).toPath().toAbsolutePath().normalize())
        .toList();
  }

  private Compiler compiler() {
    var options = new ArrayList<String>();
    options.add("--source-root=" + sourceDirectory());
    options.add("--directory=" + outputDirectory());
    options.add("--sources=" + stubs());
    options.add("--broadcasting=" + broadcasting);
    options.add("--versions=" + versionBudget);
    if (importRoot != null) {
      options.add("--import-root=" + importRoot.toPath().toAbsolutePath().normalize());
    }
    if (packageName != null) {
      options.add("--package=" + packageName);
    }
    if (encoding != null) {
      options.add("--encoding=" + encoding);
    }
    if (werror) {
      options.add("--werror");
    }
    var jdks = new Jdks(Optional.ofNullable(jdk).map(File::toPath), toolchains, session);
    return new Compiler(jdks, pluginArtifacts, options, getLog());
  }

  private void compile(List<Path> changed, int of, Compiler compiler, Manifest manifest)
      throws IOException, MojoExecutionException, MojoFailureException {
    String what = "Compiling %d of %d array programs to %s";
    getLog().info(what.formatted(changed.size(), of, outputDirectory()));
    changed.forEach(program -> buildContext.removeMessages(program.toFile()));
    CompilerReport report = compiler.compile(changed, ownFile(".args"), ownFile(".report"));
    for (CompilerReport.Message message : report.messages()) {
      buildContext.addMessage(
          new File(message.file()),
          message.line(),
          message.column(),
          "%s [%s]\n%s".formatted(message.title(), message.id(), message.details()),
          message.isError() ? BuildContext.SEVERITY_ERROR : BuildContext.SEVERITY_WARNING,
          null);
    }
    Optional<String> failure = report.failure();
    if (failure.isPresent()) {
      throw new MojoFailureException(failure.get());
    }
    refuseJavaSources(report.programs());
    for (Path program : manifest.compiled(report.programs())) {
      getLog().warn(program + " has no `export fn`, and no program imports it: no class");
    }
  }

  /** javac would write over the class of a program with that of a Java source of the same name. */
  private void refuseJavaSources(List<CompilerReport.Program> programs)
      throws MojoFailureException {
    for (CompilerReport.Program program : programs) {
      for (String name : program.classes()) {
        for (String root : javaSourceRoots(project)) {
          Path source = Path.of(root, name.replace('.', '/') + ".java");
          if (Files.exists(source)) {
            throw new MojoFailureException(
                "%s and %s would both become class %s: rename one of them"
                    .formatted(program.file(), source, name));
          }
        }
      }
    }
  }

  /** A file that this execution of the goal keeps for itself. */
  private Path ownFile(String extension) {
    String name = execution.getGoal() + "-" + execution.getExecutionId() + extension;
    return Path.of(project.getBuild().getDirectory(), "tensorc", name);
  }

  /**
   * Where the classes are written as Java source without code, for the sources jar. Not among the
   * generated sources, which IDEs would compile.
   */
  private Path stubs() {
    return ownFile("-sources");
  }

  private Resource stubFiles() {
    var stubs = new Resource();
    stubs.setDirectory(stubs().toString());
    return stubs;
  }

  private Resource programFiles() {
    var programs = new Resource();
    programs.setDirectory(sourceDirectory().toString());
    programs.setIncludes(List.copyOf(includes));
    programs.setExcludes(List.copyOf(excludes));
    if (packageName != null) {
      programs.setTargetPath(packageName.replace('.', '/'));
    }
    return programs;
  }
}
