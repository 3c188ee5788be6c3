package dev.tensorc.runtime.io;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tensorc.runtime.BFloat16Tensor;
import dev.tensorc.runtime.BooleanTensor;
import dev.tensorc.runtime.ByteTensor;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.Float16Tensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShortTensor;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.UIntTensor;
import dev.tensorc.runtime.ULongTensor;
import dev.tensorc.runtime.UShortTensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fixtures are the bytes that {@code numpy.save} of NumPy 2.4 wrote (for versions 2.0 and 3.0:
 * {@code numpy.lib.format.write_array} with that version); only the run of blanks that pads a
 * header is written by {@link #npy}.
 */
class NpyTest {
  private static final String V1 = "934e554d505901007600";
  private static final String V2 = "934e554d5059020074000000";
  private static final String V3 = "934e554d5059030074000000";
  private static final String SIX_F32 = "0000003f0000c03f0000204000006040000090400000b040";

  @TempDir Path folder;

  private static byte[] npy(String prefix, String dictionary, String data) {
    byte[] before = HexFormat.of().parseHex(prefix);
    byte[] elements = HexFormat.of().parseHex(data);
    byte[] header =
        (dictionary + " ".repeat(128 - before.length - 1 - dictionary.length()) + "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(before);
    out.writeBytes(header);
    out.writeBytes(elements);
    return out.toByteArray();
  }

  private static byte[] v1(String descr, String shape, String data) {
    return npy(
        V1, "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }", data);
  }

  /** A file of version 1.0 whose header is exactly this text. */
  private static byte[] raw(String header, int dataBytes) {
    byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(HexFormat.of().parseHex("934e554d50590100"));
    out.write(text.length & 0xff);
    out.write(text.length >> 8);
    out.writeBytes(text);
    out.writeBytes(new byte[dataBytes]);
    return out.toByteArray();
  }

  /** Reads the bytes as a file, mapped, and as a stream, which must agree. */
  private Tensor read(byte[] bytes) throws IOException {
    Path file = folder.resolve("x.npy");
    Files.write(file, bytes);
    Tensor fromFile = Npy.read(file);
    assertThat(Npy.read(new ByteArrayInputStream(bytes), "stream")).isEqualTo(fromFile);
    try (Arena arena = Arena.ofConfined()) {
      assertThat(Npy.map(file, arena)).isEqualTo(fromFile);
    }
    return fromFile;
  }

  private String refusal(byte[] bytes) throws IOException {
    Path file = folder.resolve("bad.npy");
    Files.write(file, bytes);
    String fromFile = assertThrows(TensorFileException.class, () -> Npy.read(file)).getMessage();
    String fromStream =
        assertThrows(
                TensorFileException.class,
                () -> Npy.read(new ByteArrayInputStream(bytes), "stream"))
            .getMessage();
    assertThat(assertThrows(TensorFileException.class, () -> Npy.map(file, Arena.global())))
        .hasMessage(fromFile);
    assertThat(fromFile)
        .startsWith(file.toString())
        .hasSizeLessThan(folder.toString().length() + 300);
    assertThat(fromStream).startsWith("stream: ");
    return fromFile;
  }

  @Test
  void readsWhatNumPyWrote() throws IOException {
    FloatTensor rows = FloatTensor.of(new float[] {.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f}, 2, 3);
    assertThat(read(v1("<f4", "(2, 3)", SIX_F32))).isEqualTo(rows);
    Tensor fortran =
        read(
            npy(
                V1,
                "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
                "0000003f000060400000c03f00009040000020400000b040"));
    assertThat(fortran).isEqualTo(rows);
    assertThat(fortran.stride(0)).isEqualTo(1);
    assertThat(fortran.stride(1)).isEqualTo(2);
    assertThat(read(v1(">f8", "(2,)", "3ff8000000000000c000000000000000")))
        .isEqualTo(DoubleTensor.of(new double[] {1.5, -2}, 2));
    assertThat(read(v1(">i4", "(1, 2)", "00000001fffffffe")))
        .isEqualTo(IntTensor.of(new int[] {1, -2}, 1, 2));
    assertThat(read(v1("<i8", "()", "f7ffffffffffffff"))).isEqualTo(LongTensor.of(new long[] {-9}));
    assertThat(read(v1("|b1", "(3,)", "010001")))
        .isEqualTo(BooleanTensor.of(new boolean[] {true, false, true}, 3));
    assertThat(read(v1("|u1", "(3,)", "00c8ff")))
        .isEqualTo(UByteTensor.of(new byte[] {0, (byte) 200, -1}, 3));
    assertThat(read(v1("<f8", "(0, 3)", ""))).isEqualTo(DoubleTensor.zeros(0, 3));
  }

  @Test
  void readsAndWritesHalvesButNotBf16() throws IOException {
    Float16Tensor halves = Float16Tensor.of(new short[] {0x2e66, (short) 0xc000, 0x7bff}, 3);
    assertThat(read(v1("<f2", "(3,)", "662e00c0ff7b"))).isEqualTo(halves);
    Path file = folder.resolve("h.npy");
    Npy.write(file, halves);
    assertThat(Npy.read(file)).isEqualTo(halves);
    assertThatThrownBy(() -> Npy.write(file, BFloat16Tensor.zeros(1)))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("NumPy has no bf16; convert it in the program: astype(x, f32)");
    assertThat(Npy.read(file)).isEqualTo(halves);
  }

  @Test
  void readsOtherIntegersThatNumPyWrote() throws IOException {
    assertThat(read(v1("|i1", "(2,)", "80ff"))).isEqualTo(ByteTensor.of(new byte[] {-128, -1}, 2));
    assertThat(read(v1("<i2", "(2,)", "0080fffe")))
        .isEqualTo(ShortTensor.of(new short[] {-32768, -257}, 2));
    assertThat(read(v1(">u2", "(2,)", "ffff0102")))
        .isEqualTo(UShortTensor.of(new short[] {-1, 0x102}, 2));
    assertThat(read(v1("<u4", "(2,)", "ffffffff01000000")))
        .isEqualTo(UIntTensor.of(new int[] {-1, 1}, 2));
    assertThat(read(v1("<u8", "(1,)", "feffffffffffffff")))
        .isEqualTo(ULongTensor.of(new long[] {-2}, 1));
  }

  @Test
  void mapsWhatCanBeUsedAsItIs() throws IOException {
    Path file = folder.resolve("mapped.npy");
    try (Arena arena = Arena.ofConfined()) {
      Files.write(file, v1("<f4", "(2, 3)", SIX_F32));
      Tensor mapped = Npy.map(file, arena);
      assertThat(mapped.segment().orElseThrow().isReadOnly()).isTrue();
      assertThat(mapped.segment().orElseThrow().address() % 64).isZero();
      Npy.write(folder.resolve("copy.npy"), mapped);
      assertThat(Files.readAllBytes(folder.resolve("copy.npy")))
          .isEqualTo(Files.readAllBytes(file));
      Npy.write(
          folder.resolve("copy.npy"), Tensors.view(mapped, 5, new long[] {3}, new long[] {-2}));
      assertThat(Npy.read(folder.resolve("copy.npy")))
          .isEqualTo(FloatTensor.of(new float[] {5.5f, 3.5f, 1.5f}, 3));
      Files.write(file, v1(">f4", "(1,)", "3f000000"));
      assertThat(Npy.map(file, arena).isNative()).isFalse();
      Files.write(file, raw("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n", 8));
      assertThat(Npy.map(file, arena))
          .isEqualTo(IntTensor.zeros(2))
          .extracting(Tensor::isNative)
          .isEqualTo((10 + 58) % 4 == 0);
    }
  }

  @Test
  void mapsToWriteOrToKeep() throws IOException {
    Path file = folder.resolve("written.npy");
    Files.write(file, v1("<f4", "(2, 3)", SIX_F32));
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor mine = (FloatTensor) Npy.map(file, arena, MapMode.PRIVATE);
      mine.set(9, 0, 1);
      assertThat(mine.get(0, 1)).isEqualTo(9);
      assertThat(Npy.read(file)).isEqualTo(read(v1("<f4", "(2, 3)", SIX_F32)));
      FloatTensor through = (FloatTensor) Npy.map(file, arena, MapMode.READ_WRITE);
      through.set(8, 1, 2);
    }
    assertThat(((FloatTensor) Npy.read(file)).get(1, 2)).isEqualTo(8);
    Files.write(file, v1(">f4", "(1,)", "3f000000"));
    assertThatThrownBy(() -> Npy.map(file, Arena.ofAuto(), MapMode.READ_WRITE))
        .isInstanceOf(TensorFileException.class)
        .hasMessage(
            file
                + ": cannot be mapped to be written: its elements are not laid out in the file as"
                + " this machine needs them; read it, and write it anew afterwards");
    assertThat(Npy.map(file, Arena.ofAuto(), MapMode.PRIVATE).isNative()).isFalse();
  }

  @Test
  void mapsMoreThanAnArrayHolds() throws IOException {
    Path file = folder.resolve("large.npy");
    byte[] start = v1("|u1", "(3, 1073741824)", "");
    try (FileChannel sparse = FileChannel.open(file, CREATE_NEW, WRITE, SPARSE);
        Arena arena = Arena.ofConfined()) {
      sparse.write(ByteBuffer.wrap(start));
      sparse.write(ByteBuffer.wrap(new byte[] {7}), start.length + (3L << 30) - 1);
      UByteTensor large = (UByteTensor) Npy.map(file, arena);
      assertThat(large.count()).isEqualTo(3L << 30);
      assertThat(large.get(2, (1 << 30) - 1)).isEqualTo(7);
      assertThat(large.get(2, 0)).isZero();
    }
  }

  @Test
  void readsAllFormatVersions() throws IOException {
    IntTensor expected = IntTensor.of(new int[] {7, 8}, 2);
    String dictionary = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }";
    for (String prefix : new String[] {V1, V2, V3}) {
      assertThat(read(npy(prefix, dictionary, "0700000008000000"))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'shape': (2,), 'fortran_order': False, 'descr': '<i4'}",
        "{ \"descr\":\"<i4\",'fortran_order':False,'shape':(2L,) , }\n",
        "\t{'descr': '=i4', 'fortran_order': True, 'shape': (2,)}",
        "{'descr': '|i4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': 'i4', 'fortran_order': False, 'shape': (2,)}"
      })
  void readsOtherSpellings(String header) throws IOException {
    assertThat(read(raw(header, 8))).isEqualTo(IntTensor.zeros(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "|O; pickled Python objects",
        "|S5; text",
        "<U7; text",
        "<c8; complex numbers",
        "<c16; complex numbers",
        "<M8[ns]; dates and times",
        "<m8[s]; dates and times",
        "|V12; structured records",
        "|V2; x.astype('f4')",
        "<f16; x.astype('f8')",
        "<q9; unknown kind",
      })
  void refusesOtherTypesByName(String descr, String expected) throws IOException {
    assertThat(refusal(v1(descr, "(1,)", "0000000000000000")))
        .contains("dtype '" + descr + "'")
        .contains(expected);
  }

  @Test
  void refusesStructuredTypes() throws IOException {
    assertThat(
            refusal(
                raw(
                    "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape':"
                        + " (1,)}",
                    8)))
        .contains("structured dtype")
        .contains("x['name']");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(1152921504606846976,); more elements than one array holds",
        "(2147483647, 2147483647, 2147483647); more elements than one array holds",
        "(99999999999999999999999,); above 2^63-1",
        "(0, 2147483648); one axis has at most 2147483647 (2^31-1) elements",
        "(9223372036854775807, 0); one axis has at most 2147483647 (2^31-1) elements",
        "(500000000,); truncated: f32 [500000000] needs 2000000000 bytes of data, the file has 8",
        "(3,); truncated: f32 [3] needs 12 bytes of data, the file has 8",
        "(1,); there is more in the file after the 4 bytes of data of f32 [1]",
        "(-2,); negative size, -2",
        "(2; expected ',' after a single size",
        "(2,; expected a size",
        "(2 2); expected",
        "2; expected '('",
        "(2.0,); expected",
        "('2',); expected a size",
        "(1, (2)); expected a size",
      })
  void refusesShapesThatTheDataDoesNotKeep(String shape, String expected) throws IOException {
    assertThat(refusal(raw("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}", 8)))
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{}; the key 'descr' is missing",
        "{'descr': '<f4', 'shape': (2,)}; the key 'fortran_order' is missing",
        "{'descr': '<f4', 'fortran_order': False}; the key 'shape' is missing",
        "{'descr': '<f4', 'descr': '<f4'}; stands twice",
        "{'surprise': 1}; unknown key 'surprise'",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}; expected True or False",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x; something follows",
        "{'descr': '<f4; a quote is not closed",
        "{'descr' '<f4'}; expected ':'",
        "{descr: '<f4'}; expected a key in quotes",
        "__import__('os').system('true'); expected '{'",
        "`\u0093\u00ff\u0000garbage`; \\x93\\xff\\x00garbage",
      })
  void refusesMalformedHeaders(String header, String expected) throws IOException {
    assertThat(refusal(raw(header, 8))).contains(expected);
  }

  @Test
  void refusesWhatIsNoNpyFile() throws IOException {
    assertThat(refusal(new byte[0])).contains("the file is empty");
    assertThat(refusal("hello, world".getBytes(StandardCharsets.US_ASCII)))
        .contains("does not begin with \\x93NUMPY");
    assertThat(refusal("PK\3\4rest of an archive".getBytes(StandardCharsets.US_ASCII)))
        .contains(".npz archive");
    byte[] future = v1("<f4", "(2, 3)", SIX_F32);
    future[6] = 4;
    assertThat(refusal(future)).contains("format version 4.0");
  }

  @Test
  void refusesHeadersLongerThanTheFile() throws IOException {
    byte[] good = v1("<f4", "(2, 3)", SIX_F32);
    byte[] longer = good.clone();
    longer[9] = 0x10;
    assertThat(refusal(longer)).contains("truncated: the header should have 4214 bytes");
    byte[] gigantic =
        npy(V2, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", "0700000008000000");
    gigantic[11] = (byte) 0xff;
    assertThat(refusal(gigantic)).contains("claims to have 4278190196 bytes");
  }

  @Test
  void everyTruncationIsNoticed() throws IOException {
    byte[] good = v1("<f4", "(2, 3)", SIX_F32);
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(
          TensorFileException.class,
          () -> Npy.read(new ByteArrayInputStream(cut), "cut"),
          () -> "after " + cut.length);
    }
  }

  @Test
  void damagedFilesGiveAnTensorFileExceptionOrATensor() {
    byte[] good = v1("<f4", "(2, 3)", SIX_F32);
    Random random = new Random(1);
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = good.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(Npy.read(new ByteArrayInputStream(damaged), "fuzz").count()).isLessThan(10);
      } catch (TensorFileException e) {
        assertThat(e).hasMessageStartingWith("fuzz: ");
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void deepNestingDoesNotExhaustTheStack() throws IOException {
    assertThat(refusal(raw("{'descr': " + "[".repeat(60_000), 0))).contains("structured dtype");
    assertThat(refusal(raw("(".repeat(60_000), 0))).contains("expected '{'");
    assertThat(
            refusal(
                raw(
                    "{'descr': '<f4', 'fortran_order': False, 'shape': ("
                        + "1,".repeat(20_000)
                        + ")}",
                    4)))
        .contains("more than 64 axes");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BF16")
  void everyTypeMakesTheRoundTrip(ElementType type) throws IOException {
    for (long[] shape : new long[][] {{}, {0}, {1}, {3}, {2, 0, 3}, {70_001}, {3, 4, 5}}) {
      Path file = folder.resolve("out.npy");
      Tensor zeros = Tensors.zeros(type, shape);
      Npy.write(file, zeros);
      assertThat(Npy.read(file)).isEqualTo(zeros);
    }
  }

  @Test
  void valuesMakeTheRoundTripAcrossChunks() throws IOException {
    Random random = new Random(2);
    Path file = folder.resolve("out.npy");
    double[] data = random.doubles(100_003).toArray();
    DoubleTensor t = DoubleTensor.of(data, data.length);
    Npy.write(file, t);
    assertThat(Npy.read(file)).isEqualTo(t);
    assertThat(Npy.read(new ByteArrayInputStream(Files.readAllBytes(file)), "stream")).isEqualTo(t);
    LongTensor reversed =
        LongTensor.view(
            random.longs(30_000).toArray(), 29_999, new long[] {300, 100}, new long[] {-1, -300});
    Npy.write(file, reversed);
    assertThat(Npy.read(file)).isEqualTo(reversed);
    assertThat(Npy.read(file).isContiguous()).isTrue();
  }

  @Test
  void writesWhatNumPyWrites() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Npy.write(out, FloatTensor.of(new float[] {.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f}, 2, 3));
    assertThat(out.toByteArray()).isEqualTo(v1("<f4", "(2, 3)", SIX_F32));
    out.reset();
    Npy.write(out, BooleanTensor.of(new boolean[] {true, false, true}, 3));
    assertThat(out.toByteArray()).isEqualTo(v1("|b1", "(3,)", "010001"));
    out.reset();
    Npy.write(out, LongTensor.of(new long[] {-9}));
    assertThat(out.toByteArray()).isEqualTo(v1("<i8", "()", "f7ffffffffffffff"));
  }

  @Test
  void aFailedWriteLeavesTheOlderFileAndNothingElse() throws IOException {
    Path file = folder.resolve("kept.npy");
    FloatTensor older = FloatTensor.zeros(3);
    Npy.write(file, older);
    FloatTensor impossible =
        FloatTensor.view(new float[1], 0, new long[] {1 << 20, 1 << 20}, new long[] {0, 0});
    assertThatThrownBy(() -> Npy.write(file, impossible)).hasMessageContaining("2^31-1");
    assertThat(Npy.read(file)).isEqualTo(older);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void writeFollowsLinksAndNamesBadTargets() throws IOException {
    Path file = folder.resolve("real.npy");
    Npy.write(file, FloatTensor.zeros(1));
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), file);
    Npy.write(link, FloatTensor.zeros(2));
    assertThat(link).isSymbolicLink();
    assertThat(Npy.read(file)).isEqualTo(FloatTensor.zeros(2));
    assertThatThrownBy(() -> Npy.write(folder, FloatTensor.zeros(1)))
        .isInstanceOf(TensorFileException.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(() -> Npy.write(folder.resolve("no/x.npy"), FloatTensor.zeros(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no such directory");
  }

  @Test
  void geometryIsReachableByReflection() throws ReflectiveOperationException {
    // Declared in a class that is not public: the compiler must repeat it in the public one.
    assertThat(FloatTensor.class.getMethod("size", int.class).invoke(FloatTensor.zeros(3), 0))
        .isEqualTo(3L);
  }
}
