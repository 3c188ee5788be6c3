package dev.tensorc.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that appear all together or not at all: each is written under another name in its folder,
 * and {@link #commit} renames them. What was there before stays until then.
 */
final class StagedFiles implements AutoCloseable {

  /** Writes the content of a file. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final Map<Path, Path> temporaryOf = new LinkedHashMap<>();

  /** Writes a file under its temporary name. */
  void add(Path target, Content content) throws IOException {
    Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
    if (Files.exists(real) && !Files.isRegularFile(real)) {
      if (Files.isDirectory(real)) {
        throw Failure.data("cannot write " + target + ": it is a directory");
      }
      write(real, content, StandardOpenOption.WRITE); // a device or a pipe
      return;
    }
    String name = "." + real.getFileName() + "." + ProcessHandle.current().pid() + ".tmp";
    Path temporary = real.resolveSibling(name);
    temporaryOf.put(real, temporary);
    write(
        temporary,
        content,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  private static void write(Path file, Content content, StandardOpenOption... options)
      throws IOException {
    try (var out = new BufferedOutputStream(Files.newOutputStream(file, options))) {
      content.writeTo(out);
    }
  }

  /** Gives every file its name. */
  void commit() throws IOException {
    for (var entry : temporaryOf.entrySet()) {
      move(entry.getValue(), entry.getKey());
    }
    temporaryOf.clear();
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    for (Path temporary : temporaryOf.values()) {
      Files.deleteIfExists(temporary);
    }
  }
}
