package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Threads;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Loops that several threads share give the bits of plain ones, whatever the sizes, the pool and
 * the errors in it.
 */
class SplitLoopsTest {

  private static final int[] SIZES = {0, 1, 2, 3, 7, 8, 15, 16, 17, 33, 64, 65, 130, 300};

  private static final SourceText SOURCE =
      new SourceText(
          "split.tc",
          """
          export fn chain(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return maximum(x * y + 0.5, 0.25) }
          export fn softmax(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] {
              let z = x + y
              let e = exp(z - max(z, axis=1, keepdims=true))
              return e / sum(e, axis=1, keepdims=true)
          }
          export fn columns(x: f32[?, ?], y: f32[?, ?]) -> f32[?] { return sum(x * y, axis=0) }
          export fn product(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return (x + y) @ (x * y).T }
          export fn cubes(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?, ?] {
              let u: f32[?, ?, 1] = x[:, :, newaxis]
              let v: f32[?, 1, ?] = y[:, newaxis, :]
              return u * v
          }
          export fn positions(x: f32[?, ?], y: f32[?, ?]) -> bool[?, ?] { return x.T[:, ::-1] < y.T[:, ::-1] }
          export fn anyrank(x: f32[...], y: f32[...]) -> f32[...] { return exp(x) - y }
          export fn quotients(a: i32[n], b: i32[n]) -> i32[n] { return a // b }
          export fn chosen(x: f32[m, k], at: i64[n]) -> f32[n, k] { return take(x, at, axis=0) }
          """);

  private static final Program PROGRAM = Tensorc.compile(SOURCE, Options.DEFAULT);

  /** Every loop that can be split is. */
  private static final Threads SPLIT = Threads.of(3).fromNanos(0);

  private static Object plain(String function, Object... arguments) {
    return Threads.ONE.<Object, RuntimeException>during(
        () -> PROGRAM.function(function).invoke(arguments));
  }

  private static Object split(Threads threads, String function, Object... arguments) {
    return threads.<Object, RuntimeException>during(
        () -> PROGRAM.function(function).invoke(arguments));
  }

  private static FloatTensor floats(int seed, int rows, int columns) {
    var random = new Random(seed);
    var data = new float[rows * columns];
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextFloat();
    }
    return FloatTensor.of(data, rows, columns);
  }

  static Stream<String> functions() {
    return Stream.of("chain", "softmax", "columns", "product", "cubes", "positions", "anyrank");
  }

  @ParameterizedTest
  @MethodSource("functions")
  void allSizesGiveTheBitsOfPlainLoops(String function) {
    for (EngineMode engine : List.of(EngineMode.VECTOR, EngineMode.SCALAR)) {
      Program program = Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine));
      for (int rows : SIZES) {
        for (int columns : new int[] {1, 2, 5, 16, 67}) {
          FloatTensor x = floats(1, rows, columns);
          FloatTensor y =
              floats(2, function.equals("cubes") ? rows : rows == 3 ? 1 : rows, columns);
          Object expected =
              Threads.ONE.<Object, RuntimeException>during(
                  () -> program.function(function).invoke(x, y));
          Object found =
              SPLIT.<Object, RuntimeException>during(() -> program.function(function).invoke(x, y));
          assertThat(found)
              .as("%s of %d x %d, %s", function, rows, columns, engine)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void onlyWhatTakesLongIsHandedToThePool() {
    var tasks = new AtomicInteger();
    Threads counted =
        Threads.of(
            3,
            task -> {
              tasks.incrementAndGet();
              task.run();
            });
    split(counted, "chain", floats(1, 4, 16), floats(2, 4, 16));
    assertThat(tasks).hasValue(0);
    FloatTensor x = floats(1, 1500, 1000);
    Object expected = plain("chain", x, x);
    assertThat(split(counted, "chain", x, x)).isEqualTo(expected);
    assertThat(tasks).hasValue(2);
    assertThat(split(counted.fromNanos(Long.MAX_VALUE), "chain", x, x)).isEqualTo(expected);
    assertThat(tasks).hasValue(2);
  }

  @Test
  void optionsAndTheScopeSayHowMany() {
    var tasks = new AtomicInteger();
    Threads counted =
        Threads.of(
                2,
                task -> {
                  tasks.incrementAndGet();
                  task.run();
                })
            .fromNanos(0);
    Program program = Tensorc.compile(SOURCE, Options.DEFAULT.withThreads(counted));
    FloatTensor x = floats(1, 8, 8);
    program.function("chain").invoke(x, x);
    assertThat(tasks).hasValue(1);
    Threads.ONE.<Object, RuntimeException>during(() -> program.function("chain").invoke(x, x));
    assertThat(tasks).hasValue(1);
    assertThat(Threads.current().count()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  static Stream<Executor> pools() {
    Executor rejects =
        task -> {
          throw new RejectedExecutionException("full");
        };
    ExecutorService shutDown = Executors.newSingleThreadExecutor();
    shutDown.shutdown();
    Executor forgets = task -> {};
    Executor runs = Runnable::run;
    return Stream.of(rejects, shutDown, forgets, runs);
  }

  @ParameterizedTest
  @MethodSource("pools")
  void aPoolThatDoesNotHelpDoesNoHarm(Executor pool) {
    FloatTensor x = floats(3, 40, 33);
    Threads threads = Threads.of(4, pool).fromNanos(0);
    for (int i = 0; i < 5; i++) {
      assertThat(split(threads, "softmax", x, x)).isEqualTo(plain("softmax", x, x));
    }
  }

  @Test
  void callsFromWithinThePoolDoNotWaitForIt() throws Exception {
    FloatTensor x = floats(3, 40, 33);
    Object expected = plain("softmax", x, x);
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Threads threads = Threads.of(3, pool).fromNanos(0);
      var results =
          pool.invokeAll(java.util.Collections.nCopies(50, () -> split(threads, "softmax", x, x)));
      for (var result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    }
  }

  @Test
  void anInterruptIsKeptForWhatFollows() {
    FloatTensor x = floats(3, 300, 33);
    Thread.currentThread().interrupt();
    Object result = split(SPLIT, "softmax", x, x);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result).isEqualTo(plain("softmax", x, x));
  }

  @Test
  void whatThrowsFirstInPlainLoopsIsThrown() {
    var x = floats(1, 50, 3);
    var at = new long[1000];
    Arrays.setAll(at, i -> i % 50);
    at[990] = 70;
    at[400] = -51;
    at[410] = 99;
    at[700] = 60;
    Throwable expected = catchThrowable(() -> plain("chosen", x, LongTensor.of(at, 1000)));
    assertThat(expected).hasMessageContaining("-51");
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 100; i++) {
        assertThatThrownBy(
                () -> split(Threads.of(5, pool).fromNanos(0), "chosen", x, LongTensor.of(at, 1000)))
            .isInstanceOf(expected.getClass())
            .hasMessage(expected.getMessage());
      }
    }
  }

  /** The trace goes from the line of the program to the caller, whichever thread was at it. */
  @Test
  void aTraceNamesTheLineAndTheCaller() {
    var ones = new int[1000];
    Arrays.fill(ones, 1);
    int[] divisors = ones.clone();
    divisors[999] = 0;
    Executor another =
        task -> {
          var thread = new Thread(task);
          thread.start();
          try {
            thread.join(); // it has thrown before the caller begins
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    Throwable thrown =
        catchThrowable(
            () ->
                split(
                    Threads.of(2, another).fromNanos(0),
                    "quotients",
                    IntTensor.of(ones, 1000),
                    IntTensor.of(divisors, 1000)));
    assertThat(thrown).isInstanceOf(ArithmeticException.class);
    List<String> frames = Arrays.stream(thrown.getStackTrace()).map(Object::toString).toList();
    assertThat(frames).anyMatch(f -> f.contains("(split.tc:16)"));
    assertThat(frames).anyMatch(f -> f.contains("SplitLoopsTest.aTraceNamesTheLineAndTheCaller"));
    assertThat(frames)
        .noneMatch(f -> f.contains("java.lang.Thread.run") && !f.equals(frames.getLast()));
  }

  @ParameterizedTest
  @EnumSource(Memory.class)
  void nativeMemoryIsSharedWhereItMayBe(Memory memory) {
    var tasks = new AtomicInteger();
    Executor counted =
        task -> {
          tasks.incrementAndGet();
          var thread = new Thread(task);
          thread.start();
        };
    Program program = Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(EngineMode.VECTOR));
    FloatTensor x = floats(3, 64, 33);
    try (Arena arena = memory == Memory.CONFINED ? Arena.ofConfined() : Arena.ofShared()) {
      FloatTensor in = FloatTensor.zeros(arena, 64, 33);
      for (long i = 0; i < 64; i++) {
        for (long j = 0; j < 33; j++) {
          in.set(x.get(i, j), i, j);
        }
      }
      FloatTensor out = FloatTensor.zeros(arena, 64, 33);
      Threads.of(2, counted)
          .fromNanos(0)
          .<Object, RuntimeException>during(
              () -> {
                program.function("softmax").invokeInto(List.<Tensor>of(out), in, in);
                return out;
              });
      assertThat(tasks).hasValue(memory == Memory.CONFINED ? 0 : 1);
      assertThat((Object) out).isEqualTo(plain("softmax", x, x));
    }
  }

  private enum Memory {
    CONFINED,
    SHARED
  }
}
