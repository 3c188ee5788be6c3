package dev.tensorc.runtime.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is read at any place of it, or mapped: no pipe. */
final class RegularFile {
  private RegularFile() {}

  /** An action on an open file. */
  interface Use<R> {
    R of(FileChannel channel) throws IOException;
  }

  /** Opens a file, uses it and closes it; each of its exceptions names it. */
  static <R> R open(Path file, MapMode mode, Use<R> use) throws TensorFileException {
    requireNoDirectory(file);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new TensorFileException(
          file.toString(), "is no regular file, which can be read at any place");
    }
    try (FileChannel channel =
        mode == MapMode.READ_ONLY
            ? FileChannel.open(file, StandardOpenOption.READ)
            : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return use.of(channel);
    } catch (IOException e) {
      throw TensorFileException.of(file.toString(), e);
    }
  }

  static void requireNoDirectory(Path file) throws TensorFileException {
    if (Files.isDirectory(file)) {
      throw new TensorFileException(file.toString(), "is a directory; give the name of a file");
    }
  }

  /** Refuses a copy in the place of memory through which the file is to be written. */
  static void requireCopyable(String name, MapMode mode, String why) throws TensorFileException {
    if (mode == MapMode.READ_WRITE) {
      throw new TensorFileException(
          name,
          "cannot be mapped to be written: %s; read it, and write it anew afterwards"
              .formatted(why));
    }
  }
}
