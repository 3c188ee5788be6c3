package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that were damaged at random: they give tensors no larger than the file, or the one
 * exception; never another one, and no memory is taken for a number that stands in them.
 */
class DamagedFilesTest {
  private static final int ROUNDS = 500;

  /** Numbers that headers have at their limits, and replacements for digits. */
  private static final List<byte[]> PIECES =
      List.of(
          new byte[] {-1, -1, -1, -1},
          new byte[] {-1, -1, -1, 127},
          new byte[8],
          new byte[] {0, 0, 0, -128},
          "9223372036854775807".getBytes(StandardCharsets.US_ASCII),
          "99999999999999999999".getBytes(StandardCharsets.US_ASCII),
          "2147483647,".getBytes(StandardCharsets.US_ASCII),
          "-1".getBytes(StandardCharsets.US_ASCII),
          "0,2147483648".getBytes(StandardCharsets.US_ASCII),
          "\"{[(".getBytes(StandardCharsets.US_ASCII),
          new byte[] {'P', 'K', 1, 2},
          new byte[] {'P', 'K', 6, 6});

  @TempDir Path folder;

  private interface Reader {
    Collection<Tensor> read(Path file) throws IOException;
  }

  @Test
  void npy() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, NpzTest.saved().get("x"));
    damage(file, f -> List.of(Npy.read(f)), (f, arena) -> List.of(Npy.map(f, arena)));
  }

  @Test
  void storedArchives() throws IOException {
    Path file = folder.resolve("x.npz");
    Npz.write(file, NpzTest.saved());
    damage(file, f -> Npz.read(f).values(), (f, arena) -> Npz.map(f, arena).values());
  }

  @Test
  void deflatedArchives() throws IOException {
    Path file = folder.resolve("x.npz");
    Npz.writeCompressed(file, NpzTest.saved());
    damage(file, f -> Npz.read(f).values(), (f, arena) -> Npz.map(f, arena).values());
  }

  @Test
  void safetensors() throws IOException {
    Path file = folder.resolve("x.safetensors");
    Safetensors.write(file, SafetensorsTest.saved());
    damage(
        file, f -> Safetensors.read(f).values(), (f, arena) -> Safetensors.map(f, arena).values());
  }

  private interface Mapper {
    Collection<Tensor> map(Path file, Arena arena) throws IOException;
  }

  private static void damage(Path file, Reader reader, Mapper mapper) throws IOException {
    byte[] good = Files.readAllBytes(file);
    Random random = new Random(5);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Files.write(file, damaged(good, random));
      refused += gives(file, reader) ? 0 : 1;
      try (Arena arena = Arena.ofConfined()) {
        gives(file, f -> mapper.map(f, arena));
      }
    }
    assertThat(refused).isBetween(ROUNDS / 10, ROUNDS - 1);
  }

  private static boolean gives(Path file, Reader reader) throws IOException {
    try {
      for (Tensor tensor : reader.read(file)) {
        assertThat(tensor.count()).isLessThan(100_000);
        assertThat(tensor.hashCode()).isEqualTo(tensor.hashCode()); // all of it can be read
      }
      return true;
    } catch (TensorFileException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
      return false;
    }
  }

  private static byte[] damaged(byte[] good, Random random) {
    byte[] bytes = good.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int length = Math.max(bytes.length, 1);
      // headers are at the ends
      int near = Math.min(length, 600);
      int at = random.nextBoolean() ? random.nextInt(near) : length - 1 - random.nextInt(near);
      bytes =
          switch (random.nextInt(8)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> without(bytes, at);
            case 2, 3, 4 -> overwritten(bytes, at, new byte[] {(byte) random.nextInt(256)});
            default -> overwritten(bytes, at, PIECES.get(random.nextInt(PIECES.size())));
          };
    }
    return bytes;
  }

  private static byte[] overwritten(byte[] bytes, int at, byte[] piece) {
    byte[] changed = bytes.clone();
    for (int i = 0; i < piece.length && at + i < changed.length; i++) {
      changed[at + i] = piece[i];
    }
    return changed;
  }

  private static byte[] without(byte[] bytes, int at) {
    byte[] rest = Arrays.copyOf(bytes, Math.max(bytes.length - 1, 0));
    System.arraycopy(
        bytes,
        Math.min(at + 1, bytes.length),
        rest,
        Math.min(at, rest.length),
        Math.max(rest.length - at, 0));
    return rest;
  }
}
