package dev.tensorc.maven;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/**
 * {@code tensorc compile} in a process of its own: the compiler needs a newer JDK than Maven does.
 */
final class Compiler {

  private static final String MAIN = "dev.tensorc.cli.Main";

  /** The command compiles for a second or two, so options for a fast start count. */
  private static final List<String> JVM_OPTIONS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final Jdks jdks;
  private final List<File> classPath;
  private final List<String> options;
  private final Log log;

  /**
   * @param artifacts the plugin's own: the compiler is one of them
   * @param options of the command
   */
  Compiler(Jdks jdks, List<Artifact> artifacts, List<String> options, Log log) {
    this.jdks = jdks;
    this.classPath = artifacts.stream().map(Artifact::getFile).toList();
    this.options = options;
    this.log = log;
  }

  /** Changes when the compiler or its options do; where it was built anew, too. */
  String settings() throws IOException {
    var text = new StringBuilder(String.join("\n", options));
    for (File element : classPath) {
      text.append('\n').append(element).append(' ').append(newest(element.toPath()));
    }
    return Hash.of(text.toString().getBytes(UTF_8));
  }

  /** When a jar was last changed, or anything in a folder of classes. */
  private static String newest(Path element) throws IOException {
    try (var files = Files.walk(element)) {
      long newest = files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
      return newest + " " + element.toFile().length();
    }
  }

  /**
   * Compiles programs: their class files are written if all of them compile.
   *
   * @param argumentFile where the command may be written to
   * @param reportFile where the report may be written to
   */
  CompilerReport compile(List<Path> programs, Path argumentFile, Path reportFile)
      throws IOException, MojoExecutionException, MojoFailureException {
    var command = new ArrayList<>(JVM_OPTIONS);
    command.add("-cp");
    command.add(
        classPath.stream().map(File::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(MAIN);
    command.add("compile");
    command.addAll(options);
    command.add("--report=" + reportFile);
    programs.forEach(program -> command.add(program.toString()));
    Files.createDirectories(argumentFile.getParent());
    Files.write(argumentFile, command.stream().map(Compiler::quoted).toList(), launcherCharset());
    Files.deleteIfExists(reportFile);

    Path java = jdks.find().resolve("bin").resolve("java");
    log.debug("Compiler: " + java + " @" + argumentFile);
    Process process =
        new ProcessBuilder(java.toString(), "@" + argumentFile).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      log.debug(output);
      return report(process.waitFor(), output, reportFile);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted while the compiler ran", e);
    } finally {
      process.destroy();
    }
  }

  /** An exit code above 1 is none of the programs' mistakes. */
  private static CompilerReport report(int exitCode, String output, Path reportFile)
      throws IOException, MojoExecutionException {
    if (exitCode > 1) {
      throw new MojoExecutionException(output.strip());
    }
    List<String> lines = Files.exists(reportFile) ? Files.readAllLines(reportFile) : List.of();
    return CompilerReport.of(exitCode, output, lines);
  }

  /** As the launcher's argument files want it. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The launcher reads argument files as the system writes file names. */
  private static Charset launcherCharset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", UTF_8.name()));
  }
}
