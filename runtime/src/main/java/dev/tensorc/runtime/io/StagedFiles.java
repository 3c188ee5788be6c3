package dev.tensorc.runtime.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that appear all together or not at all: each is written under another name in its folder,
 * and {@link #commit} gives all of them their names. An older file stays until then, and after a
 * failure; a new file has its permissions.
 *
 * <p>Temporary files have names that nobody can guess, are created and never opened through a link,
 * and are removed by {@link #close}, and when the JVM ends at a signal. The files of a killed
 * process are removed when the same output is written again.
 *
 * <p>A target that is a link is written where the link leads; one that is a device or a pipe is
 * written at once. All methods throw {@link TensorFileException}, with the name of the file.
 */
public final class StagedFiles implements AutoCloseable {

  /** Writes the content of a file. */
  public interface Content {
    /** Writes it to a stream, which need not be closed. */
    void writeTo(OutputStream out) throws IOException;
  }

  private final Map<Path, TemporaryFile> temporaries = new LinkedHashMap<>();
  private final List<Path> folders = new ArrayList<>();
  private final Leftovers leftovers = new Leftovers();
  // One for each object: a hook for all of them would keep this class alive after its application.
  private final Thread hook = new Thread(this::undoAtShutdown, "tensorc-staged-files");
  private boolean hooked;
  private boolean ended;

  /** Without files. */
  public StagedFiles() {}

  /**
   * Writes one file as a whole.
   *
   * @throws TensorFileException if it cannot be written
   */
  public static void write(Path target, Content content) throws TensorFileException {
    try (var files = new StagedFiles()) {
      files.add(target, content);
      files.commit();
    }
  }

  /**
   * Makes a folder, and those above it that are missing; they are removed again if there is no
   * {@link #commit}.
   *
   * @throws TensorFileException if it cannot be made
   */
  public synchronized void makeFolders(Path folder) throws TensorFileException {
    try {
      Deque<Path> missing = new ArrayDeque<>();
      for (Path each = folder.toAbsolutePath();
          each != null && !Files.exists(each);
          each = each.getParent()) {
        missing.push(each);
      }
      for (Path each : missing) {
        prepare();
        makeFolder(each);
      }
      if (!Files.isDirectory(folder)) {
        throw new TensorFileException(folder.toString(), "is no directory");
      }
    } catch (IOException e) {
      throw TensorFileException.of(folder.toString(), e);
    }
  }

  private void makeFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
      folders.add(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) { // else somebody else was faster
        throw e;
      }
    }
  }

  /**
   * Writes a file under its temporary name.
   *
   * @throws TensorFileException if it cannot be written, is a directory, or was added before
   */
  public void add(Path target, Content content) throws TensorFileException {
    String name = target.toString();
    RegularFile.requireNoDirectory(target);
    try {
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        try (var out =
            new BufferedOutputStream(Files.newOutputStream(target, StandardOpenOption.WRITE))) {
          content.writeTo(out);
        }
        return;
      }
      Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
      Path folder = real.getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw new TensorFileException(name, "no such directory: " + folder);
      }
      leftovers.removeOf(real);
      stage(real, name).write(content);
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  private synchronized TemporaryFile stage(Path real, String name) throws IOException {
    prepare();
    if (temporaries.containsKey(real)) {
      throw new TensorFileException(name, "is to be written twice");
    }
    TemporaryFile temporary = TemporaryFile.create(real, name);
    temporaries.put(real, temporary);
    return temporary;
  }

  /** Before something is made: it is removed if the JVM ends too early. */
  private void prepare() throws IOException {
    requireOpen();
    if (!hooked) {
      try {
        Runtime.getRuntime().addShutdownHook(hook);
        hooked = true;
      } catch (IllegalStateException e) {
        throw new IOException("not written: the JVM is ending", e);
      }
    }
  }

  private void requireOpen() throws IOException {
    if (ended) {
      throw new IOException("not written: the files are closed, or the JVM is ending");
    }
  }

  /**
   * Gives every file its name.
   *
   * @throws TensorFileException if a file cannot get its name; those before it may have theirs
   */
  public synchronized void commit() throws TensorFileException {
    String name = "the files";
    try {
      requireOpen();
      for (var files = temporaries.values().iterator(); files.hasNext(); ) {
        TemporaryFile each = files.next();
        name = each.name();
        each.move();
        files.remove();
      }
      folders.clear();
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Removes files that were not committed.
   *
   * @throws TensorFileException if a temporary file cannot be removed
   */
  @Override
  public void close() throws TensorFileException {
    try {
      undo(TemporaryFile::discard);
    } finally {
      forgetHook();
    }
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // the JVM is ending, and the hook finds nothing to do
    }
  }

  private void undoAtShutdown() {
    try {
      undo(TemporaryFile::remove);
    } catch (IOException _) {
      // nobody is left to be told, and the next run removes it
    }
  }

  private interface Undoing {
    void undo(TemporaryFile file) throws IOException;
  }

  private synchronized void undo(Undoing undoing) throws TensorFileException {
    ended = true;
    String name = "";
    try {
      for (TemporaryFile each : temporaries.values()) {
        name = each.name();
        undoing.undo(each);
      }
      temporaries.clear();
      for (Path folder : folders.reversed()) {
        name = folder.toString();
        removeIfEmpty(folder);
      }
      folders.clear();
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  private static void removeIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException _) {
      // somebody else has put a file there
    }
  }
}
