package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.Tensor;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Functions of rows that lie in native memory as they are go a short way; a call that does not go
 * it has the same bits and the same messages. Expected: the interpreter's.
 */
class RowCallTest {

  private static final String PROGRAM =
      """
      export fn plus(a: f32[n], b: f32[n]) -> f32[n] { return a + b }
      export fn loose(a: f32[?], b: f32[?]) -> f32[?] { return maximum(a, b) - a }
      export fn fixed(a: f32[40], b: f32[n]) -> f32[40] { return a * b }
      export fn declared(a: f32[n]) -> f32[40] { return a + 1 }
      export fn scaled(x: f64[n], s: f64, t: f64) -> f64[n] { return x * s + t }
      export fn cast(x: f64[n], t: i32) -> f64[n] { return x + astype(t, f64) }
      export fn ints(a: i32[n], b: i32[n], c: i32[n]) -> i32[n] { return a * b - c }
      export fn bytes(a: u8[n], b: u8[n]) -> u8[n] { return a + b }
      export fn longs(a: i64[n]) -> i64[n] { return -a }
      export fn quotients(a: i32[n], b: i32[n]) -> i32[n] { return a // b }
      export fn long_enough(a: f32[n]) -> f32[n] where n > 20 { return a + 1 }
      export fn shifted(a: f32[n]) -> f32[n - 1] { return a[1:] - a[:-1] }
      export fn wider(a: f32[n], b: f64[n]) -> f64[n] { return a + b }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  /** Always 40, which some functions declare. */
  static IntStream sizes() {
    int[] few = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65};
    int[] many = {1000, 4095, 4096, 4097, 8191, 8192, 32767, 32768};
    var sample = new Sample("calls of rows");
    IntStream drawn =
        IntStream.concat(IntStream.of(sample.of(7, few)), IntStream.of(sample.of(3, many)));
    return IntStream.concat(IntStream.of(40), drawn);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int n) {
    var random = new Random(n);
    Tensor a = Awkward.tensor(DType.F32, random, n);
    Tensor b = Awkward.tensor(DType.F32, random, n);
    agree("plus", a, b);
    agree("loose", a, b);
    agree("loose", a, Awkward.tensor(DType.F32, random, 1));
    agree("scaled", Awkward.tensor(DType.F64, random, n), 0.3, 7.5);
    agree("cast", Awkward.tensor(DType.F64, random, n), 7);
    Tensor ints = Awkward.tensor(DType.I32, random, n);
    agree("ints", ints, Awkward.tensor(DType.I32, random, n), ints);
    agree("bytes", Awkward.tensor(DType.U8, random, n), Awkward.tensor(DType.U8, random, n));
    agree("longs", Awkward.tensor(DType.I64, random, n));
    agree("wider", a, Awkward.tensor(DType.F64, random, n));
    if (n == 40) {
      agree("fixed", a, b);
      agree("declared", a);
    }
    if (n > 20) {
      agree("long_enough", a);
    }
    if (n > 0) {
      agree("shifted", a);
    }
  }

  private static void agree(String function, Object... args) {
    ENGINES.agree(function, args);
    ENGINES.agree(function, Engines.inNative(args));
  }

  @Test
  void onlyPlansOfOneRowHaveAShortWay() {
    Map<String, byte[]> classes =
        Tensorc.compile(new SourceText("test.tc", PROGRAM), Options.DEFAULT).classFiles();
    assertThat(askForRows(classes, "Test$Segments"))
        .containsExactlyInAnyOrder(
            "plus", "loose", "fixed", "declared", "scaled", "ints", "bytes", "longs");
    assertThat(askForRows(classes, "Test$Plan")).as("plans over arrays").isEmpty();
  }

  private static Stream<String> askForRows(Map<String, byte[]> classes, String plans) {
    return ClassFile.of().parse(Objects.requireNonNull(classes.get(plans))).methods().stream()
        .filter(RowCallTest::asksForRows)
        .map(m -> m.methodName().stringValue());
  }

  private static boolean asksForRows(MethodModel method) {
    return method.code().stream()
        .flatMap(code -> code.elementStream())
        .anyMatch(
            e ->
                e instanceof InvokeInstruction call
                    && call.owner().asInternalName().endsWith("/NativeRow"));
  }

  @Test
  void whatAnOperationRefusesIsSaidAsEverywhere() {
    Tensor a = IntTensor.of(new int[40], 40);
    String message = ENGINES.agreeOnFailure("quotients", a, a);
    assertThat(message).contains("zero");
  }

  @Test
  void whatIsWrongIsSaidAsEverywhere() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(400, 64);
      FloatTensor a = FloatTensor.wrap(memory.asSlice(0, 160), 40);
      FloatTensor b = FloatTensor.zeros(arena, 40);
      FloatTensor out = FloatTensor.zeros(arena, 40);
      Arena closed = Arena.ofConfined();
      FloatTensor freed = FloatTensor.zeros(closed, 40);
      closed.close();
      refused("it has shape [41]", "plus", FloatTensor.zeros(arena, 41), a, b);
      refused("it has shape [40, 1]", "plus", FloatTensor.zeros(arena, 40, 1), a, b);
      refused("n", "plus", out, a, FloatTensor.zeros(arena, 41));
      refused("a of plus is null", "plus", out, null, b);
      refused("shares memory with the argument a", "plus", a, a, b);
      refused("shares memory with the argument b", "plus", a, b, a);
      refused(
          "shares memory with the argument a",
          "plus",
          FloatTensor.wrap(memory.asSlice(156, 160), 40),
          a,
          b);
      refused(
          "read-only", "plus", FloatTensor.wrap(memory.asSlice(160, 160).asReadOnly(), 40), a, b);
      refused("the argument b of plus cannot be read", "plus", out, a, freed);
      refused("cannot write to the output", "plus", freed, a, b);
      refused("40", "fixed", FloatTensor.zeros(arena, 41), FloatTensor.zeros(arena, 41), b);
      FloatTensor longer = FloatTensor.zeros(arena, 41);
      refused("41", "declared", longer, FloatTensor.zeros(arena, 41));
      refused("40", "fixed", longer, FloatTensor.zeros(arena, 41), FloatTensor.zeros(arena, 41));
      assertThat(out).isEqualTo(FloatTensor.zeros(40));
      assertThat(FloatTensor.wrap(memory, 100)).isEqualTo(FloatTensor.zeros(100));
    }
  }

  @Test
  void memoryOfAnotherThreadIsRefused() throws InterruptedException {
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor mine = FloatTensor.zeros(arena, 40);
      var other =
          new Thread(
              () -> {
                FloatTensor out = FloatTensor.zeros(Arena.ofAuto(), 40);
                refused("belongs to another thread", "plus", out, mine, out);
              });
      var failure = new Throwable[1];
      other.setUncaughtExceptionHandler((_, e) -> failure[0] = e);
      other.start();
      other.join();
      assertThat(failure[0]).isNull();
    }
  }

  /** Next to each other is not shared; a row may be of memory that goes on. */
  @Test
  void rowsMayTouch() {
    MemorySegment memory = Arena.ofAuto().allocate(3 * 160, 64);
    FloatTensor a = FloatTensor.wrap(memory.asSlice(0, 160), 40);
    FloatTensor out = FloatTensor.view(memory.asSlice(160), 0, new long[] {40}, new long[] {1});
    FloatTensor b = FloatTensor.view(memory, 80, new long[] {40}, new long[] {1});
    for (int i = 0; i < 40; i++) {
      a.set(i, i);
      b.set(100 * i, i);
    }
    for (Function f : ENGINES.functions("plus").values()) {
      f.invokeInto(out, a, b);
      for (int i = 0; i < 40; i++) {
        assertThat(out.get(i)).isEqualTo(101f * i);
        out.set(0, i);
      }
    }
  }

  private static void refused(String message, String function, Tensor out, Object... args) {
    String expected = message(ENGINES.reference(function), out, args);
    assertThat(expected).contains(message);
    ENGINES
        .functions(function)
        .forEach((engine, f) -> assertThat(message(f, out, args)).as(engine).isEqualTo(expected));
  }

  private static String message(Function f, Tensor out, Object... args) {
    return String.valueOf(catchThrowable(() -> f.invokeInto(out, args)));
  }
}
