package dev.tensorc.runtime.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code python3}, where there is one. */
final class Python {
  private Python() {}

  static boolean hasNumpy() throws InterruptedException {
    return run("import numpy; print(numpy.__version__ >= '2')").equals("True\n");
  }

  /** The output of a script, errors included, for some files. */
  static String run(String script, Path... files) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", "-c", script));
    for (Path file : files) {
      command.add(file.toString());
    }
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return output;
    } catch (IOException e) {
      return "there is no python3: " + e.getMessage();
    }
  }
}
