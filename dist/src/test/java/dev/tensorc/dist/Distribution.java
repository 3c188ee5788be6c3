package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An unpacked distribution, whose command is called.
 *
 * @param home its folder, with {@code bin}
 * @param settings variables of the environment that its calls see
 * @param input the file that is standard input
 */
record Distribution(Path home, Map<String, String> settings, Path input) {

  /** The output of a call on both streams, and its exit code. */
  record Outcome(int exit, String output) {}

  /** One of the cases, which the day draws; with {@code -Pfull} all. */
  static <T> List<T> drawn(List<T> all) {
    long seed = Long.getLong("tensorc.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
    return Boolean.getBoolean("tensorc.full")
        ? all
        : List.of(all.get(Math.floorMod(seed, all.size())));
  }

  /** Unpacks {@code archive} into {@code folder}, with the permissions of its files. */
  static Distribution unpacked(Path archive, Path folder) throws IOException, InterruptedException {
    if (archive.toString().endsWith(".zip")) {
      unzip(archive, folder);
    } else {
      var tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString());
      assertThat(tar.inheritIO().start().waitFor()).isZero();
    }
    try (Stream<Path> top = Files.list(folder)) {
      List<Path> homes = top.toList();
      assertThat(homes).hasSize(1);
      // a cache is worth making for more calls than tests make
      var settings = Map.of("TENSORC_NO_BUILD", "1");
      return new Distribution(homes.getFirst(), settings, Path.of("/dev/null"));
    }
  }

  private static void unzip(Path archive, Path folder) throws IOException {
    try (FileSystem zip =
            FileSystems.newFileSystem(archive, Map.of("enablePosixFileAttributes", true));
        Stream<Path> files = Files.walk(zip.getPath("/"))) {
      for (Path file : files.skip(1).toList()) {
        Path target = folder.resolve(file.toString().substring(1));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
          Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
        }
      }
    }
  }

  boolean hasRuntime() {
    return Files.exists(home.resolve("jre/bin/java"));
  }

  /** With a cache of loaded classes, and another option for the JVM. */
  Distribution cachedWith(String jvmOption) {
    return new Distribution(home, Map.of("TENSORC_JAVA_OPTS", jvmOption), input);
  }

  Distribution withInput(Path file) {
    return new Distribution(home, settings, file);
  }

  /** A process that calls {@code command}, with {@code tensorc} on its path. */
  ProcessBuilder process(Path folder, List<String> command) {
    var builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectInput(input.toFile());
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(name -> name.startsWith("TENSORC_") || name.startsWith("JAVA_"));
    variables.putAll(settings);
    variables.put("PATH", home.resolve("bin") + ":" + variables.get("PATH"));
    if (hasRuntime()) {
      variables.put("JAVA_HOME", "/nowhere"); // it finds its own
    } else {
      variables.put("TENSORC_JAVA_HOME", System.getProperty("java.home"));
    }
    return builder;
  }

  /** Calls the command in {@code folder}. */
  Outcome call(Path folder, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/tensorc").toString()));
    command.addAll(List.of(words));
    return outcome(process(folder, command));
  }

  /** Runs a process to its end. */
  static Outcome outcome(ProcessBuilder builder) throws IOException, InterruptedException {
    Path output = Files.createTempFile("tensorc", ".txt");
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(builder.command() + " ended").isTrue();
      return new Outcome(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }
}
