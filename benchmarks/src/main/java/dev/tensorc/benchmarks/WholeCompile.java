package dev.tensorc.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code benchmarks/run compile}: {@code tensorc compile} of a long program, as whole processes.
 */
final class WholeCompile {

  static final String KEY = "compile";

  /** The program that is compiled. */
  static final String PROGRAM = "library.tc";

  private WholeCompile() {}

  /**
   * @param home of the benchmarks, beside the launcher's folder
   * @param folder for the program and its classes
   * @return the measurements
   */
  static String run(int runs, Path home, Path folder) throws IOException, InterruptedException {
    String program = ProgramText.of(PROGRAM);
    Files.writeString(folder.resolve(PROGRAM), program);
    Path launcher = home.resolveSibling("bin").resolve("tensorc");
    time(launcher, folder); // the first run may build tensorc, and makes its cache
    var millis = new ArrayList<Double>();
    for (int run = 0; run < runs; run++) {
      System.err.printf("\rrun %d of %d: compile   ", run + 1, runs);
      millis.add(time(launcher, folder));
    }
    System.err.print("\r" + " ".repeat(60) + "\r");
    double median = Medians.of(millis);
    List<Double> sorted = millis.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "tensorc compile of %d lines, whole processes: %.0f ms, the median of %d (%.0f to %.0f);"
            + " goal at most %.0f: %s%n",
        program.lines().count(),
        median,
        runs,
        sorted.getFirst(),
        sorted.getLast(),
        Goals.COMPILE_MILLIS,
        median <= Goals.COMPILE_MILLIS ? "holds" : "NO");
  }

  private static double time(Path launcher, Path folder) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    int exit =
        new ProcessBuilder(launcher.toString(), "compile", PROGRAM, "-d", "classes")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start()
            .waitFor();
    double millis = (System.nanoTime() - begin) / 1e6;
    if (exit != 0) {
      throw new BenchmarkException(
          "tensorc compile failed:\n" + Files.readString(folder.resolve("log")));
    }
    return millis;
  }
}
