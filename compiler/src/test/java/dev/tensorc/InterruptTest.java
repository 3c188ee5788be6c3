package dev.tensorc;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.tensorc.frontend.CompilationInterruptedException;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.CallInterruptedException;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.TimeLimit;
import dev.tensorc.runtime.TimeLimitException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An interrupt ends compilations and loops of programs soon, at any point. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class InterruptTest {

  private static final SourceText LOOPS =
      new SourceText(
          "loops.tc",
          """
          export fn asked(x: f32[n]) -> f32[n] {
              var y = x
              while y[0] < 1 {
                  y = y * 1
              }
              return y
          }
          export fn counted(n: i64) -> i64 {
              var k = 0
              for i in 0:n {
                  k = k + i % 7
              }
              return k
          }
          """);

  private static final FloatTensor ZERO = FloatTensor.of(new float[1], 1);

  private static Function function(EngineMode engine, String name) {
    return Tensorc.compile(LOOPS, Options.DEFAULT.withEngine(engine)).function(name);
  }

  /** Interrupts this thread after so many milliseconds, until the body has ended. */
  private static void interrupted(long millis, Runnable body) {
    Thread here = Thread.currentThread();
    var timer = new CompletableFuture<Void>();
    var rung =
        timer
            .orTimeout(millis, TimeUnit.MILLISECONDS)
            .handle(
                (_, e) -> {
                  interrupt(here, e);
                  return e;
                });
    try {
      body.run();
    } finally {
      timer.complete(null);
      rung.join(); // an interrupt that is under way is not for the next test
      boolean _ = Thread.interrupted();
    }
  }

  private static void interrupt(Thread thread, Throwable late) {
    if (late != null) {
      thread.interrupt();
    }
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void endsLoops(EngineMode engine) {
    Function asked = function(engine, "asked");
    interrupted(
        50,
        () -> {
          assertThatThrownBy(() -> asked.invoke(ZERO))
              .isInstanceOf(CallInterruptedException.class)
              .hasMessageContaining("the loop at loops.tc:3:5");
          assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
    interrupted(
        50,
        () ->
            assertThatThrownBy(() -> function(engine, "counted").invoke(Long.MAX_VALUE))
                .isInstanceOf(CallInterruptedException.class)
                .hasMessageContaining("loops.tc:10:5"));
    var one = FloatTensor.of(new float[] {1}, 1);
    assertThat(((FloatTensor) asked.invoke(one)).get(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(EngineMode.class)
  void limitsEndLoopsAndLeaveNoInterrupt(EngineMode engine) {
    Function asked = function(engine, "asked");
    assertThatThrownBy(() -> TimeLimit.during(Duration.ofMillis(50), () -> asked.invoke(ZERO)))
        .isInstanceOf(TimeLimitException.class)
        .hasMessageContainingAll("loops.tc:3:5", "the time limit is 0.05 s");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void limitsThatAreKeptChangeNothing() throws InterruptedException {
    Function counted = function(EngineMode.AUTO, "counted");
    Object value = TimeLimit.during(Duration.ofMillis(1), () -> 1);
    assertThat(value).isEqualTo(1);
    Thread.sleep(20); // a timer that still ran would interrupt this
    assertThat(
            TimeLimit.<Object, RuntimeException>during(
                Duration.ofDays(200_000), () -> counted.invoke(8L)))
        .isEqualTo(21L);
    assertThatThrownBy(() -> TimeLimit.during(Duration.ZERO, () -> 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Each is interrupted in another pass. */
  @ParameterizedTest
  @ValueSource(longs = {1, 100, 300, 600, 1000, 1500})
  void endsCompilations(long millis) {
    String program =
        IntStream.range(0, 4_000)
            .mapToObj(i -> "exp(x * " + i + ")")
            .collect(joining(" + ", "export fn f(x: f32[n]) -> f32[n] { return ", " }"));
    interrupted(
        millis,
        () -> {
          long begin = System.nanoTime();
          assertThatThrownBy(
                  () -> Tensorc.compileAnew(new SourceText("long.tc", program), Options.DEFAULT))
              .isInstanceOf(CompilationInterruptedException.class);
          assertThat(Thread.currentThread().isInterrupted()).isTrue();
          long late = (System.nanoTime() - begin) / 1_000_000 - millis;
          assertThat(late).as("milliseconds after the interrupt").isLessThan(2_000);
        });
  }
}
