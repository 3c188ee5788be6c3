package dev.tensorc.golden;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Sample;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UByteTensor;
import dev.tensorc.runtime.io.Npy;
import dev.tensorc.sections.Bits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments and outputs in native memory, in arrays, and in both. */
class NativeStorageTest {

  private static final Engines ENGINES =
      Engines.of(
          """
          export fn chain(a: f32[?, ?], b: f32[?]) -> f32[?, ?] {
            return maximum(a * b + 1, 0.0) - exp(b)
          }
          export fn both(a: f32[?, ?], b: f32[?]) -> (rows: f32[?], all: f32) {
            return (sum(a * b, axis=1), sum(a))
          }
          """);

  private final Random random = new Random(5);

  private static void eachEngine(String function, BiConsumer<String, Function> test) {
    ENGINES.functions(function).forEach(test);
  }

  private static FloatTensor inNative(FloatTensor tensor) {
    return (FloatTensor) Views.inNative(tensor);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 257})
  void anyMixtureGivesTheSameBits(int n) {
    for (Floats layout : Floats.values()) {
      FloatTensor a = layout.make(random, 3, n);
      FloatTensor b = layout.make(random, n);
      for (String function : new String[] {"chain", "both"}) {
        Object expected = Engines.run(ENGINES.reference(function), a, b);
        eachEngine(
            function,
            (engine, f) -> {
              assertThat(Bits.difference(expected, Engines.run(f, inNative(a), b))).isEmpty();
              assertThat(Bits.difference(expected, Engines.run(f, a, inNative(b)))).isEmpty();
              assertThat(Bits.difference(expected, Engines.run(f, inNative(a), inNative(b))))
                  .isEmpty();
            });
      }
      FloatTensor expected = (FloatTensor) ENGINES.reference("chain").invoke(a, b);
      eachEngine(
          "chain",
          (engine, f) -> {
            Tensor out = Views.inNative(Views.spread(expected));
            f.invokeInto(out, a, b);
            assertThat(Bits.difference(expected, out)).as(engine).isEmpty();
            Views.assertGapsUntouched(out);
            Tensor array = Views.spread(expected);
            f.invokeInto(array, inNative(a), inNative(b));
            assertThat(Bits.difference(expected, array)).as(engine).isEmpty();
            Views.assertGapsUntouched(array);
          });
    }
  }

  @Test
  void freedMemoryIsRefusedByName() {
    FloatTensor a = FloatTensor.zeros(3, 4);
    FloatTensor b = FloatTensor.zeros(4);
    Arena arena = Arena.ofConfined();
    FloatTensor freed = FloatTensor.zeros(arena, 4);
    FloatTensor freedOut = FloatTensor.zeros(arena, 3, 4);
    arena.close();
    eachEngine(
        "chain",
        (engine, f) -> {
          assertThatThrownBy(() -> f.invoke(a, freed))
              .as(engine)
              .isInstanceOf(TensorException.class)
              .hasMessage(
                  "the argument b of chain cannot be read: its memory has been freed: the arena is"
                      + " closed");
          assertThatThrownBy(() -> f.invokeInto(freedOut, a, b))
              .as(engine)
              .isInstanceOf(ShapeException.class)
              .hasMessage(
                  "cannot write to the output of chain: its memory has been freed: the arena is"
                      + " closed");
        });
  }

  @Test
  void outputsThatCannotBeWrittenAreRefused() {
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor a = FloatTensor.zeros(arena, 3, 4);
      FloatTensor b = FloatTensor.zeros(arena, 4);
      MemorySegment memory = arena.allocate(48, 64);
      FloatTensor readOnly = FloatTensor.wrap(memory.asReadOnly(), 3, 4);
      FloatTensor repeated = FloatTensor.view(memory, 0, new long[] {3, 4}, new long[] {0, 1});
      MemorySegment behind = arena.allocate(64, 64);
      FloatTensor meeting = FloatTensor.view(behind, 4, new long[] {3, 4}, new long[] {4, 1});
      FloatTensor row = FloatTensor.view(behind, 1, new long[] {4}, new long[] {1});
      eachEngine(
          "chain",
          (engine, f) -> {
            refused(engine, f, readOnly, "its memory is read-only", a, b);
            refused(engine, f, repeated, "axis 0 of size 3 has stride 0", a, b);
            refused(engine, f, meeting, "it shares memory with the argument b", a, row);
            refused(engine, f, FloatTensor.zeros(arena, 4, 3), "it has shape [4, 3]", a, b);
          });
      assertThat(FloatTensor.wrap(behind, 16)).isEqualTo(FloatTensor.zeros(16));
    }
  }

  private static void refused(
      String engine, Function f, FloatTensor out, String message, Object... args) {
    assertThatThrownBy(() -> f.invokeInto(out, args))
        .as(engine)
        .isInstanceOf(ShapeException.class)
        .hasMessageStartingWith("cannot write to the output of chain: ")
        .hasMessageContaining(message);
  }

  @Test
  void argumentsMayBeReadOnlyAndSeenThroughViews() {
    try (Arena arena = Arena.ofConfined()) {
      Tensor data = Tensors.zeros(ElementType.F32, arena, 8, 5);
      FloatTensor values = Floats.ROW_MAJOR.make(random, 8, 5);
      Tensors.copy(values, data);
      MemorySegment memory = data.segment().orElseThrow().asReadOnly();
      FloatTensor columns = FloatTensor.view(memory, 4, new long[] {5, 8}, new long[] {-1, 5});
      FloatTensor column = FloatTensor.view(memory, 3, new long[] {8}, new long[] {5});
      Object expected = ENGINES.reference("chain").invoke(columns, column);
      eachEngine(
          "chain",
          (engine, f) ->
              assertThat(Bits.difference(expected, f.invoke(columns, column)))
                  .as(engine)
                  .isEmpty());
    }
  }

  /** The elements lie further apart than an int counts; the file is sparse. */
  @Tag("jit")
  @Test
  void placesBeyondTheLastInt(@TempDir Path folder) throws IOException {
    Engines engines =
        Engines.of(
            """
            export fn scale(x: f32[n, m], y: f32[m]) -> f32[n, m] { return x * 2 + y }
            export fn rows(x: f32[n, m], y: f32[m]) -> f32[n] { return sum(x - y, axis=1) }
            export fn columns(x: f32[n, m], y: f32[m]) -> f32[m] { return max(x, axis=0) - y }
            export fn last(x: f32[n, m], y: f32[m]) -> f32 { return x[-1, -1] + y[0] }
            """);
    long[] shape = {4, 100};
    long[] strides = {(1L << 30) + 5, 1};
    long bytes = 4 * (3 * strides[0] + 200);
    try (FileChannel file =
            FileChannel.open(folder.resolve("far"), CREATE_NEW, SPARSE, READ, WRITE);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      FloatTensor x = FloatTensor.view(memory, 0, shape, strides);
      FloatTensor out = FloatTensor.view(memory, 100, shape, strides);
      FloatTensor values = Floats.ROW_MAJOR.make(random, 4, 100);
      FloatTensor y = Floats.ROW_MAJOR.make(random, 100);
      Tensors.copy(values, x);
      for (String function : new String[] {"scale", "rows", "columns", "last"}) {
        Object expected = engines.reference(function).invoke(values, y);
        engines
            .functions(function)
            .forEach(
                (engine, f) ->
                    assertThat(Bits.difference(expected, f.invoke(x, y))).as(engine).isEmpty());
      }
      Object sum = engines.reference("scale").invoke(values, y);
      engines
          .functions("scale")
          .forEach(
              (engine, f) -> {
                f.invokeInto(out, values, y);
                assertThat(Bits.difference(sum, out)).as(engine).isEmpty();
              });
    }
  }

  /** More elements than an array has: 3 GiB of a sparse file; few of its pages are touched. */
  @Tag("jit")
  @Test
  void moreElementsThanAnArrayHas(@TempDir Path folder) throws IOException {
    Engines engines =
        Engines.of("export fn part(x: u8[n, m], k: i64) -> u8[n] { return x[:, k] + 1 }");
    Path path = folder.resolve("large.npy");
    byte[] header =
        "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 1073741824), }"
            .getBytes(StandardCharsets.US_ASCII);
    try (FileChannel file = FileChannel.open(path, CREATE_NEW, SPARSE, WRITE);
        Arena arena = Arena.ofConfined()) {
      ByteBuffer start = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
      start.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) 118);
      start.put(header).put(" ".repeat(117 - header.length).getBytes(StandardCharsets.US_ASCII));
      file.write(start.put((byte) '\n').flip());
      file.write(ByteBuffer.wrap(new byte[] {41}), 128 + (3L << 30) - 1);
      Tensor x = Npy.map(path, arena);
      assertThat(x.count()).isEqualTo(3L << 30);
      Map<String, Function> functions = engines.functions("part");
      assertThat(functions.get("VECTOR with versions").invoke(x, (1L << 30) - 1))
          .isEqualTo(UByteTensor.of(new byte[] {1, 1, 42}, 3));
      assertThatThrownBy(() -> functions.get("SCALAR with versions").invoke(x, 0L))
          .isInstanceOf(TensorException.class)
          .hasMessageContaining("the argument x has 3221225472 elements")
          .hasMessageContaining("not supported yet");
    }
  }

  /** The longest rows that kernels walk: an index behind their last vector is no int. */
  static Stream<Arguments> longRows() {
    List<Arguments> all =
        Stream.of("up", "top")
            .flatMap(
                f ->
                    LongStream.of(Integer.MAX_VALUE, Integer.MAX_VALUE - 63)
                        .mapToObj(n -> Arguments.of(f, n)))
            .toList();
    var sample = new Sample("long rows");
    return sample.takesOneOf(4) ? sample.of(1, all).stream() : Stream.empty();
  }

  @Tag("jit")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("longRows")
  void rowsThatEndWithTheLastInt(String function, long n) {
    Engines engines =
        Engines.of(
            """
            export fn up(x: u8[n]) -> u8[n] { return maximum(x, 3) }
            export fn top(x: u8[n]) -> u8 { return max(x) }
            """);
    Function f = engines.functions(function).get("VECTOR with versions");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(n, 64);
      memory.set(ValueLayout.JAVA_BYTE, n - 1, (byte) 200);
      Tensor x = UByteTensor.wrap(memory, n);
      if (function.equals("top")) {
        assertThat(f.invoke(x)).hasToString("200");
      } else {
        MemorySegment result = arena.allocate(n, 64);
        f.invokeInto(UByteTensor.wrap(result, n), x);
        assertThreesThen200(result, n);
      }
    }
  }

  private static void assertThreesThen200(MemorySegment result, long n) {
    MemorySegment threes = result.asSlice(0, n - 1);
    long others = threes.asSlice(0, n - 2).mismatch(threes.asSlice(1, n - 2));
    assertThat(others).as("where an element is not as the next").isEqualTo(-1);
    assertThat(result.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 3);
    assertThat(result.get(ValueLayout.JAVA_BYTE, n - 1)).isEqualTo((byte) 200);
  }
}
