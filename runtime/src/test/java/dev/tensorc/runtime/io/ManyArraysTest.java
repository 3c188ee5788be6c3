package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Tensor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files of many arrays: memory in proportion to the file, and one mapping for all of them. */
class ManyArraysTest {
  private static final int MANY = 100_000; // Linux allows a process 65,530 mappings

  @TempDir Path folder;

  /** A file of arrays of one axis. */
  private Path safetensors(int count, int size) throws IOException {
    StringBuilder header = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      header
          .append(i == 0 ? "" : ",")
          .append(
              "\"%d\":{\"dtype\":\"F32\",\"shape\":[%d],\"data_offsets\":[%d,%d]}"
                  .formatted(i, size, 4L * size * i, 4L * size * (i + 1)));
    }
    header.append("}");
    header.append(" ".repeat(-header.length() & 7));
    byte[] text = header.toString().getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + text.length + 4 * count * size).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    for (int i = 0; i < count * size; i++) {
      bytes.putFloat(i);
    }
    Path file = folder.resolve("many.safetensors");
    Files.write(file, bytes.array());
    return file;
  }

  private static long mappings(Path file) throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.endsWith(file.toString())).count();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allTensorsOfAFileShareOneMapping() throws IOException {
    Path file = safetensors(MANY, 1).toRealPath();
    try (Arena arena = Arena.ofConfined()) {
      Map<String, Tensor> mapped = Safetensors.map(file, arena);
      assertThat(mappings(file)).isEqualTo(1);
      assertThat(mapped).hasSize(MANY);
      for (int i = 0; i < MANY; i += 9_999) {
        FloatTensor tensor = (FloatTensor) mapped.get(Integer.toString(i));
        assertThat(tensor.isNative()).isTrue();
        assertThat(tensor.get(0)).isEqualTo(i);
      }
    }
    assertThat(mappings(file)).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allMembersOfAnArchiveShareOneMapping() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < 10_000; i++) {
      tensors.put("a" + i, FloatTensor.of(new float[] {i}));
    }
    Path file = folder.toRealPath().resolve("many.npz");
    Npz.write(file, tensors);
    try (Arena arena = Arena.ofConfined()) {
      Map<String, Tensor> mapped = Npz.map(file, arena);
      assertThat(mappings(file)).isEqualTo(1);
      assertThat(mapped).hasSize(tensors.size());
      assertThat(mapped.get("a9999")).isEqualTo(tensors.get("a9999"));
    }
  }

  /**
   * The objects made while a file is read are at most a hundred times the file, mostly its header.
   */
  @Test
  void smallArraysCostLittle() throws IOException {
    for (int size : new int[] {0, 1}) {
      Path file = safetensors(20_000, size);
      var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      assertThat(Safetensors.read(file)).hasSize(20_000);
      try (Arena arena = Arena.ofConfined()) {
        assertThat(Safetensors.map(file, arena)).hasSize(20_000);
      }
      long made = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(made).isLessThan(2 * 100 * Files.size(file));
    }
  }

  @Test
  void smallMembersCostLittle() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < 2_000; i++) {
      tensors.put("a" + i, FloatTensor.of(new float[] {i}));
    }
    Path file = folder.resolve("many.npz");
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Npz.writeCompressed(file, tensors);
    assertThat(Npz.read(file)).isEqualTo(tensors);
    Npz.write(file, tensors);
    assertThat(Npz.read(file)).isEqualTo(tensors);
    long made = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(made).isLessThan(100 * Files.size(file));
  }
}
