package dev.tensorc.benchmarks;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code benchmarks/run start}: first calls in fresh JVMs, by engine in turn. */
final class Start {

  static final String KEY = "start";

  private static final List<String> ENGINES = List.of("scalar", "auto", "vector");

  private record Times(double first, double fullSpeed) {}

  private Start() {}

  /**
   * @return the table
   */
  static String run(int jvms, Path folder) throws IOException, InterruptedException {
    compile(folder);
    Map<String, List<Times>> all = new LinkedHashMap<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      for (String engine : ENGINES) {
        System.err.printf("\rJVM %d of %d: start, %s   ", jvm + 1, jvms, engine);
        all.computeIfAbsent(engine, _ -> new ArrayList<>()).add(fork(engine, folder));
      }
    }
    System.err.print("\r" + " ".repeat(60) + "\r");
    return table(all);
  }

  private static void compile(Path folder) throws IOException {
    var source = new SourceText("chain.tc", ProgramText.of("chain.tc"));
    var program = Tensorc.compile(source, Options.DEFAULT);
    for (var file : program.classFiles().entrySet()) {
      Files.write(folder.resolve(file.getKey() + ".class"), file.getValue());
    }
  }

  private static Times fork(String engine, Path folder) throws IOException, InterruptedException {
    Process p =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-Dtensorc.engine=" + engine,
                "-cp",
                System.getProperty("java.class.path"),
                FirstCall.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (p.waitFor() != 0) {
      throw new BenchmarkException("the first call failed with the engine " + engine);
    }
    String[] fields = out.strip().split(" ");
    return new Times(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]));
  }

  private static String table(Map<String, List<Times>> all) {
    var text = new StringBuilder("first calls of the chain on 10^6 elements, medians\n");
    Map<String, Double> first = new LinkedHashMap<>();
    Map<String, Double> full = new LinkedHashMap<>();
    all.forEach(
        (engine, times) -> {
          first.put(engine, Medians.of(times.stream().map(Times::first).toList()));
          full.put(engine, Medians.of(times.stream().map(Times::fullSpeed).toList()));
          text.append(
              String.format(
                  Locale.ROOT,
                  "  %-7s first call %7.1f ms, full speed after %5.0f ms%n",
                  engine,
                  first.get(engine),
                  full.get(engine)));
        });
    double auto = first.getOrDefault("auto", Double.NaN);
    double scalar = first.getOrDefault("scalar", Double.NaN);
    text.append(goal("first call", auto / scalar, Goals.FIRST_CALL_RATIO, "of scalar code"));
    text.append(goal("first call", auto, Goals.FIRST_CALL_MILLIS, "ms"));
    double reached = full.getOrDefault("auto", Double.NaN);
    return text.append(goal("full speed", reached, Goals.FULL_SPEED_MILLIS, "ms")).toString();
  }

  private static String goal(String what, double is, double most, String unit) {
    return String.format(
        Locale.ROOT,
        "  %-10s %.1f %s, goal at most %.0f: %s%n",
        what,
        is,
        unit,
        most,
        is <= most ? "holds" : "NO");
  }
}
