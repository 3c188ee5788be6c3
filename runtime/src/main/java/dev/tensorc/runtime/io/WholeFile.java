package dev.tensorc.runtime.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file beside its place and then moves it there: an older file of the name is replaced
 * only when the new one is complete, and after a failure it is still there, unchanged.
 */
final class WholeFile {

  /** What the file is to hold. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private WholeFile() {}

  static void write(Path file, Content content) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    if (Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target)) {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target))) {
        content.writeTo(out); // a pipe or a device
      }
      return;
    }
    Path directory = target.getParent();
    Path fileName = target.getFileName();
    if (directory == null || fileName == null || Files.isDirectory(target)) {
      throw new TensorFileException(file.toString(), "is a directory; give the name of a file");
    }
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString(), null, "no such directory");
    }
    // Not Files.createTempFile: its files are unreadable for everyone else.
    Path temporary =
        directory.resolve(
            "." + fileName + "." + ProcessHandle.current().pid() + "-" + System.nanoTime());
    try {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(
                  temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        content.writeTo(out);
      }
      replace(temporary, target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void replace(Path temporary, Path target) throws IOException {
    try {
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
