package dev.tensorc.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Compiles the baselines, for the machine that runs them. */
public final class CCompiler {

  private CCompiler() {}

  /**
   * Compiles all C sources, once for each kind of flags, into a folder of that name.
   *
   * @throws BenchmarkException if there is no gcc, or it rejects a source
   */
  static void compileAll(Path sources, Path into, Collection<GccFlags> kinds)
      throws IOException, InterruptedException {
    requireGcc();
    List<String> files;
    try (Stream<Path> list = Files.list(sources)) {
      files = list.map(Path::toString).filter(f -> f.endsWith(".c")).sorted().toList();
    }
    for (GccFlags flags : kinds) {
      compile(files, flags, Files.createDirectory(into.resolve(flags.name())));
    }
  }

  /** Linked without the flags: with -ffast-math the library would switch denormals off. */
  private static void compile(List<String> files, GccFlags flags, Path into)
      throws IOException, InterruptedException {
    var compile = new ArrayList<String>(List.of("gcc", "-Wall", "-Werror", "-fPIC", "-c"));
    compile.addAll(flags.flags());
    compile.addAll(files);
    require(compile, into);
    var link = new ArrayList<String>(List.of("gcc", "-shared", "-o", GccFlags.LIBRARY));
    for (String file : files) {
      link.add(Path.of(file).getFileName().toString().replaceAll("c$", "o"));
    }
    link.add("-lm"); // brings libmvec with it, where there is one
    require(link, into);
  }

  private static void require(List<String> command, Path directory)
      throws IOException, InterruptedException {
    Output out = run(command, directory);
    if (out.status() != 0) {
      throw new BenchmarkException(String.join(" ", command) + "\n" + out.text());
    }
  }

  /** The first line of {@code gcc --version}. */
  static String version() throws IOException, InterruptedException {
    return run(List.of("gcc", "--version"), Path.of(".")).text().lines().findFirst().orElse("gcc");
  }

  /**
   * @throws BenchmarkException if there is no gcc
   */
  public static void requireGcc() throws InterruptedException {
    try {
      run(List.of("gcc", "--version"), Path.of("."));
    } catch (IOException e) {
      throw new BenchmarkException(
          "the baselines need gcc, which is not on the PATH; install it (Debian, Ubuntu: apt-get"
              + " install gcc)",
          e);
    }
  }

  private record Output(int status, String text) {}

  private static Output run(List<String> command, Path directory)
      throws IOException, InterruptedException {
    Process p =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String text =
        new String(p.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return new Output(p.waitFor(), text);
  }
}
