package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads and writes NumPy's {@code .npy} files: format versions 1.0, 2.0 and 3.0, row-major and
 * Fortran order, either byte order; dtypes f2, f4, f8, i1 to i8, u1 to u8 and b1. The format is
 * described in {@code numpy.lib.format}.
 *
 * <p>Files are not trusted: nothing is allocated for a promise that the file's size does not keep.
 */
public final class Npy {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int MAX_HEADER = 1 << 20;
  private static final int CHUNK = 1 << 16;
  private static final int ALIGNMENT = 64;
  private static final long UNKNOWN = -1;

  private Npy() {}

  /**
   * Reads a file. A file in Fortran order becomes a view with Fortran strides.
   *
   * @throws NpyException if the file is damaged, or holds what tensors cannot
   * @throws IOException if it cannot be read
   */
  public static Tensor read(Path file) throws IOException {
    long size = Files.isRegularFile(file) ? Files.size(file) : UNKNOWN;
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString(), size);
    }
  }

  /**
   * Reads a stream to its end, which must be the end of the array.
   *
   * @param name what messages call the stream
   * @throws NpyException if the stream is damaged, or holds what tensors cannot
   * @throws IOException if it cannot be read
   */
  public static Tensor read(InputStream in, String name) throws IOException {
    return read(in, name, UNKNOWN);
  }

  /**
   * Maps a file into memory: nothing is read before a program reads it, and the tensor may have
   * more elements than an array. It is read-only and lives as long as the arena. Elements that
   * cannot be used as they are in the file, such as those in the other byte order, are read as
   * {@link #read} does.
   *
   * <p>The file must not become shorter while it is mapped.
   *
   * @throws NpyException if the file is damaged, or holds what tensors cannot
   * @throws IOException if it cannot be read
   */
  public static Tensor map(Path file, Arena arena) throws IOException {
    if (!Files.isRegularFile(file)) {
      return read(file);
    }
    String name = file.toString();
    long size = Files.size(file);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      InputStream in = Channels.newInputStream(channel);
      Start start = start(in, name);
      NpyHeader header = start.header();
      long available = size - start.length();
      if (available == 0 || !header.isUsableAt(start.length())) {
        return data(in, name, header, available);
      }
      requireSize(name, header, header.bytes(name), available);
      MemorySegment elements =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, size, arena)
              .asSlice(start.length(), available);
      return Tensors.view(header.type(), elements, 0, header.shape(), header.strides());
    }
  }

  private static Tensor read(InputStream in, String name, long size) throws IOException {
    Start start = start(in, name);
    return data(in, name, start.header(), size == UNKNOWN ? UNKNOWN : size - start.length());
  }

  /** What stands before the elements, and how many bytes it takes. */
  private record Start(NpyHeader header, long length) {}

  private static Start start(InputStream in, String name) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length == 0) {
      throw new NpyException(name, "the file is empty");
    }
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(MAGIC, 0, MAGIC.length, start, 0, MAGIC.length)) {
      throw new NpyException(
          name, "not an .npy file: it does not begin with \\x93NUMPY" + zipHint(start));
    }
    int major = start[MAGIC.length];
    int minor = start[MAGIC.length + 1];
    if (major < 1 || major > 3 || minor != 0) {
      throw new NpyException(
          name,
          "format version %d.%d is unknown; known are 1.0, 2.0 and 3.0"
              .formatted(major & 0xff, minor & 0xff));
    }
    int lengthBytes = major == 1 ? 2 : 4;
    int headerLength = headerLength(name, in.readNBytes(lengthBytes), lengthBytes);
    byte[] header = in.readNBytes(headerLength);
    if (header.length < headerLength) {
      throw new NpyException(
          name,
          "truncated: the header should have %d bytes, the file ends after %d of them"
              .formatted(headerLength, header.length));
    }
    NpyHeader parsed =
        NpyHeaderParser.parse(
            name,
            new String(header, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
    return new Start(parsed, MAGIC.length + 2L + lengthBytes + headerLength);
  }

  private static String zipHint(byte[] start) {
    return start.length > 1 && start[0] == 'P' && start[1] == 'K'
        ? " (this looks like an .npz archive: unpack it and use the .npy files inside)"
        : "";
  }

  private static int headerLength(String name, byte[] bytes, int expected) throws NpyException {
    if (bytes.length < expected) {
      throw new NpyException(name, "truncated: the file ends before the length of its header");
    }
    long length = 0;
    for (int i = expected - 1; i >= 0; i--) {
      length = length << 8 | bytes[i] & 0xff;
    }
    if (length > MAX_HEADER) {
      throw new NpyException(
          name, "the header claims to have %d bytes; at most 1 MiB is read".formatted(length));
    }
    return (int) length;
  }

  /** Reads the elements; {@code available} is the number of bytes left, if known. */
  private static Tensor data(InputStream in, String name, NpyHeader header, long available)
      throws IOException {
    int count = header.count(name);
    int width = header.type().byteWidth();
    long promised = (long) count * width;
    if (available != UNKNOWN) {
      requireSize(name, header, promised, available);
    }
    // Of unknown length: believe only what has arrived, and grow.
    Object array =
        header.type().newArray(available == UNKNOWN ? Math.min(count, CHUNK / width) : count);
    int capacity = Array.getLength(array);
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK).order(header.byteOrder());
    int done = 0;
    while (done < count) {
      int n = Math.min(count - done, CHUNK / width);
      int got = in.readNBytes(chunk.array(), 0, n * width);
      if (got < n * width) {
        throw truncated(name, header, promised, (long) done * width + got);
      }
      if (done + n > capacity) {
        capacity = (int) Math.min(count, 2L * capacity + n);
        Object grown = header.type().newArray(capacity);
        System.arraycopy(array, 0, grown, 0, done);
        array = grown;
      }
      NpyData.decode(chunk.clear(), array, done, n);
      done += n;
    }
    if (in.read() >= 0) {
      throw trailing(name, header, promised);
    }
    return NpyData.tensor(array, header);
  }

  private static void requireSize(String name, NpyHeader header, long promised, long available)
      throws NpyException {
    if (available < promised) {
      throw truncated(name, header, promised, available);
    }
    if (available > promised) {
      throw trailing(name, header, promised);
    }
  }

  private static NpyException truncated(String name, NpyHeader header, long promised, long found) {
    return new NpyException(
        name,
        "truncated: %s %s needs %d bytes of data, the file has %d"
            .formatted(header.type().label(), Arrays.toString(header.shape()), promised, found));
  }

  private static NpyException trailing(String name, NpyHeader header, long promised) {
    return new NpyException(
        name,
        "there is more in the file after the %d bytes of data of %s %s; one array to a file"
            .formatted(promised, header.type().label(), Arrays.toString(header.shape())));
  }

  /**
   * Writes a file, in row-major order and little-endian. An older file of the name is replaced only
   * when the new one is complete: after a failure it is still there, unchanged.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, Tensor tensor) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    if (Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target)) {
      try (OutputStream out = Files.newOutputStream(target)) { // a pipe or a device
        write(out, tensor);
      }
      return;
    }
    Path directory = target.getParent();
    Path fileName = target.getFileName();
    if (directory == null || fileName == null || Files.isDirectory(target)) {
      throw new NpyException(file.toString(), "is a directory; give the name of a file");
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
          Files.newOutputStream(
              temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        write(out, tensor);
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

  /**
   * Writes to a stream, in row-major order and little-endian; does not close it.
   *
   * @throws IOException if the stream cannot be written
   */
  public static void write(OutputStream out, Tensor tensor) throws IOException {
    if (tensor.rank() > NpyHeader.MAX_RANK) {
      throw new NpyException("output", "NumPy reads at most 64 axes, not " + tensor.rank());
    }
    if (tensor.type() == ElementType.BF16) {
      throw new NpyException(
          "output", "NumPy has no bf16; convert it in the program: astype(x, f32)");
    }
    out.write(header(new NpyHeader(tensor.type(), true, false, tensor.shape())));
    Tensor rows = NpyData.rowMajor(tensor);
    int width = tensor.type().byteWidth();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (long done = 0; done < rows.count(); ) {
      int n = (int) Math.min(rows.count() - done, CHUNK / width);
      NpyData.encode(rows, done, chunk.clear(), n);
      out.write(chunk.array(), 0, n * width);
      done += n;
    }
    out.flush();
  }

  /** Version 1.0: padded with blanks so that the data is aligned, as NumPy does. */
  private static byte[] header(NpyHeader header) {
    int before = MAGIC.length + 4;
    String text = header.text();
    int padding = Math.floorMod(-(before + text.length() + 1), ALIGNMENT);
    String padded = text + " ".repeat(padding) + "\n";
    ByteBuffer bytes = ByteBuffer.allocate(before + padded.length());
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) padded.length());
    bytes.put(padded.getBytes(StandardCharsets.ISO_8859_1));
    return bytes.array();
  }
}
