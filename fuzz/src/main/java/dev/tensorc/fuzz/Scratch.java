package dev.tensorc.fuzz;

import static dev.tensorc.fuzz.Target.require;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * The folder in which targets write: the working directory, so that relative paths lead there. Its
 * parent holds nothing else, which shows files written outside.
 */
final class Scratch {

  private static final Path FOLDER = Path.of("").toAbsolutePath();

  static {
    // it is cleared again and again: never the folder of someone who starts a target by hand
    require(
        FOLDER.endsWith("outer/scratch"),
        "targets run in a folder `outer/scratch`, not in " + FOLDER);
  }

  private Scratch() {}

  /** Writes a file of the folder and gives its relative path. */
  static Path write(String name, byte[] content) throws IOException {
    Path file = Path.of(name);
    Files.createDirectories(FOLDER.resolve(file).getParent());
    Files.deleteIfExists(file); // ext4 waits for the disk where a file is truncated and written
    return Files.write(file, content);
  }

  static void clear() throws IOException {
    for (Path file : below(FOLDER)) {
      Files.delete(file);
    }
  }

  static void requireNothingOutside() throws IOException {
    try (var beside = Files.list(FOLDER.resolveSibling(""))) {
      require(beside.count() == 1, "a file was written outside of the folder");
    }
  }

  /** Files before their folders. */
  private static List<Path> below(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(f -> !f.equals(folder)).sorted(Comparator.reverseOrder()).toList();
    }
  }
}
