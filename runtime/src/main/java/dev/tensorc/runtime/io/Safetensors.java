package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads and writes safetensors files, in which models keep their weights: a JSON header of names,
 * dtypes, shapes and offsets, then the elements, little-endian and row-major. All element types can
 * be in one, BF16 too; 8-bit and 4-bit floats and complex numbers are refused. The format is
 * described at github.com/huggingface/safetensors.
 *
 * <p>Files are not trusted: the header must fit the file, and its tensors must fill the rest of the
 * file without gaps and overlaps, before anything is allocated for them. All tensors that one call
 * reads count together against {@link ReadBudget the allocation limit}. A header has at most 100
 * MB, a shape at most 64 axes, and an axis at most 2^31-1 elements. Every fault of a file is a
 * {@link TensorFileException}.
 */
public final class Safetensors {
  private static final int MAX_HEADER = 100_000_000; // as the format's own implementation

  private Safetensors() {}

  /**
   * Reads all tensors, in the header's order.
   *
   * @throws TensorFileException if the file cannot be read, is damaged, holds data that tensors
   *     cannot, or is above the allocation limit with all its tensors
   */
  public static Map<String, Tensor> read(Path file) throws IOException {
    String name = file.toString();
    return open(
        file,
        MapMode.READ_ONLY,
        (channel, start) -> {
          ReadBudget budget = ReadBudget.current();
          Map<String, Tensor> tensors = new LinkedHashMap<>();
          for (SafetensorsHeader.Entry entry : start.header().entries()) {
            tensors.put(entry.name(), read(channel, name, entry, start.length(), budget));
          }
          return tensors;
        });
  }

  /**
   * Reads one tensor.
   *
   * @throws TensorFileException if the file cannot be read, is damaged, has no tensor of that name,
   *     or one that tensors cannot hold or the allocation limit does not allow
   */
  public static Tensor read(Path file, String tensor) throws IOException {
    return SafetensorsFile.open(file).read(tensor);
  }

  /**
   * The texts that a file has beside its tensors; mostly few or none.
   *
   * @throws TensorFileException if the file cannot be read, or the header is damaged
   */
  public static Map<String, String> metadata(Path file) throws IOException {
    return open(file, MapMode.READ_ONLY, (_, start) -> start.header().metadata());
  }

  /**
   * Maps a file into memory: nothing is read before a program reads it. The tensors are read-only
   * and live as long as the arena. Elements that do not lie where the machine needs them are read
   * as {@link #read} does; files that were written with care, as {@link #write} does, have none. A
   * mapped file does not count against the allocation limit.
   *
   * <p>The file must not become shorter while it is mapped.
   *
   * @throws TensorFileException if the file cannot be read, is damaged, or holds data that tensors
   *     cannot
   */
  public static Map<String, Tensor> map(Path file, Arena arena) throws IOException {
    return map(file, arena, MapMode.READ_ONLY);
  }

  /**
   * Maps a file into memory as {@link #map(Path, Arena)} does.
   *
   * @param mode {@code READ_WRITE}: elements written to a tensor are written to the file; {@code
   *     PRIVATE}: it can be written, and the file stays as it is (but must be writable for both)
   * @throws TensorFileException if the file cannot be read, is damaged, holds data that tensors
   *     cannot, or is to be written through and is read-only or has elements that cannot be used as
   *     they are
   */
  public static Map<String, Tensor> map(Path file, Arena arena, MapMode mode) throws IOException {
    String name = file.toString();
    return open(
        file,
        mode,
        (channel, start) -> {
          ReadBudget budget = ReadBudget.current();
          var mapping = new FileMapping(channel, arena, mode);
          Map<String, Tensor> tensors = new LinkedHashMap<>();
          for (SafetensorsHeader.Entry entry : start.header().entries()) {
            tensors.put(
                entry.name(),
                isMapped(entry, name, start.length(), mode)
                    ? Tensors.wrap(
                        entry.type(),
                        mapping.slice(name, start.length() + entry.begin(), entry.bytes()),
                        entry.shape())
                    : read(channel, name, entry, start.length(), budget));
          }
          return tensors;
        });
  }

  /** A use of an open file, whose header has been read. */
  private interface Use<R> {
    R of(FileChannel channel, Start start) throws IOException;
  }

  private static <R> R open(Path file, MapMode mode, Use<R> use) throws TensorFileException {
    return RegularFile.open(
        file, mode, channel -> use.of(channel, start(channel, file.toString())));
  }

  /**
   * Whether the tensor is mapped; else it is read, which is refused where it is to be written
   * through.
   */
  private static boolean isMapped(
      SafetensorsHeader.Entry entry, String name, long start, MapMode mode)
      throws TensorFileException {
    if (entry.count() == 0) {
      return false;
    }
    long place = start + entry.begin();
    if (ElementBytes.usable(entry.type(), ByteOrder.LITTLE_ENDIAN, place)) {
      return true;
    }
    RegularFile.requireCopyable(
        name,
        mode,
        "tensor %s is not aligned for %s".formatted(entry.quoted(), entry.type().label()));
    return false;
  }

  /** The header, and how many bytes it takes with its length. */
  record Start(SafetensorsHeader header, long length) {}

  static Start start(FileChannel channel, String name) throws IOException {
    long size = channel.size();
    byte[] prefix = new FilePart(channel, 0, 8).readNBytes(8);
    if (prefix.length < 8) {
      throw new TensorFileException(
          name, "not a safetensors file: it has %d bytes".formatted(size));
    }
    long length = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 2 || length > size - 8) {
      throw new TensorFileException(
          name,
          "not a safetensors file, or truncated: its header should have %s bytes, and %d follow"
              .formatted(Long.toUnsignedString(length), size - 8));
    }
    if (length > MAX_HEADER) {
      throw new TensorFileException(
          name, "its header has %d bytes; at most %d are read".formatted(length, MAX_HEADER));
    }
    byte[] bytes = new FilePart(channel, 8, length).readNBytes((int) length);
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new TensorFileException(name, "malformed header: it is no UTF-8");
    }
    SafetensorsHeader header = SafetensorsParser.parse(name, text);
    header.requireConsistent(name, size - 8 - length);
    return new Start(header, 8 + length);
  }

  static Tensor read(
      FileChannel channel,
      String name,
      SafetensorsHeader.Entry entry,
      long start,
      ReadBudget budget)
      throws IOException {
    long count = entry.count();
    if (count > Integer.MAX_VALUE - 8) {
      throw new TensorFileException(
          name,
          "tensor %s has shape %s, which is more elements than one array holds (2^31-1); map the file"
              .formatted(entry.quoted(), Arrays.toString(entry.shape())));
    }
    budget.take(name, entry, entry.bytes());
    Object array =
        ElementBytes.read(
            new FilePart(channel, start + entry.begin(), entry.bytes()),
            entry.type(),
            ByteOrder.LITTLE_ENDIAN,
            (int) count,
            false,
            found -> new TensorFileException(name, "truncated while it is read"));
    return Tensors.of(entry.type(), array, entry.shape());
  }

  /**
   * Writes a file of tensors. An older file of the name is replaced only when the new one is
   * complete. The tensors are aligned for {@link #map}, and the bytes depend on them and their
   * order alone.
   *
   * @throws TensorFileException if the file or a name cannot be written
   */
  public static void write(Path file, Map<String, ? extends Tensor> tensors) throws IOException {
    write(file, tensors, Map.of());
  }

  /**
   * Writes a file of tensors and texts; see {@link #write(Path, Map)}.
   *
   * @throws TensorFileException if the file or a name cannot be written
   */
  public static void write(
      Path file, Map<String, ? extends Tensor> tensors, Map<String, String> metadata)
      throws IOException {
    StagedFiles.write(file, content(file, tensors, metadata));
  }

  /**
   * The content that {@link #write(Path, Map, Map)} writes, for a file that appears together with
   * others.
   *
   * @param file its name in messages
   * @throws TensorFileException if a name cannot be written
   */
  public static StagedFiles.Content content(
      Path file, Map<String, ? extends Tensor> tensors, Map<String, String> metadata)
      throws TensorFileException {
    return new SafetensorsWriter(tensors, metadata, file.toString())::write;
  }
}
