package dev.tensorc;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/**
 * Programs and their imports from files. Paths of imports are relative to the folder of the file
 * that imports; only regular files below one folder are read, the root, after symbolic links have
 * been resolved. Where the system can open files relative to an open folder, as Linux and macOS
 * can, a folder that is exchanged for a link meanwhile does not lead out of it either.
 */
public final class FileImports implements Imports {

  /** A program file may have so many bytes, 16 MiB. */
  public static final int MAX_BYTES = 16 << 20;

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS);

  private final Path root;
  private final Charset encoding;

  /**
   * Imports from files in UTF-8.
   *
   * @param root a folder: files outside it are not read
   */
  public FileImports(Path root) {
    this(root, StandardCharsets.UTF_8);
  }

  /**
   * @param root a folder: files outside it are not read
   * @param encoding of all files
   */
  public FileImports(Path root, Charset encoding) {
    this.root = root;
    this.encoding = encoding;
  }

  /** Imports from below the folder that a program lies in. */
  public static FileImports beside(Path program, Charset encoding) {
    return new FileImports(folderOf(program), encoding);
  }

  private static Path folderOf(Path file) {
    return file.resolveSibling("");
  }

  /**
   * Reads a program itself, which may lie anywhere, and may be a pipe. Below the root, its name at
   * run time is its path there; elsewhere it is the file's name alone.
   *
   * @throws IOException if it cannot be read, is no text in the encoding, or has more than {@link
   *     #MAX_BYTES}; the message names the file
   */
  public SourceText program(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a directory, not a program");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return program(in, file.toString(), runtimeName(file));
    }
  }

  /**
   * Reads a program from a stream, which is not closed.
   *
   * @param name its name in messages; its imports are looked for beside a file of that name
   * @throws IOException as {@link #program(Path)} does
   */
  public SourceText program(InputStream in, String name) throws IOException {
    return program(in, name, slashes(Path.of(name).getFileName()));
  }

  private SourceText program(InputStream in, String name, String runtimeName) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new FileSystemException(
          name,
          null,
          "not a program: the file has more than " + MAX_BYTES + " bytes, which no program needs");
    }
    try {
      return new SourceText(name, runtimeName, text(bytes));
    } catch (CharacterCodingException e) {
      throw new FileSystemException(
          name, null, "not a program: the file is not " + encoding + " text");
    }
  }

  /** Whether a file lies below the root, symbolic links resolved. */
  public boolean holds(Path file) throws IOException {
    return file.toRealPath().startsWith(root.toRealPath());
  }

  private String runtimeName(Path file) throws IOException {
    Path real = folderOf(file).toRealPath().resolve(file.getFileName());
    Path top = root.toRealPath();
    return slashes(real.startsWith(top) ? top.relativize(real) : file.getFileName());
  }

  private static String slashes(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private String text(byte[] bytes) throws CharacterCodingException {
    return encoding.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(); // throws if it cannot
  }

  @Override
  public Result find(String path, SourceText from) {
    try {
      Path top = root.toRealPath();
      Path written = folderOf(Path.of(from.name())).toRealPath().resolve(path);
      boolean pointsInside = written.normalize().startsWith(top);
      Path real;
      try {
        real = written.toRealPath();
      } catch (IOException e) { // a file outside is not told apart from one that does not exist
        return pointsInside ? new NotFound() : new Outside(shownRoot(), false);
      }
      if (!real.startsWith(top)) {
        return new Outside(shownRoot(), pointsInside);
      }
      return real.equals(top)
          ? new NotAFile("a folder", shownRoot())
          : open(top, top.relativize(real));
    } catch (IOException | InvalidPathException e) {
      return new NotFound(); // the linker says which import it was
    }
  }

  private String shownRoot() {
    return root.toString().isEmpty() ? "." : root.toString();
  }

  /** A way to open a file; attributes are of the file itself, if it is a link those of the link. */
  private interface Opening {
    BasicFileAttributes attributes() throws IOException;

    SeekableByteChannel open() throws IOException;
  }

  /**
   * Opens and reads a file.
   *
   * @param below a path without links when it was resolved; a part that has become a link since is
   *     refused
   */
  Result open(Path top, Path below) throws IOException {
    try (var folder = Files.newDirectoryStream(top)) {
      if (folder instanceof SecureDirectoryStream<Path> secure) {
        return open(secure, below, below);
      }
    }
    Path file = top.resolve(below);
    return read(
        below,
        new Opening() {
          @Override
          public BasicFileAttributes attributes() throws IOException {
            if (!file.toRealPath().equals(file)) {
              throw new FileSystemException(file.toString(), null, "changed");
            }
            return Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS);
          }

          @Override
          public SeekableByteChannel open() throws IOException {
            return Files.newByteChannel(file, READ);
          }
        });
  }

  /** Goes down folder by folder, each opened in the one before. */
  private Result open(SecureDirectoryStream<Path> folder, Path rest, Path below)
      throws IOException {
    Path name = rest.getName(0);
    if (rest.getNameCount() > 1) {
      try (var next = folder.newDirectoryStream(name, NOFOLLOW_LINKS)) {
        return open(next, rest.subpath(1, rest.getNameCount()), below);
      }
    }
    return read(
        below,
        new Opening() {
          @Override
          public BasicFileAttributes attributes() throws IOException {
            return folder
                .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes();
          }

          @Override
          public SeekableByteChannel open() throws IOException {
            return folder.newByteChannel(name, READ);
          }
        });
  }

  private Result read(Path below, Opening file) throws IOException {
    BasicFileAttributes before = file.attributes(); // first: opening a pipe waits for a writer
    if (!before.isRegularFile()) {
      return new NotAFile(kind(before), shownRoot());
    }
    if (before.size() > MAX_BYTES) {
      return new TooLarge(MAX_BYTES);
    }
    byte[] bytes;
    try (SeekableByteChannel channel = file.open()) {
      BasicFileAttributes after = file.attributes();
      if (!after.isRegularFile() || !Objects.equals(after.fileKey(), before.fileKey())) {
        return new NotFound(); // it was exchanged meanwhile
      }
      bytes = Channels.newInputStream(channel).readNBytes(MAX_BYTES + 1);
    }
    return bytes.length > MAX_BYTES
        ? new TooLarge(MAX_BYTES)
        : new Found(new SourceText(root.resolve(below).toString(), slashes(below), text(bytes)));
  }

  private static String kind(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return "a link that has just been made";
    }
    return attributes.isDirectory() ? "a folder" : "a pipe or a device";
  }
}
