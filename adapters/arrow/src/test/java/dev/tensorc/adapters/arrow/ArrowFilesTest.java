package dev.tensorc.adapters.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.AllocationLimit;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.io.TensorFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that Arrow's own writers make; values are those that were put into them. */
class ArrowFilesTest {

  @TempDir Path folder;
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everyBufferIsReleased() {
    allocator.close();
  }

  private interface Making {
    ArrowWriter writer(VectorSchemaRoot root, ByteArrayOutputStream out);
  }

  /** A file whose batches have these values of one column. */
  private byte[] bytes(Making making, FieldVector vector, Object[]... batches) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var root = VectorSchemaRoot.of(vector);
        ArrowWriter writer = making.writer(root, out)) {
      writer.start();
      for (Object[] rows : batches) {
        Batches.fill(vector, rows);
        root.setRowCount(rows.length);
        writer.writeBatch();
      }
      writer.end();
    }
    return out.toByteArray();
  }

  private static ArrowWriter fileFormat(VectorSchemaRoot root, ByteArrayOutputStream out) {
    return new ArrowFileWriter(root, null, Channels.newChannel(out));
  }

  private static ArrowWriter streamFormat(VectorSchemaRoot root, ByteArrayOutputStream out) {
    return new ArrowStreamWriter(root, null, Channels.newChannel(out));
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("t.arrow"), bytes);
  }

  private void refuses(byte[] bytes, String column, String message) throws IOException {
    Path file = file(bytes);
    assertThatThrownBy(() -> ArrowFiles.read(file, Optional.of(column)))
        .isInstanceOf(TensorFileException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(message);
  }

  private static Object[] rows(Object... rows) {
    return rows;
  }

  @Test
  void batchesAreJoinedAndNullsOfFloatsAreNan() throws IOException {
    Object[][] batches = {rows(1.0, 2.0), rows(), rows(null, 4.0, 5.0)};
    var expected = DoubleTensor.of(new double[] {1, 2, Double.NaN, 4, 5}, 5);
    byte[] file = bytes(ArrowFilesTest::fileFormat, Batches.doubles(allocator), batches);
    assertThat(ArrowFiles.read(file(file), Optional.empty())).isEqualTo(expected);
    byte[] stream = bytes(ArrowFilesTest::streamFormat, Batches.doubles(allocator), batches);
    assertThat(ArrowFiles.read(file(stream), Optional.of("x"))).isEqualTo(expected);
    var in = new ByteArrayInputStream(stream);
    assertThat(ArrowFiles.read(in, "standard input", Optional.of("x"))).isEqualTo(expected);
    assertThatThrownBy(
            () -> ArrowFiles.read(new ByteArrayInputStream(file), "here", Optional.of("x")))
        .hasMessage(
            "here: Arrow's file format is read from its end: save it to a file, or send a stream");
  }

  @Test
  void listsAreFurtherAxes() throws IOException {
    var floats = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
    FieldVector vector = Batches.nested(allocator, new ArrowType.List(), floats);
    byte[] file =
        bytes(
            ArrowFilesTest::fileFormat,
            vector,
            rows(List.of(1.0, 2.0)),
            rows(List.of(3.0, 4.0), List.of(5.0, 6.0)));
    assertThat(ArrowFiles.read(file(file), Optional.of("x")))
        .isEqualTo(DoubleTensor.of(new double[] {1, 2, 3, 4, 5, 6}, 3, 2));
    vector = Batches.nested(allocator, new ArrowType.List(), floats);
    refuses(
        bytes(
            ArrowFilesTest::fileFormat,
            vector,
            rows(List.of(1.0, 2.0), List.of(1.0, 2.0)),
            rows(List.of(3.0))),
        "x",
        "the lists of column x differ in length: those of row 2 have shape [1], those of row 0"
            + " [2]");
    vector = Batches.nested(allocator, new ArrowType.List(), floats);
    refuses(
        bytes(ArrowFilesTest::fileFormat, vector, rows(List.of(1.0, 2.0), List.of(3.0))),
        "x",
        "column x");
  }

  @Test
  void aColumnHasToBeThereAndWhole() throws IOException {
    byte[] ints =
        bytes(ArrowFilesTest::fileFormat, Batches.ints(allocator), rows(1, 2), rows(3, null));
    refuses(ints, "y", "there is no column `y`; there are `x`");
    refuses(ints, "x", "column x has a null in row 3, counted from 0, and i32 has no NaN");
    byte[] none = bytes(ArrowFilesTest::streamFormat, Batches.ints(allocator), rows());
    assertThat(ArrowFiles.read(file(none), Optional.empty())).isEqualTo(IntTensor.zeros(0));
    refuses("FEA1....".getBytes(StandardCharsets.ISO_8859_1), "x", "Feather of version 1");
    refuses("day,price\n".getBytes(StandardCharsets.ISO_8859_1), "x", "it is no Arrow file");
    Path missing = folder.resolve("missing.arrow");
    assertThatThrownBy(() -> ArrowFiles.read(missing, Optional.empty()))
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> ArrowFiles.read(folder, Optional.empty()))
        .hasMessage(folder + ": it is no regular file");
  }

  @Test
  void severalColumnsWantAName() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var x = Batches.ints(allocator, 1, 2);
        var y = Batches.nested(allocator, "y", x.getField().getType())) {
      Batches.fill(y, 3, 4);
      try (var root = VectorSchemaRoot.of(x, y);
          ArrowWriter writer = fileFormat(root, out)) {
        writer.writeBatch();
      }
    }
    Path file = file(out.toByteArray());
    assertThat(ArrowFiles.read(file, Optional.of("y")))
        .isEqualTo(IntTensor.of(new int[] {3, 4}, 2));
    assertThatThrownBy(() -> ArrowFiles.read(file, Optional.empty()))
        .hasMessageContaining(
            "there are several columns; name one, as in %s:NAME: `x`, `y`".formatted(file));
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    for (Tensor tensor :
        List.of(
            DoubleTensor.of(new double[] {1, -0.0, Double.NaN, 4, 5, 6}, 3, 2),
            BooleanTensor.of(new boolean[] {true, false, true}, 3),
            IntTensor.zeros(0, 2),
            IntTensor.view(new int[8], 0, new long[] {2, 2, 2}, new long[] {1, 2, 4}))) {
      var out = new ByteArrayOutputStream();
      ArrowFiles.write(out, "result", tensor);
      Tensor read = ArrowFiles.read(file(out.toByteArray()), Optional.of("result"));
      assertThat(read).isEqualTo(tensor);
      assertThat(read.shape()).isEqualTo(tensor.shape());
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = ArrowFilesTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /**
   * {@code pyarrow.feather.write_feather(table, "lz4.feather", chunksize=2500)} of PyArrow 25,
   * whose rows are {@code x = [i % 50 + k / 8 for k in range(8)]}, and {@code n = None if i % 7 ==
   * 3 else i % 64}.
   */
  @Test
  void filesAsPyArrowWritesThemAreDecompressed() throws IOException {
    Path file = file(resource("lz4.feather"));
    var x = (FloatTensor) ArrowFiles.read(file, Optional.of("x"));
    var n = (DoubleTensor) ArrowFiles.read(file, Optional.of("n"));
    assertThat(x.shape()).containsExactly(3000, 8);
    assertThat(n.shape()).containsExactly(3000);
    for (int i = 0; i < 3000; i++) {
      assertThat(n.get(i)).isEqualTo(Double.valueOf(i % 7 == 3 ? Double.NaN : i % 64));
      for (int k = 0; k < 8; k++) {
        assertThat(x.get(i, k)).isEqualTo(i % 50 + k / 8f);
      }
    }
    refuses(resource("zstd.feather"), "x", "compression by Zstandard is not supported yet: write");
  }

  /** A size that no such few bytes can hold; a match before the first byte; a frame that ends. */
  @Test
  void damagedCompressionIsRefused() throws IOException {
    byte[] whole = resource("lz4.feather");
    int frame = 0;
    while (!(whole[frame] == 0x04 && whole[frame + 1] == 0x22 && whole[frame + 2] == 0x4d)) {
      frame++;
    }
    byte[] larger = whole.clone();
    larger[frame - 3] = 1; // of the eight bytes before the frame
    refuses(larger, "x", "cannot hold");
    for (int i = frame; i < frame + 300; i += 7) {
      try {
        ArrowFiles.read(file(changed(whole, i)), Optional.of("x"));
      } catch (TensorFileException e) {
        assertThat(e).hasMessageStartingWith(folder.resolve("t.arrow") + ": ");
      }
    }
  }

  @Test
  void theAllocationLimitHolds() throws IOException {
    byte[] file = bytes(ArrowFilesTest::fileFormat, Batches.ints(allocator), rows(1, 2, 3));
    Path path = file(file);
    assertThatThrownBy(
            () -> AllocationLimit.during(8, () -> ArrowFiles.read(path, Optional.of("x"))))
        .hasMessageContaining(
            "column x, i32[3] takes 12 bytes, and the allocation limit is 8 bytes");
  }

  /** Bytes in turn are others, and the file ends there: each byte with {@code -Pfull}. */
  @Test
  void damagedFilesAreReadOrRefused() throws IOException {
    for (Making making :
        List.<Making>of(ArrowFilesTest::fileFormat, ArrowFilesTest::streamFormat)) {
      byte[] whole = bytes(making, Batches.ints(allocator), rows(1, 2), rows(3, 4));
      int step = Boolean.getBoolean("tensorc.full") ? 1 : 13;
      int refused = 0;
      for (int i = 0; i < whole.length; i += step) {
        for (byte[] damaged : List.of(changed(whole, i), Arrays.copyOf(whole, i))) {
          try {
            ArrowFiles.read(file(damaged), Optional.of("x"));
          } catch (TensorFileException e) {
            refused++;
          }
        }
      }
      assertThat(refused).isGreaterThan(whole.length / step / 2);
    }
  }

  private static byte[] changed(byte[] whole, int at) {
    byte[] damaged = whole.clone();
    damaged[at] ^= (byte) 0xff;
    return damaged;
  }

  @Test
  void aScalarHasNoRows() {
    assertThatThrownBy(
            () -> ArrowFiles.write(new ByteArrayOutputStream(), "x", IntTensor.of(new int[] {3})))
        .isInstanceOf(TensorException.class);
  }
}
