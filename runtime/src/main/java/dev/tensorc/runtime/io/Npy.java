package dev.tensorc.runtime.io;

import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads and writes NumPy's {@code .npy} files: format versions 1.0, 2.0 and 3.0, row-major and
 * Fortran order, either byte order; dtypes f2, f4, f8, i1 to i8, u1 to u8 and b1. The format is
 * described in {@code numpy.lib.format}.
 *
 * <p>Files are not trusted: nothing is allocated for a promise that the file's size does not keep,
 * and no array above {@link ReadBudget the allocation limit}. A header has at most 1 MiB, a shape
 * at most 64 axes, and an axis at most 2^31-1 elements. Every fault of a file is a {@link
 * TensorFileException}.
 */
public final class Npy {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int MAX_HEADER = 1 << 20;
  private static final int ALIGNMENT = 64;

  /** The size of a stream of unknown length. */
  static final long UNKNOWN = -1;

  private Npy() {}

  /**
   * Reads a file. A file in Fortran order becomes a view with Fortran strides.
   *
   * @throws TensorFileException if it cannot be read, is damaged, holds data that tensors cannot,
   *     or is above the allocation limit
   */
  public static Tensor read(Path file) throws IOException {
    RegularFile.requireNoDirectory(file);
    String name = file.toString();
    try (InputStream in = Files.newInputStream(file)) {
      long size = Files.isRegularFile(file) ? Files.size(file) : UNKNOWN;
      return read(in, name, size, size == UNKNOWN, ReadBudget.current());
    } catch (IOException e) {
      throw TensorFileException.of(name, e);
    }
  }

  /**
   * Reads a stream to its end, which must be the end of the array.
   *
   * @param name the stream's name in messages
   * @throws TensorFileException if the stream is damaged, holds data that tensors cannot, or is
   *     above the allocation limit
   * @throws IOException if the stream throws it
   */
  public static Tensor read(InputStream in, String name) throws IOException {
    return read(in, name, UNKNOWN, true, ReadBudget.current());
  }

  /**
   * Maps a file into memory: nothing is read before a program reads it, and the tensor may have
   * more elements than an array. It is read-only and lives as long as the arena. Elements that
   * cannot be used as they are in the file, such as those in the other byte order, are read as
   * {@link #read} does, and so is a pipe. A mapped file does not count against the allocation
   * limit.
   *
   * <p>The file must not become shorter while it is mapped.
   *
   * @throws TensorFileException if the file cannot be read, is damaged, or holds data that tensors
   *     cannot
   */
  public static Tensor map(Path file, Arena arena) throws IOException {
    return map(file, arena, MapMode.READ_ONLY);
  }

  /**
   * Maps a file into memory as {@link #map(Path, Arena)} does.
   *
   * @param mode {@code READ_WRITE}: elements written to the tensor are written to the file; {@code
   *     PRIVATE}: it can be written, and the file stays as it is (but must be writable for both)
   * @throws TensorFileException if the file cannot be read, is damaged, holds data that tensors
   *     cannot, or is to be written through and is read-only or has elements that cannot be used as
   *     they are
   */
  public static Tensor map(Path file, Arena arena, MapMode mode) throws IOException {
    String name = file.toString();
    RegularFile.requireNoDirectory(file);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      RegularFile.requireCopyable(name, mode, "it is no regular file");
      return read(file);
    }
    return RegularFile.open(
        file,
        mode,
        channel -> {
          var mapping = new FileMapping(channel, arena, mode);
          return map(mapping, 0, channel.size(), name, ReadBudget.current());
        });
  }

  /** Maps an array that is a part of a file. */
  static Tensor map(FileMapping file, long from, long size, String name, ReadBudget budget)
      throws IOException {
    InputStream in = new FilePart(file.channel(), from, size);
    Start start = start(in, name);
    NpyHeader header = start.header();
    long place = from + start.length();
    long available = size - start.length();
    if (available == 0) {
      return data(in, name, header, 0, false, budget);
    }
    if (!ElementBytes.usable(header.type(), header.byteOrder(), place)) {
      RegularFile.requireCopyable(
          name,
          file.mode(),
          "its elements are not laid out in the file as this machine needs them");
      return data(in, name, header, available, false, budget);
    }
    requireSize(name, header, header.bytes(name), available);
    return Tensors.view(
        header.type(), file.slice(name, place, available), 0, header.shape(), header.strides());
  }

  /**
   * Reads an array.
   *
   * @param size how many bytes it has with its header, or {@link #UNKNOWN}
   * @param arriving whether to believe only in bytes that have arrived
   */
  static Tensor read(InputStream in, String name, long size, boolean arriving, ReadBudget budget)
      throws IOException {
    Start start = start(in, name);
    long available = size == UNKNOWN ? UNKNOWN : Math.max(size - start.length(), 0);
    return data(in, name, start.header(), available, arriving, budget);
  }

  /** The header before the elements, and how many bytes it takes. */
  private record Start(NpyHeader header, long length) {}

  private static Start start(InputStream in, String name) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    if (start.length == 0) {
      throw new TensorFileException(name, "the file is empty");
    }
    if (start.length < MAGIC.length + 2
        || !Arrays.equals(MAGIC, 0, MAGIC.length, start, 0, MAGIC.length)) {
      throw new TensorFileException(
          name, "not an .npy file: it does not begin with \\x93NUMPY" + zipHint(start));
    }
    int major = start[MAGIC.length];
    int minor = start[MAGIC.length + 1];
    if (major < 1 || major > 3 || minor != 0) {
      throw new TensorFileException(
          name,
          "format version %d.%d is unknown; known are 1.0, 2.0 and 3.0"
              .formatted(major & 0xff, minor & 0xff));
    }
    int lengthBytes = major == 1 ? 2 : 4;
    int headerLength = headerLength(name, in.readNBytes(lengthBytes), lengthBytes);
    byte[] header = in.readNBytes(headerLength);
    if (header.length < headerLength) {
      throw new TensorFileException(
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
        ? " (this looks like an .npz archive: read it with Npz)"
        : "";
  }

  private static int headerLength(String name, byte[] bytes, int expected)
      throws TensorFileException {
    if (bytes.length < expected) {
      throw new TensorFileException(
          name, "truncated: the file ends before the length of its header");
    }
    long length = 0;
    for (int i = expected - 1; i >= 0; i--) {
      length = length << 8 | bytes[i] & 0xff;
    }
    if (length > MAX_HEADER) {
      throw new TensorFileException(
          name, "the header claims to have %d bytes; at most 1 MiB is read".formatted(length));
    }
    return (int) length;
  }

  /** Reads the elements; {@code available} is the number of bytes left, if known. */
  private static Tensor data(
      InputStream in,
      String name,
      NpyHeader header,
      long available,
      boolean arriving,
      ReadBudget budget)
      throws IOException {
    int count = header.count(name);
    long promised = (long) count * header.type().byteWidth();
    if (available != UNKNOWN) {
      requireSize(name, header, promised, available);
    }
    budget.take(name, text(header), promised);
    Object array =
        ElementBytes.read(
            in,
            header.type(),
            header.byteOrder(),
            count,
            arriving,
            found -> truncated(name, header, promised, found));
    if (in.read() >= 0) {
      throw trailing(name, header, promised);
    }
    return Tensors.view(header.type(), array, 0, header.shape(), header.strides());
  }

  private static String text(NpyHeader header) {
    return header.type().label() + " " + Arrays.toString(header.shape());
  }

  private static void requireSize(String name, NpyHeader header, long promised, long available)
      throws TensorFileException {
    if (available < promised) {
      throw truncated(name, header, promised, available);
    }
    if (available > promised) {
      throw trailing(name, header, promised);
    }
  }

  private static TensorFileException truncated(
      String name, NpyHeader header, long promised, long found) {
    return new TensorFileException(
        name,
        "truncated: %s needs %d bytes of data, the file has %d"
            .formatted(text(header), promised, found));
  }

  private static TensorFileException trailing(String name, NpyHeader header, long promised) {
    return new TensorFileException(
        name,
        "there is more in the file after the %d bytes of data of %s; one array to a file"
            .formatted(promised, text(header)));
  }

  /**
   * Writes a file, in row-major order and little-endian. An older file of the name is replaced only
   * when the new one is complete: after a failure it is still there, unchanged.
   *
   * @throws TensorFileException if the file cannot be written, or NumPy has no such type, or not so
   *     many axes
   */
  public static void write(Path file, Tensor tensor) throws IOException {
    StagedFiles.write(file, out -> write(out, tensor, file.toString()));
  }

  /**
   * Writes to a stream, in row-major order and little-endian; does not close it.
   *
   * @throws TensorFileException if NumPy has no such type, or not so many axes
   * @throws IOException if the stream throws it
   */
  public static void write(OutputStream out, Tensor tensor) throws IOException {
    write(out, tensor, "output");
  }

  /**
   * Writes to a stream as {@link #write(OutputStream, Tensor)} does.
   *
   * @param name the stream's name in messages
   * @throws TensorFileException if NumPy has no such type, or not so many axes
   * @throws IOException if the stream throws it
   */
  public static void write(OutputStream out, Tensor tensor, String name) throws IOException {
    if (tensor.rank() > NpyHeader.MAX_RANK) {
      throw new TensorFileException(name, "NumPy reads at most 64 axes, not " + tensor.rank());
    }
    if (tensor.type() == ElementType.BF16) {
      throw new TensorFileException(
          name, "NumPy has no bf16; convert it in the program: astype(x, f32)");
    }
    out.write(header(new NpyHeader(tensor.type(), true, false, tensor.shape())));
    ElementBytes.write(out, tensor);
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
