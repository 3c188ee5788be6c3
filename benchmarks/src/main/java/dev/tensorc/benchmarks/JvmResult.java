package dev.tensorc.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one JVM measured.
 *
 * @param medians nanoseconds of one computation, by contender
 */
record JvmResult(String kernel, String storage, String version, Map<String, Double> medians) {

  /** Starts a JVM that measures one kernel, and waits for it. */
  static JvmResult fork(String key, Path libraries) throws IOException, InterruptedException {
    Path errors = Files.createTempFile(libraries, "errors", ".txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-modules",
            "jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Measurement.class.getName(),
            key,
            libraries.toString());
    Process p = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (p.waitFor() != 0) {
      throw new BenchmarkException(key + " failed:\n" + Files.readString(errors));
    }
    return parse(out);
  }

  private static JvmResult parse(String out) {
    String kernel = "";
    String storage = "";
    String version = "";
    Map<String, Double> medians = new LinkedHashMap<>();
    for (String line : out.lines().toList()) {
      String[] fields = line.split("\t", -1);
      switch (fields[0]) {
        case "kernel" -> {
          kernel = fields[1];
          storage = fields[2];
        }
        case "version" -> version = fields[1];
        case "median" -> medians.put(fields[1], Double.parseDouble(fields[2]));
        default -> {}
      }
    }
    return new JvmResult(kernel, storage, version, medians);
  }
}
