package dev.tensorc.benchmarks.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.launcher.JavaModuleOptions;

/** A JVM that measures over Arrow, or over one master of Spark. */
final class MeasuringJvm {

  /** Options of every JVM that runs kernels; the engine is the one that users have. */
  static final String KERNEL_OPTIONS = "--add-modules=jdk.incubator.vector";

  private static final List<String> OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          // Arrow checks each access otherwise, which makes loops over its vectors slower
          "-Darrow.enable_unsafe_memory_access=true",
          "-Darrow.enable_null_check_for_get=false",
          "-Xms3g",
          "-Xmx3g");

  private MeasuringJvm() {}

  /** Prints its tables. */
  static JsonNode measure(String where, Settings settings)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tables");
    Path json = folder.resolve("figures.json");
    try {
      Files.createDirectories(folder.resolve("jars")); // Spark asks for its jars there
      String classPath = System.getProperty("java.class.path");
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of(KERNEL_OPTIONS.split(" ")));
      command.addAll(OPTIONS);
      command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
      command.addAll(List.of("-cp", classPath, MeasuringJvm.class.getName(), where));
      Vectors vectors = settings.vectors();
      Pace pace = settings.pace();
      IntStream.of(vectors.rows(), vectors.width(), pace.warmUpSeconds(), pace.rounds())
          .forEach(number -> command.add(Integer.toString(number)));
      command.add(settings.only());
      command.add(json.toString());
      var builder = new ProcessBuilder(command);
      builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
      builder.redirectError(folder.resolve("log").toFile());
      // of executors in processes of their own
      builder.environment().put("SPARK_HOME", folder.toString());
      builder.environment().put("SPARK_DIST_CLASSPATH", classPath);
      builder.environment().put("SPARK_SCALA_VERSION", "2.13");
      builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      int exit = builder.start().waitFor();
      if (exit != 0) {
        String log = Files.readString(folder.resolve("log"));
        throw new IllegalStateException(
            "the JVM of %s ended with %d:%n%s".formatted(where, exit, log));
      }
      return new ObjectMapper().readTree(json.toFile());
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (Path path : paths.toList().reversed()) {
        Files.delete(path);
      }
    }
  }

  /** WHERE ROWS WIDTH WARM-UP ROUNDS TABLE FILE. */
  public static void main(String[] args) throws IOException {
    var vectors = new Vectors(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    var pace = new Pace(Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    var figures =
        args[0].equals("arrow")
            ? new ArrowTable(vectors, pace).measure()
            : SparkTable.measure(vectors, pace, args[0], args[5]);
    new ObjectMapper().writeValue(Path.of(args[6]).toFile(), figures);
  }
}
