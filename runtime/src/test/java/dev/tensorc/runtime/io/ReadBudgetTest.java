package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers allocate no more than the allocation limit, for all arrays together. */
class ReadBudgetTest {
  private static final FloatTensor TEN = FloatTensor.zeros(10); // 40 bytes
  private static final String REFUSED = "the allocation limit is";

  @TempDir Path folder;

  /** The result of a body, under a limit. */
  private static <R> R under(long bytes, ScopedValue.CallableOp<R, IOException> body)
      throws IOException {
    return AllocationLimit.<R, IOException>during(bytes, body);
  }

  private static void refused(Path file, ThrowingCallable body) {
    assertThatThrownBy(body)
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(REFUSED);
  }

  @Test
  void oneArrayIsComparedWithTheLimit() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, TEN);
    assertThat(under(40, () -> Npy.read(file))).isEqualTo(TEN);
    assertThatThrownBy(() -> under(39, () -> Npy.read(file)))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            file
                + ": f32 [10] takes 40 bytes, and the allocation limit is 39 bytes: raise it with"
                + " -Dtensorc.allocationLimit=1M, --allocation-limit=1M or AllocationLimit.set, or"
                + " map the file, which allocates nothing");
    byte[] bytes = Files.readAllBytes(file);
    assertThatThrownBy(() -> under(39, () -> Npy.read(new ByteArrayInputStream(bytes), "stream")))
        .hasMessageStartingWith("stream: f32 [10]")
        .hasMessageContaining(REFUSED);
  }

  @Test
  void theArraysOfAFileCountTogether() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      tensors.put(name, TEN);
    }
    Path stored = folder.resolve("stored.npz");
    Npz.write(stored, tensors);
    Path deflated = folder.resolve("deflated.npz");
    Npz.writeCompressed(deflated, tensors);
    Path weights = folder.resolve("w.safetensors");
    Safetensors.write(weights, tensors);
    for (Path file : List.of(stored, deflated)) {
      assertThat(under(120, () -> Npz.read(file))).isEqualTo(tensors);
      refused(file, () -> under(119, () -> Npz.read(file)));
      assertThat(under(40, () -> Npz.read(file, "b"))).isEqualTo(TEN);
      refused(file, () -> under(39, () -> Npz.read(file, "b")));
    }
    assertThat(under(120, () -> Safetensors.read(weights))).isEqualTo(tensors);
    assertThatThrownBy(() -> under(119, () -> Safetensors.read(weights)))
        .hasMessageContaining(
            "tensor 'c' takes 40 bytes, beside 80 bytes that were read before it");
    try (Arena arena = Arena.ofConfined()) { // of these only the deflated ones are allocated
      assertThat(under(1, () -> Npz.map(stored, arena))).isEqualTo(tensors);
      assertThat(under(1, () -> Safetensors.map(weights, arena))).isEqualTo(tensors);
      refused(deflated, () -> under(119, () -> Npz.map(deflated, arena)));
    }
  }

  @Test
  void filesCanCountTogether() throws IOException {
    Path file = folder.resolve("x.npy");
    Npy.write(file, TEN);
    List<Tensor> both =
        under(80, () -> ReadBudget.together(() -> List.of(Npy.read(file), Npy.read(file))));
    assertThat(both).containsExactly(TEN, TEN);
    refused(
        file,
        () -> under(79, () -> ReadBudget.together(() -> List.of(Npy.read(file), Npy.read(file)))));
  }

  @Test
  void whatExpandsIsRefusedBeforeItDoes() throws IOException {
    Path file = folder.resolve("bomb.npz");
    Npz.writeCompressed(file, Map.of("x", DoubleTensor.zeros(4 << 20)));
    assertThat(Files.size(file)).isLessThan(100_000);
    refused(file, () -> under((32 << 20) - 1, () -> Npz.read(file)));
    assertThat(under(32 << 20, () -> Npz.read(file)).get("x").count()).isEqualTo(4 << 20);
  }
}
