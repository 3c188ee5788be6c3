package dev.tensorc.runtime.io;

import dev.tensorc.runtime.Tensor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Reads and writes NumPy's {@code .npz} archives: zip files of {@code .npy} files, stored ({@code
 * numpy.savez}) or deflated ({@code numpy.savez_compressed}). An array's name is the member's
 * without {@code .npy}; tensors come in the order of the archive.
 *
 * <p>Archives are not trusted: nothing is allocated for a promise that the file does not keep. A
 * deflated member may be up to about 1,000 times as large as its part of the file, so all arrays
 * that one call reads count together against {@link ReadBudget the allocation limit}. The directory
 * of an archive has at most 64 MiB, about 800,000 arrays. Every fault of a file is a {@link
 * TensorFileException}.
 */
public final class Npz {
  private static final String SUFFIX = ".npy";
  private static final int MOST_BUFFERED = 1 << 16;

  private Npz() {}

  /**
   * Reads all arrays.
   *
   * @throws TensorFileException if the archive cannot be read, is damaged, holds data that tensors
   *     cannot, or is above the allocation limit with all its arrays
   */
  public static Map<String, Tensor> read(Path file) throws IOException {
    return RegularFile.open(
        file,
        MapMode.READ_ONLY,
        channel -> {
          ReadBudget budget = ReadBudget.current();
          Map<String, Tensor> tensors = new LinkedHashMap<>();
          for (var member : members(channel, file).entrySet()) {
            tensors.put(member.getKey(), read(channel, file, member.getValue(), budget));
          }
          return tensors;
        });
  }

  /**
   * Reads one array.
   *
   * @param name without {@code .npy}
   * @throws TensorFileException if the archive cannot be read or is damaged, or there is no such
   *     array, or it holds data that tensors cannot, or is above the allocation limit
   */
  public static Tensor read(Path file, String name) throws IOException {
    return RegularFile.open(
        file,
        MapMode.READ_ONLY,
        channel -> {
          Map<String, ZipDirectory.Member> members = members(channel, file);
          ZipDirectory.Member member = members.get(name);
          if (member == null) {
            throw new TensorFileException(
                file.toString(),
                "there is no array '%s'; there are: %s"
                    .formatted(
                        NpyType.printable(name),
                        members.keySet().stream()
                            .limit(20)
                            .map(NpyType::printable)
                            .collect(Collectors.joining(", "))));
          }
          return read(channel, file, member, ReadBudget.current());
        });
  }

  /**
   * Maps an archive into memory: arrays that are stored, and lie in the file as the machine needs
   * them, are not read before a program reads them; they are read-only and live as long as the
   * arena. All others are read as {@link #read(Path)} does. Archives that {@link #write} has made
   * can be mapped whole; NumPy's own mostly not, since it does not align arrays. A mapped array
   * does not count against the allocation limit.
   *
   * <p>The file must not become shorter while it is mapped. Checksums of mapped arrays are not
   * compared.
   *
   * @throws TensorFileException if the archive cannot be read, is damaged, holds data that tensors
   *     cannot, or is above the allocation limit with the arrays that are not mapped
   */
  public static Map<String, Tensor> map(Path file, Arena arena) throws IOException {
    return RegularFile.open(
        file,
        MapMode.READ_ONLY,
        channel -> {
          ReadBudget budget = ReadBudget.current();
          var mapping = new FileMapping(channel, arena, MapMode.READ_ONLY);
          Map<String, Tensor> tensors = new LinkedHashMap<>();
          for (var entry : members(channel, file).entrySet()) {
            ZipDirectory.Member member = entry.getValue();
            String name = name(file, member);
            tensors.put(
                entry.getKey(),
                member.deflated()
                    ? read(channel, file, member, budget)
                    : Npy.map(mapping, member.place(), member.length(), name, budget));
          }
          return tensors;
        });
  }

  private static Map<String, ZipDirectory.Member> members(FileChannel channel, Path file)
      throws IOException {
    Map<String, ZipDirectory.Member> members = new LinkedHashMap<>();
    for (ZipDirectory.Member member : ZipDirectory.read(channel, file.toString())) {
      if (!member.name().endsWith(SUFFIX)) {
        throw new TensorFileException(name(file, member), "no .npy file, so not an .npz archive");
      }
      String array = member.name().substring(0, member.name().length() - SUFFIX.length());
      members.put(array, member);
    }
    return members;
  }

  private static Tensor read(
      FileChannel channel, Path file, ZipDirectory.Member member, ReadBudget budget)
      throws IOException {
    String name = name(file, member);
    CRC32 crc = new CRC32();
    Inflater inflater = new Inflater(true);
    try {
      InputStream part = new FilePart(channel, member.place(), member.length());
      int buffer = Math.clamp(member.length(), 1, MOST_BUFFERED);
      InputStream bytes =
          member.deflated() ? new InflaterInputStream(part, inflater, buffer) : part;
      Tensor tensor =
          Npy.read(
              new CheckedInputStream(bytes, crc), name, member.size(), member.deflated(), budget);
      if (crc.getValue() != member.crc()) {
        throw new TensorFileException(name, "damaged: its checksum is wrong");
      }
      return tensor;
    } catch (ZipException | EOFException e) {
      throw new TensorFileException(
          name, "damaged: it cannot be decompressed (%s)".formatted(e.getMessage()));
    } finally {
      inflater.end();
    }
  }

  private static String name(Path file, ZipDirectory.Member member) {
    return file + ", member '" + NpyType.printable(member.name()) + "'";
  }

  /**
   * Writes an archive of stored arrays, in the order of the map, each aligned so that {@link #map}
   * can map it. An older file of the name is replaced only when the new one is complete. The bytes
   * depend on the arrays alone.
   *
   * @throws TensorFileException if the file cannot be written, or NumPy has no such type, or not so
   *     many axes
   */
  public static void write(Path file, Map<String, ? extends Tensor> tensors) throws IOException {
    StagedFiles.write(file, out -> new NpzWriter(out, file.toString()).write(tensors, false));
  }

  /**
   * Writes an archive of deflated arrays; see {@link #write}.
   *
   * @throws TensorFileException if the file cannot be written, or NumPy has no such type, or not so
   *     many axes
   */
  public static void writeCompressed(Path file, Map<String, ? extends Tensor> tensors)
      throws IOException {
    StagedFiles.write(file, out -> new NpzWriter(out, file.toString()).write(tensors, true));
  }
}
