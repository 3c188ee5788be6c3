package dev.tensorc.runtime.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A file beside an output, whose name nobody can guess. It is locked as long as its process lives,
 * which tells it from one that was left.
 */
final class TemporaryFile {
  private static final int RANDOM_BYTES = 16;
  private static final int MOST_NAME_CHARS = 40; // file systems allow 255 bytes in all
  private static final int ATTEMPTS = 10;
  private static final Pattern END = Pattern.compile("[0-9a-f]{32}\\.tmp");
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> OLD =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * The temporary files of this process, which may not be opened: that would end their locks
   * (POSIX).
   */
  private static final Set<Path> LIVING = ConcurrentHashMap.newKeySet();

  private final Path target;
  private final String name;
  private final Path path;
  private final FileChannel channel;

  private TemporaryFile(Path target, String name, Path path, FileChannel channel) {
    this.target = target;
    this.name = name;
    this.path = path;
    this.channel = channel;
  }

  /** The output's name in messages. */
  String name() {
    return name;
  }

  static TemporaryFile create(Path target, String name) throws IOException {
    Optional<Set<PosixFilePermission>> old = permissions(target);
    for (int i = 0; i < ATTEMPTS; i++) {
      byte[] random = new byte[RANDOM_BYTES];
      RANDOM.nextBytes(random);
      Path path = target.resolveSibling(prefix(target) + HexFormat.of().formatHex(random) + ".tmp");
      LIVING.add(path);
      TemporaryFile file;
      try {
        file = new TemporaryFile(target, name, path, open(path, old));
      } catch (IOException e) {
        LIVING.remove(path);
        throw e;
      }
      if (file.isKept(old)) {
        return file;
      }
    }
    throw new IOException("other processes remove its temporary files");
  }

  /** With the permissions of the older file, less those that the system's mask takes away. */
  private static FileChannel open(Path path, Optional<Set<PosixFilePermission>> old)
      throws IOException {
    return old.isPresent()
        ? FileChannel.open(path, NEW, PosixFilePermissions.asFileAttribute(old.get()))
        : FileChannel.open(path, NEW);
  }

  /**
   * Whether the file is whole and locked; else another process has taken it for one that was left.
   */
  private boolean isKept(Optional<Set<PosixFilePermission>> old) throws IOException {
    boolean kept = false;
    try {
      if (old.isPresent()) { // before the lock, which this ends: it opens and closes the file
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setPermissions(old.get());
      }
      kept = lock();
    } catch (NoSuchFileException _) {
      // it was taken
    } finally {
      if (!kept) {
        discard();
      }
    }
    return kept;
  }

  /**
   * The permissions of the file that is there; empty where there is none, or the system has no
   * such.
   */
  private static Optional<Set<PosixFilePermission>> permissions(Path target) {
    try {
      return Optional.of(Files.getPosixFilePermissions(target));
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  private boolean lock() {
    try {
      return channel.tryLock() != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    } catch (OverlappingFileLockException _) {
      return false;
    } catch (IOException _) {
      return true; // a file system without locks, where nothing that was left is removed
    }
  }

  void write(StagedFiles.Content content) throws IOException {
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
    content.writeTo(out);
    out.flush();
  }

  /** Moves it to its place. */
  void move() throws IOException {
    try {
      Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException _) {
      Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
    }
    LIVING.remove(path);
    channel.close(); // not before: without its lock it could be taken for one that was left
  }

  /** As the JVM ends: whoever still writes would report a closed file. */
  void remove() throws IOException {
    Files.deleteIfExists(path);
  }

  void discard() throws IOException {
    try {
      remove();
    } finally {
      LIVING.remove(path);
      channel.close();
    }
  }

  /** Whether a file has the name of a temporary one of an output. */
  static boolean isOf(Path file, Path target) {
    String prefix = prefix(target);
    String name = String.valueOf(file.getFileName());
    return name.startsWith(prefix) && END.matcher(name.substring(prefix.length())).matches();
  }

  private static String prefix(Path target) {
    String name = String.valueOf(target.getFileName());
    int length = Math.min(name.length(), MOST_NAME_CHARS);
    boolean half = length > 0 && Character.isHighSurrogate(name.charAt(length - 1));
    return "." + name.substring(0, half ? length - 1 : length) + ".tensorc-";
  }

  /** Removes one that no process writes; one that may not be opened stays. */
  static void removeIfLeft(Path path) {
    if (LIVING.contains(path) || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    // To read and write: a pipe that has taken its place would block one who only writes.
    try (FileChannel channel = FileChannel.open(path, OLD);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | OverlappingFileLockException _) {
      // it belongs to somebody else
    }
  }
}
