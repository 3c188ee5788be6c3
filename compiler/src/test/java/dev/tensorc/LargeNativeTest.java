package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * First calls on more than 16 MiB of native memory leave the elements there where a kernel has no
 * blocks, and give the bits of calls on arrays.
 */
@Tag("jit") // there alone calls begin with the engine that most users have
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeNativeTest {

  private static final int SIZE = (4 << 20) + 1000;
  private static final long MOST_ALLOCATED = 12 << 20;

  private static final SourceText SOURCE =
      new SourceText(
          "large.tc",
          """
          export fn total(x: f32[n]) -> f32 { return sum(x) }
          export fn squares(x: f32[n]) -> f32 { return sum(x * x) }
          export fn product(x: f32[n]) -> f32 { return x @ x }
          export fn alternate(x: f32[n]) -> f32 { return sum(x[::2] * x[1::2]) }
          export fn highest(x: f32[n]) -> i64 { return argmax(x * x - x) }
          export fn above(x: f32[n]) -> i64 { return count_nonzero(x > 2) }
          export fn shares(x: f32[n]) -> f32[n] { return x / sum(x) }
          export fn ramp(x: f32[n]) -> f32[n] { return x + astype(arange(n), f32) }
          export fn transposed(x: f32[n]) -> f32 { return sum(reshape(x[:4195200], (1311, 3200)).T) }
          """);

  private final Arena arena = Arena.ofShared();
  private final Program program =
      Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(EngineMode.AUTO));
  private final FloatTensor array = FloatTensor.zeros(SIZE);
  private final FloatTensor memory = FloatTensor.zeros(arena, SIZE);

  LargeNativeTest() {
    for (int i = 0; i < SIZE; i++) {
      array.array()[i] = (i * 7919L % 1013) / 101f - 4;
    }
    memory.segment().orElseThrow().copyFrom(MemorySegment.ofArray(array.array()));
  }

  @AfterAll
  void close() {
    arena.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "total",
        "squares",
        "product",
        "alternate",
        "highest",
        "above",
        "shares",
        "ramp",
        "transposed"
      })
  void elementsStayWhereTheyAre(String function) throws Exception {
    var kernel = program.function(function);
    Object expected = kernel.invoke(array);
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) { // keeps no arrays yet
      assertThat(thread.submit(() -> kernel.invoke(memory)).get()).isEqualTo(expected);
      assertThat(thread.submit(LargeNativeTest::allocated).get()).isLessThan(MOST_ALLOCATED);
    }
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
