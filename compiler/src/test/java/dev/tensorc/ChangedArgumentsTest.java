package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.ArgumentChangedException;
import dev.tensorc.runtime.ArgumentChangedException.Kind;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.TensorException;
import dev.tensorc.runtime.Threads;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An argument that somebody changes while a call runs ends the call with one exception, whoever
 * meets it, and the next call is right. Mapped files are the subject of {@code ShortenedFilesTest}.
 */
class ChangedArgumentsTest {

  private static final SourceText SOURCE =
      new SourceText(
          "changed.tc",
          """
          export fn chain(x: f32[n], y: f32[n]) -> f32[n] {
              let e = exp(x)
              return e * y / sum(e)
          }
          export fn steps(x: f32[n], y: f32[n], count: i64) -> f32[n] {
              var now = x
              for s in 0:count { now = now * 0.5 + y }
              return now
          }
          export fn chosen(x: f32[n], at: i64[m], count: i64) -> f32[m] {
              var now = zeros(m, dtype=f32)
              for s in 0:count { now = now * 0.5 + take(x, at, axis=0) }
              return now
          }
          """);

  /** So many steps take minutes. */
  private static final long ENDLESS = 1L << 40;

  private static final int SIZE = 1 << 12;

  /** The functions on tensors. */
  public interface Kernels {
    FloatTensor chain(FloatTensor x, FloatTensor y);

    void chainInto(FloatTensor out, FloatTensor x, FloatTensor y);

    FloatTensor steps(FloatTensor x, FloatTensor y, long count);

    FloatTensor chosen(FloatTensor x, LongTensor at, long count);

    float[] chosen(float[] x, long[] at, long count);
  }

  /** A way to call {@code chain}; the result is in {@code out} where it takes one. */
  private enum Way {
    INVOKE(false) {
      @Override
      void call(Program p, FloatTensor out, FloatTensor x, FloatTensor y) {
        p.function("chain").invoke(x, y);
      }
    },
    INVOKE_INTO(true) {
      @Override
      void call(Program p, FloatTensor out, FloatTensor x, FloatTensor y) {
        p.function("chain").invokeInto(out, x, y);
      }
    },
    BOUND(false) {
      @Override
      void call(Program p, FloatTensor out, FloatTensor x, FloatTensor y) {
        p.as(Kernels.class).chain(x, y);
      }
    },
    BOUND_INTO(true) {
      @Override
      void call(Program p, FloatTensor out, FloatTensor x, FloatTensor y) {
        p.as(Kernels.class).chainInto(out, x, y);
      }
    };

    final boolean takesOutput;

    Way(boolean takesOutput) {
      this.takesOutput = takesOutput;
    }

    abstract void call(Program p, FloatTensor out, FloatTensor x, FloatTensor y);
  }

  private static Program program(EngineMode engine) {
    return Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine));
  }

  private static FloatTensor numbers() {
    var data = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      data[i] = i % 7 / 8f;
    }
    return FloatTensor.of(data, SIZE);
  }

  private static FloatTensor numbers(Arena arena) {
    FloatTensor native0 = FloatTensor.zeros(arena, SIZE);
    FloatTensor from = numbers();
    for (int i = 0; i < SIZE; i++) {
      native0.set(from.get(i), i);
    }
    return native0;
  }

  /** Does something in the middle of a call, and then has its work done here or elsewhere. */
  private static Executor first(Runnable change, boolean elsewhere) {
    return task -> {
      change.run();
      if (elsewhere) {
        join(Thread.ofPlatform().start(task));
      }
    };
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<Arguments> ways() {
    return Stream.of(Way.values())
        .flatMap(
            way ->
                Stream.of(
                    Arguments.of(way, "x", false),
                    Arguments.of(way, "x", true),
                    Arguments.of(way, way.takesOutput ? "out" : "y", false),
                    Arguments.of(way, way.takesOutput ? "out" : "y", true)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void anArenaThatIsClosedIsNamed(Way way, String closed, boolean elsewhere) {
    Program program = program(EngineMode.VECTOR);
    Object expected = program.function("chain").invoke(numbers(), numbers());
    var arena = Arena.ofShared();
    FloatTensor x = closed.equals("x") ? numbers(arena) : numbers(Arena.ofAuto());
    FloatTensor y = closed.equals("y") ? numbers(arena) : numbers(Arena.ofAuto());
    FloatTensor out = closed.equals("out") ? numbers(arena) : numbers(Arena.ofAuto());
    Threads closing = Threads.of(2, first(() -> close(arena), elsewhere)).fromNanos(0);
    var thrown = catchThrowable(() -> closing.during(() -> run(way, program, out, x, y)));
    assertThat(thrown)
        .isInstanceOfSatisfying(
            ArgumentChangedException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MEMORY_CLOSED))
        .hasMessageStartingWith("the memory of " + closed + " was freed while chain ran")
        .hasCauseInstanceOf(IllegalStateException.class);

    Threads willing = Threads.of(2, task -> join(Thread.ofPlatform().start(task))).fromNanos(0);
    FloatTensor again = numbers(Arena.ofAuto());
    for (Threads threads : new Threads[] {willing, Threads.ONE}) {
      Object next =
          threads.<Object, RuntimeException>during(
              () -> program.function("chain").invoke(again, again));
      assertThat(next).isEqualTo(expected);
    }
  }

  private static void close(Arena arena) {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  private static Object run(Way way, Program p, FloatTensor out, FloatTensor x, FloatTensor y) {
    way.call(p, out, x, y);
    return out;
  }

  /** The output is closed memory: arguments are copied beforehand. */
  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"SCALAR", "INTERPRETER"})
  void copiedOutputsAreNoDifferent(EngineMode engine) {
    Program program = program(engine);
    var arena = Arena.ofShared();
    FloatTensor out = numbers(arena);
    Threads closing = Threads.of(2, first(() -> close(arena), false)).fromNanos(0);
    if (engine == EngineMode.INTERPRETER) { // asks no pool: memory is freed beforehand
      close(arena);
      assertThatThrownBy(() -> program.function("chain").invokeInto(out, numbers(), numbers()))
          .isInstanceOf(TensorException.class)
          .hasMessageContaining("freed");
    } else {
      assertThatThrownBy(
              () -> closing.during(() -> run(Way.BOUND_INTO, program, out, numbers(), numbers())))
          .isInstanceOf(ArgumentChangedException.class)
          .hasMessageContaining("out was freed");
    }
    Object expected = program(EngineMode.VECTOR).function("chain").invoke(numbers(), numbers());
    assertThat(program.function("chain").invoke(numbers(), numbers())).isEqualTo(expected);
  }

  @Test
  void plainLoopsEndWhenTheirMemoryIsFreed() {
    Kernels kernels = program(EngineMode.VECTOR).as(Kernels.class);
    var arena = Arena.ofShared();
    FloatTensor y = numbers(arena);
    Thread closing =
        Thread.ofPlatform()
            .start(
                () -> {
                  sleep();
                  arena.close();
                });
    FloatTensor x = numbers();
    assertThatThrownBy(() -> Threads.ONE.during(() -> kernels.steps(x, y, ENDLESS)))
        .isInstanceOfSatisfying(
            ArgumentChangedException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MEMORY_CLOSED))
        .hasMessageStartingWith("the memory of y was freed while steps ran");
    end(closing);
    assertThat((Object) kernels.steps(x, x, 3))
        .isEqualTo(kernels.steps(x, numbers(Arena.ofAuto()), 3));
  }

  /** Waits for a thread; an interrupt that came while memory was freed must not end later calls. */
  private static void end(Thread closing) {
    while (closing.isAlive()) {
      try {
        closing.join();
      } catch (InterruptedException e) {
        Thread.onSpinWait();
      }
    }
    boolean _ = Thread.interrupted();
  }

  private static void sleep() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An index that is out of bounds when it is checked is one thing, one that is not another. */
  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"VECTOR", "SCALAR"})
  void indicesThatChangeGiveNoExceptionOfJava(EngineMode engine) throws InterruptedException {
    Kernels kernels = program(engine).as(Kernels.class);
    float[] x = numbers().array();
    for (int i = 0; i < 10; i++) {
      var at = new long[SIZE];
      Thread changing =
          Thread.ofPlatform()
              .start(
                  () -> {
                    sleep();
                    Arrays.fill(at, 1L << 33);
                  });
      boolean arrays = i % 2 == 0;
      assertThatThrownBy(
              () ->
                  Threads.ONE.during(
                      () ->
                          arrays
                              ? kernels.chosen(x, at, ENDLESS)
                              : kernels.chosen(
                                  FloatTensor.of(x, SIZE), LongTensor.of(at, SIZE), ENDLESS)))
          .isInstanceOf(TensorException.class);
      changing.join();
    }
    assertThat(kernels.chosen(x, new long[] {1, 2}, 1)).containsExactly(x[1], x[2]);
  }
}
