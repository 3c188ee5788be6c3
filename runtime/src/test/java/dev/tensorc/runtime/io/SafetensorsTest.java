package dev.tensorc.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.BFloat16Tensor;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.Float16Tensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShortTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.UIntTensor;
import dev.tensorc.runtime.ULongTensor;
import dev.tensorc.runtime.UShortTensor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {
  @TempDir Path folder;

  /** The arrays that {@code make_archives.py} saved. */
  static Map<String, Tensor> saved() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("f32", FloatTensor.copyOf(new float[][] {{0, 0.5f, 1}, {1.5f, 2, 2.5f}}));
    tensors.put("f16", Float16Tensor.of(new short[] {0x3800, (short) 0xc000}, 2));
    tensors.put("bf16", BFloat16Tensor.of(new short[] {0x3f00, (short) 0xc000}, 2));
    tensors.put("f64", DoubleTensor.of(new double[] {1e300}, 1, 1));
    tensors.put("i8", ByteTensor.of(new byte[] {-128, 127}, 2));
    tensors.put("i16", ShortTensor.of(new short[] {-32768}, 1));
    tensors.put("i32", IntTensor.of(new int[] {Integer.MIN_VALUE}, 1));
    tensors.put("i64", LongTensor.of(new long[] {Long.MIN_VALUE}));
    tensors.put("u8", UByteTensor.of(new byte[] {-1}, 1));
    tensors.put("u16", UShortTensor.of(new short[] {-1}, 1));
    tensors.put("u32", UIntTensor.of(new int[] {-1}, 1));
    tensors.put("u64", ULongTensor.of(new long[] {-1}, 1));
    tensors.put("bool", BooleanTensor.of(new boolean[] {true, false, true}, 3));
    tensors.put("empty", FloatTensor.zeros(0, 3));
    return tensors;
  }

  private Path written() throws IOException {
    Path file = folder.resolve("all.safetensors");
    try (InputStream in = SafetensorsTest.class.getResourceAsStream("all.safetensors")) {
      Files.copy(in, file);
    }
    return file;
  }

  @Test
  void readsWhatTheFormatsOwnLibraryWrote() throws IOException {
    Path file = written();
    assertThat(Safetensors.read(file)).containsExactlyInAnyOrderEntriesOf(saved());
    assertThat(Safetensors.metadata(file))
        .containsExactlyInAnyOrderEntriesOf(Map.of("format", "np", "ä\"\n", "\\"));
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Safetensors.map(file, arena)).containsExactlyInAnyOrderEntriesOf(saved());
    }
  }

  @Test
  void readsOneTensor() throws IOException {
    Path file = written();
    for (Map.Entry<String, Tensor> each : saved().entrySet()) {
      assertThat(Safetensors.read(file, each.getKey())).isEqualTo(each.getValue());
    }
    assertThatThrownBy(() -> Safetensors.read(file, "f31"))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(file + ": it has no tensor 'f31'");
  }

  @Test
  void readsTensorsOneByOneByAHeaderThatWasReadOnce() throws IOException {
    Path file = written();
    SafetensorsFile known = SafetensorsFile.open(file);
    for (Map.Entry<String, Tensor> each : saved().entrySet()) {
      assertThat(known.read(each.getKey())).isEqualTo(each.getValue());
    }
    Files.write(file, new byte[8]);
    assertThatThrownBy(() -> known.read("f32"))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(file + ": truncated while it is read");
  }

  @Test
  void writesWhatItReads() throws IOException {
    Path file = folder.resolve("mine.safetensors");
    Map<String, String> metadata = Map.of("ä\"\\\n\u0001\t", "/ é");
    Safetensors.write(file, saved(), metadata);
    assertThat(Safetensors.read(file)).containsExactlyInAnyOrderEntriesOf(saved());
    assertThat(Safetensors.metadata(file)).isEqualTo(metadata);
    FloatTensor columns = FloatTensor.copyOf(new float[][] {{1, 2}, {3, 4}}).permute(1, 0);
    Safetensors.write(file, Map.of("columns", columns, "rows", columns.broadcastTo(2, 2, 2)));
    assertThat(Safetensors.read(file))
        .isEqualTo(Map.of("columns", columns, "rows", columns.broadcastTo(2, 2, 2)));
    assertThat(Safetensors.metadata(file)).isEmpty();
    Safetensors.write(file, Map.of());
    assertThat(Safetensors.read(file)).isEmpty();
  }

  @Test
  void writesTheBytesOfTheFormat() throws IOException {
    Path file = folder.resolve("x");
    Safetensors.write(file, Map.of("x", IntTensor.of(new int[] {1, 2}, 2)));
    String header = "{\"x\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[0,8]}}";
    assertThat(file).hasBinaryContent(file(header + " ".repeat(-header.length() & 7), 1, 2));
  }

  @Test
  void mapsToReadToWriteOrToKeep() throws IOException {
    Path file = folder.resolve("x");
    Safetensors.write(file, saved());
    try (Arena arena = Arena.ofConfined()) {
      Map<String, Tensor> mapped = Safetensors.map(file, arena);
      assertThat(mapped).containsExactlyInAnyOrderEntriesOf(saved());
      mapped.forEach((name, t) -> assertThat(t.isNative()).as(name).isEqualTo(t.count() > 0));
      assertThatThrownBy(() -> ((FloatTensor) mapped.get("f32")).set(7, 0, 0))
          .hasMessageContaining("read-only");
      FloatTensor mine = (FloatTensor) Safetensors.map(file, arena, MapMode.PRIVATE).get("f32");
      mine.set(7, 0, 0);
      assertThat(mine.get(0, 0)).isEqualTo(7);
      assertThat(Safetensors.read(file).get("f32")).isEqualTo(saved().get("f32"));
      FloatTensor through =
          (FloatTensor) Safetensors.map(file, arena, MapMode.READ_WRITE).get("f32");
      through.set(7, 0, 0);
      assertThat(((FloatTensor) mapped.get("f32")).get(0, 0)).isEqualTo(7);
    }
    assertThat(((FloatTensor) Safetensors.read(file).get("f32")).get(0, 0)).isEqualTo(7);
  }

  @Test
  void whatIsNotAlignedIsCopiedUnlessItIsToBeWritten() throws IOException {
    Path file = folder.resolve("x");
    Files.write(
        file, file("{\"x\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 1, 2));
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Safetensors.map(file, arena))
          .isEqualTo(Map.of("x", IntTensor.of(new int[] {1, 2}, 2)));
      assertThatThrownBy(() -> Safetensors.map(file, arena, MapMode.READ_WRITE))
          .isInstanceOf(TensorFileException.class)
          .hasMessageContaining("tensor 'x' is not aligned for i32; read it");
    }
  }

  /** The header and eight bytes. */
  static byte[] file(String header, int... data) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + text.length + 4 * data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(text.length).put(text);
    for (int each : data) {
      bytes.putInt(each);
    }
    return bytes.array();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,9]}} | tensor 'x' has offsets [0, 9], which do not lie in the 8 bytes behind the header
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}} | tensor 'x' has offsets [8, 0], which do not lie in the 8 bytes behind the header
          {"x":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}} | tensor 'x' has offsets [4, 8], but the tensor before it ends at 0: there is a gap
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"y":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}} | tensor 'y' has offsets [4, 8], but the tensor before it ends at 8: there is an overlap
          {"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}} | there are 8 bytes behind the header, but the tensors end at 4
          {} | there are 8 bytes behind the header, but the tensors end at 0
          {"x":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}} | tensor 'x' has offsets [0, 8], which are 8 bytes, but f32 of shape [3] needs 12
          {"x":{"dtype":"F32","shape":[2147483647,2147483647,2147483647],"data_offsets":[0,8]}} | needs more than 2^63-1
          {"x":{"dtype":"F32","shape":[2147483648],"data_offsets":[0,8]}} | one axis has at most 2147483647 (2^31-1) elements
          {"x":{"dtype":"F32","shape":[9223372036854775808],"data_offsets":[0,8]}} | a number above 2^63-1
          {"x":{"dtype":"F32","shape":[-1],"data_offsets":[0,8]}} | expected a number, from 0 on and without a fraction, at '-1]
          {"x":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}} | expected ']' at '.0]
          {"x":{"dtype":"F32","shape":[02],"data_offsets":[0,8]}} | expected a number
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8,8]}} | data_offsets are two numbers, not 3
          {"x":{"dtype":"F32","data_offsets":[0,8]}} | tensor 'x' needs dtype, shape and data_offsets
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"z":1}} | unknown key 'z'
          {"x":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]}} | tensor 'x' has dtype 'F8_E4M3', which is not supported; known are F16, BF16, F32
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}} | the name 'x' stands twice
          {"x":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}} | the name 'dtype' stands twice
          {"__metadata__":{"a":1}} | expected a text in double quotes
          {"x\\q":{}} | an unknown escape
          {"x\\u12g4":{}} | four hexadecimal digits
          {"x:{}} | a quote is not closed
          {"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}x | something follows the object at 'x'
          [] | expected '{'
          """)
  void refusesHeaders(String header, String message) throws IOException {
    Path file = folder.resolve("x");
    Files.write(file, file(header, 1, 2));
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
    assertThatThrownBy(() -> Safetensors.map(file, Arena.ofAuto()))
        .isInstanceOf(TensorFileException.class);
  }

  @Test
  void refusesWhatIsNoSafetensorsFile() throws IOException {
    Path file = folder.resolve("x");
    Files.write(file, new byte[7]);
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(file + ": not a safetensors file: it has 7 bytes");
    Npy.write(file, FloatTensor.zeros(2));
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("its header should have 379676406402707 bytes, and 128 follow");
    byte[] bytes = file("{\"x\":}", 0);
    bytes[10] = (byte) 0xff;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("it is no UTF-8");
  }

  @Test
  void aFailedWriteLeavesTheOlderFileAndNothingElse() throws IOException {
    Path file = folder.resolve("x");
    Safetensors.write(file, saved());
    byte[] before = Files.readAllBytes(file);
    Arena arena = Arena.ofConfined();
    Map<String, Tensor> freed =
        Map.of("a", FloatTensor.zeros(9), "z", ByteTensor.zeros(arena, 9)); // z is written last
    arena.close();
    assertThatThrownBy(() -> Safetensors.write(file, freed))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Safetensors.write(file, Map.of("__metadata__", FloatTensor.zeros(1))))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("no tensor can have the name __metadata__");
    assertThatThrownBy(() -> Safetensors.write(file, Map.of("\ud800", FloatTensor.zeros(1))))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("half of a surrogate pair");
    assertThat(file).hasBinaryContent(before);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
