package dev.tensorc.cli;

import dev.tensorc.cli.error.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.lang.model.SourceVersion;

/**
 * A folder of programs in which folders are packages: {@code ROOT/com/acme/pricing.tc} is of the
 * package {@code com.acme}.
 */
record SourceRoot(Path root) {

  /** All programs below it, in one order on every machine. */
  List<Path> programs() throws IOException {
    if (!Files.isDirectory(root)) {
      throw Failure.data("--source-root: " + root + " is not a folder");
    }
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".tc"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  /** The package of a program below it; empty for one that lies in it. */
  String packageOf(Path program) {
    Path base = root.toAbsolutePath().normalize();
    Path file = program.toAbsolutePath().normalize();
    if (!file.startsWith(base)) {
      throw Failure.usage(program + " is not below --source-root " + root);
    }
    Path folder = base.relativize(file).getParent();
    return folder == null
        ? ""
        : StreamSupport.stream(folder.spliterator(), false)
            .map(name -> identifier(name.toString(), program))
            .collect(Collectors.joining("."));
  }

  private static String identifier(String folder, Path program) {
    if (!SourceVersion.isName(folder)) {
      throw Failure.data(
          "%s: the folder `%s` cannot be part of a package's name: rename it"
              .formatted(program, folder));
    }
    return folder;
  }
}
