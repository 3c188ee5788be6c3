package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.BFloat16Tensor;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UShortTensor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpzTest {
  @TempDir Path folder;

  /** The arrays that {@code make_archives.py} saved. */
  static Map<String, Tensor> saved() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("x", FloatTensor.copyOf(new float[][] {{0, 0.5f, 1}, {1.5f, 2, 2.5f}}));
    tensors.put("fortran", DoubleTensor.copyOf(new double[][] {{0, 1, 2}, {3, 4, 5}}));
    tensors.put("big", IntTensor.of(new int[] {0, 1, 2, 3}, 4));
    tensors.put("deep/ä", BooleanTensor.of(new boolean[] {true, false}, 2));
    tensors.put("scalar", DoubleTensor.of(new double[] {2.5}));
    tensors.put("empty", UShortTensor.zeros(0, 3));
    tensors.put("zeros", LongTensor.zeros(4096));
    return tensors;
  }

  private Path resource(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream in = NpzTest.class.getResourceAsStream(name)) {
      Files.copy(in, copy);
    }
    return copy;
  }

  @ParameterizedTest
  @ValueSource(strings = {"stored.npz", "deflated.npz"})
  void readsWhatNumPyWrote(String name) throws IOException {
    Path file = resource(name);
    assertThat(Npz.read(file)).containsExactlyEntriesOf(saved());
    assertThat(Npz.read(file, "deep/ä")).isEqualTo(saved().get("deep/ä"));
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Npz.map(file, arena)).containsExactlyEntriesOf(saved());
    }
  }

  @Test
  void bothWaysOfWritingMakeTheRoundTrip() throws IOException {
    Map<String, Tensor> tensors = saved();
    for (ElementType type : ElementType.values()) {
      if (type != ElementType.BF16) {
        tensors.put(type.label(), Tensors.zeros(type, 3, 100_001).permute(1, 0));
      }
    }
    Path stored = folder.resolve("stored");
    Npz.write(stored, tensors);
    assertThat(Npz.read(stored)).containsExactlyEntriesOf(tensors);
    Path deflated = folder.resolve("deflated");
    Npz.writeCompressed(deflated, tensors);
    assertThat(Npz.read(deflated)).containsExactlyEntriesOf(tensors);
    assertThat(Files.size(deflated)).isLessThan(Files.size(stored) / 100);
    Path again = folder.resolve("again");
    Npz.write(again, tensors);
    assertThat(again).hasSameBinaryContentAs(stored);
    Path none = folder.resolve("none");
    Npz.write(none, Map.of());
    assertThat(Npz.read(none)).isEmpty();
  }

  @Test
  void whatIsStoredIsMapped() throws IOException {
    Path file = folder.resolve("a.npz");
    Npz.write(file, saved());
    Tensor x;
    try (Arena arena = Arena.ofConfined()) {
      Map<String, Tensor> mapped = Npz.map(file, arena);
      assertThat(mapped).containsExactlyEntriesOf(saved());
      mapped.forEach((name, t) -> assertThat(t.isNative()).as(name).isEqualTo(t.count() > 0));
      x = mapped.get("x");
      assertThat(x.segment().orElseThrow().isReadOnly()).isTrue();
      assertThat(x.segment().orElseThrow().address() % 64).isZero();
      assertThatThrownBy(() -> ((FloatTensor) x).set(1, 0, 0))
          .isInstanceOf(TensorException.class)
          .hasMessageContaining("read-only");
    }
    assertThatThrownBy(() -> ((FloatTensor) x).set(1, 0, 0)).hasMessageContaining("read-only");
    assertThatThrownBy(x::hashCode).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsNoArchiveIsRefused() throws IOException {
    Path file = folder.resolve("x.npz");
    Files.write(file, new byte[0]);
    assertRefused(file, "not an .npz archive, or truncated");
    Npy.write(file, FloatTensor.zeros(2));
    assertRefused(file, "not an .npz archive, or truncated");
    assertThatThrownBy(() -> Npz.read(folder))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(folder + ": is a directory; give the name of a file");
    assertThatThrownBy(() -> Npz.read(folder.resolve("none")))
        .isInstanceOf(TensorFileException.class)
        .hasCauseInstanceOf(NoSuchFileException.class);
    Npz.write(file, saved());
    assertThatThrownBy(() -> Npy.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("this looks like an .npz archive: read it with Npz");
    assertThatThrownBy(() -> Npz.read(file, "y"))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("there is no array 'y'; there are: x, fortran, big, deep/");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("readme.txt"));
    }
    assertRefused(file, "member 'readme.txt': no .npy file, so not an .npz archive");
  }

  @Test
  void damageIsSeenByTheChecksum() throws IOException {
    Path file = folder.resolve("x.npz");
    FloatTensor x = FloatTensor.of(new float[] {1, 2, 3, 4}, 4);
    Npz.write(file, Map.of("x", x));
    byte[] bytes = Files.readAllBytes(file);
    bytes[64 + 128 + 1] ^= 4; // an element: headers of the archive and of the array come first
    Files.write(file, bytes);
    assertRefused(file, "member 'x.npy': damaged: its checksum is wrong");
  }

  @Test
  void readsTheRecordsOfLargeArchives() throws IOException {
    Map<String, Tensor> first = saved();
    first.keySet().retainAll(List.of("x", "fortran", "big"));
    assertThat(Npz.read(resource("as_if_large.npz"))).containsExactlyEntriesOf(first);
  }

  @Test
  void whatADirectorySaysIsCompared() throws IOException {
    Path file = folder.resolve("x.npz");
    FloatTensor two = FloatTensor.zeros(2);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("a", two);
    tensors.put("b", two);
    Npz.write(file, tensors);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int second = bytes.limit() - 22;
    while (bytes.getInt(second) != 0x02014b50) {
      second--;
    }
    assertRefused(file, bytes, second + 42, old -> 0, "members 'a.npy' and 'b.npy' overlap");
    String elsewhere = "damaged: member 'b.npy' differs from its entry in the directory";
    assertRefused(file, bytes, second + 42, old -> 1, elsewhere);
    assertRefused(file, bytes, second + 42, old -> -2, elsewhere);
    assertRefused(file, bytes, second + 20, old -> -2, elsewhere);
    assertRefused(file, bytes, second + 24, old -> 999, elsewhere);
    assertRefused(file, bytes, second, old -> 0, "its directory is cut off or no directory");
    assertRefused(file, bytes, second + 6, old -> old | 1 << 16, "member 'b.npy' is encrypted");
    assertRefused(
        file, bytes, second + 10, old -> old + 12, "compressed by method 12; known are 0 (stored)");
    assertRefused(file, bytes, second + 46, old -> old - 1, "two members have the name 'a.npy'");
    int end = bytes.limit() - 22;
    assertRefused(file, bytes, end + 12, old -> 1 << 30, "said to lie outside the file");
    assertRefused(file, bytes, end + 16, old -> -1, "the record of a large archive is missing");
  }

  /** With one number of the archive changed. */
  private static void assertRefused(
      Path file, ByteBuffer archive, int at, IntUnaryOperator change, String message)
      throws IOException {
    ByteBuffer damaged = ByteBuffer.wrap(archive.array().clone()).order(ByteOrder.LITTLE_ENDIAN);
    damaged.putInt(at, change.applyAsInt(damaged.getInt(at)));
    Files.write(file, damaged.array());
    assertRefused(file, message);
  }

  @Test
  void nothingIsAllocatedForAPromise() throws IOException {
    Path npy = folder.resolve("x.npy");
    Npy.write(npy, DoubleTensor.zeros(10));
    byte[] bytes = Files.readAllBytes(npy);
    String header = new String(bytes, StandardCharsets.ISO_8859_1);
    byte[] promise =
        header
            .replace("(10,), }          ", "(2147483632,), }  ")
            .getBytes(StandardCharsets.ISO_8859_1);
    Path file = folder.resolve("x.npz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("x.npy"));
      zip.write(promise);
    }
    assertRefused(
        file, "truncated: f64 [2147483632] needs 17179869056 bytes of data, the file has 80");
  }

  @Test
  void aFailedWriteLeavesTheOlderFileAndNothingElse() throws IOException {
    Path file = folder.resolve("x.npz");
    Npz.write(file, saved());
    byte[] before = Files.readAllBytes(file);
    Map<String, Tensor> tensors = saved();
    tensors.put("w", BFloat16Tensor.zeros(2));
    for (boolean compressed : new boolean[] {true, false}) {
      assertThatThrownBy(
              () -> {
                if (compressed) {
                  Npz.writeCompressed(file, tensors);
                } else {
                  Npz.write(file, tensors);
                }
              })
          .isInstanceOf(TensorFileException.class)
          .hasMessageContaining("NumPy has no bf16");
    }
    assertThat(file).hasBinaryContent(before);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void namesThatNoFileCanHaveAreRefused() {
    Path file = folder.resolve("x.npz");
    for (String name : List.of("", "\ud800", "n".repeat(1 << 16))) {
      assertThatThrownBy(() -> Npz.write(file, Map.of(name, FloatTensor.zeros(1))))
          .isInstanceOf(TensorFileException.class)
          .hasMessageStartingWith(file + ": a name ");
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> Npz.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }
}
