package dev.tensorc.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The measurements of one JVM.
 *
 * @param versions which version of its kernels the inputs take, by contender
 * @param medians nanoseconds of one computation, by contender
 * @param problems faults, one sentence each
 */
record JvmResult(
    String kernel,
    Map<String, String> versions,
    Map<String, Double> medians,
    List<String> problems) {

  /**
   * The options of a JVM that runs compiled programs: one thread, as C; a measurement with more
   * threads says so.
   */
  static final List<String> PROGRAM_OPTIONS =
      List.of(
          "--add-modules=jdk.incubator.vector",
          "--enable-native-access=ALL-UNNAMED",
          "-Dtensorc.threads=1");

  /** Writes it for {@link #fork}, a line for each fact. */
  void write(Path file) throws IOException {
    var lines = new ArrayList<String>();
    lines.add("kernel\t" + kernel);
    versions.forEach((form, taken) -> lines.add("version\t" + form + "\t" + taken));
    medians.forEach(
        (name, nanos) -> lines.add(String.format(Locale.ROOT, "median\t%s\t%.2f", name, nanos)));
    problems.forEach(p -> lines.add("problem\t" + p));
    Files.write(file, lines);
  }

  private static JvmResult read(Path file) throws IOException {
    String kernel = "";
    Map<String, String> versions = new LinkedHashMap<>();
    Map<String, Double> medians = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split("\t", -1);
      switch (fields[0]) {
        case "kernel" -> kernel = fields[1];
        case "version" -> versions.put(fields[1], fields[2]);
        case "median" -> medians.put(fields[1], Double.parseDouble(fields[2]));
        case "problem" -> problems.add(fields[1]);
        default -> throw new IllegalStateException(line);
      }
    }
    return new JvmResult(kernel, versions, medians, problems);
  }

  /** Starts a JVM that measures one kernel over one storage, and waits for it. */
  static JvmResult fork(String key, Storage storage, Path libraries)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile(libraries, "errors", ".txt");
    Path results = Files.createTempFile(libraries, "results", ".txt");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(PROGRAM_OPTIONS);
    command.addAll(JitLog.EARLY);
    command.addAll(JitLog.OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Measurement.class.getName());
    command.addAll(List.of(key, storage.name(), libraries.toString(), results.toString()));
    Process p = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (p.waitFor() != 0) {
      throw new BenchmarkException(key + " failed:\n" + Files.readString(errors));
    }
    JvmResult result = read(results);
    JitLog.problems(out.lines().toList()).forEach(result.problems()::add);
    if (!result.problems().isEmpty()) {
      Path log = Files.createTempFile("tensorc-" + key + "-", ".log");
      Files.writeString(log, out);
      result.problems().replaceAll(problem -> problem + " (the JIT's log: " + log + ")");
    }
    return result;
  }
}
