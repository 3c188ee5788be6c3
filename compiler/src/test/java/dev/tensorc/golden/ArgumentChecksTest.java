package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.TensorException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The arguments that the methods of the generated class refuse, in whose words, before anything is
 * written.
 */
class ArgumentChecksTest {

  private static final String PROGRAM =
      """
      export fn chain(x: f32[n], by: f32[4], s: f32) -> f32[n] { return x * s + sum(by) }
      export fn matrix(x: f32[n, m], y: f32[m]) -> f32[n, m] { return x + y }
      export fn both(x: f32[n], y: f32[n]) -> (lo: f32[n], hi: f32[n]) {
        return (minimum(x, y), maximum(x, y))
      }
      export fn late(x: f32[n], y: f32[n]) -> (all: f32[n], some: f32[?]) {
        let k = astype(y[0], i64)
        return (x * 2, x[:k])
      }
      """;

  private static final float SENTINEL = 123.5f;

  private final Class<?> facade;

  ArgumentChecksTest() throws ClassNotFoundException {
    var files =
        Tensorc.compile(new SourceText("pricing.tc", PROGRAM), Options.DEFAULT).classFiles();
    this.facade = new TestLoader(files, true).loadClass("Pricing");
  }

  /** Calls the method of that name whose parameters are of those types. */
  private void call(String name, List<Class<?>> types, Object... args) throws Throwable {
    Method method = facade.getMethod(name, types.toArray(Class[]::new));
    try {
      method.invoke(null, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void refused(
      Class<? extends Exception> type,
      String message,
      String name,
      List<Class<?>> types,
      Object... args) {
    assertThatThrownBy(() -> call(name, types, args)).isInstanceOf(type).hasMessage(message);
  }

  private static final Class<?> ARRAY = float[].class;
  private static final Class<?> TENSOR = FloatTensor.class;

  private static float[] filled(int n) {
    var data = new float[n];
    Arrays.fill(data, SENTINEL);
    return data;
  }

  private static FloatTensor vector(boolean natively, float... data) {
    FloatTensor t = FloatTensor.of(data, data.length);
    return natively ? (FloatTensor) Views.inNative(t) : t;
  }

  @Test
  void nullIsNamed() {
    var arrays = List.<Class<?>>of(ARRAY, ARRAY, float.class);
    var tensors = List.<Class<?>>of(TENSOR, TENSOR, float.class);
    var four = new float[4];
    FloatTensor t = FloatTensor.zeros(4);
    var type = NullPointerException.class;
    refused(type, "x of chain is null", "chain", arrays, null, four, 1f);
    refused(type, "by of chain is null", "chain", arrays, four, null, 1f);
    refused(type, "x of chain is null", "chain", tensors, null, t, 1f);
    refused(type, "by of chain is null", "chain", tensors, t, null, 1f);
    var arraysInto = List.<Class<?>>of(ARRAY, ARRAY, ARRAY, float.class);
    var tensorsInto = List.<Class<?>>of(TENSOR, TENSOR, TENSOR, float.class);
    refused(type, "out of chain is null", "chainInto", arraysInto, null, four, four, 1f);
    refused(type, "out of chain is null", "chainInto", tensorsInto, null, t, t, 1f);
    float[] out = filled(4);
    refused(type, "by of chain is null", "chainInto", arraysInto, out, four, null, 1f);
    FloatTensor outs = FloatTensor.of(out, 4);
    refused(type, "by of chain is null", "chainInto", tensorsInto, outs, t, null, 1f);
    var results = List.<Class<?>>of(ARRAY, ARRAY, ARRAY, ARRAY);
    refused(type, "hi of both is null", "bothInto", results, out, null, four, four);
    assertThat(out).containsOnly(SENTINEL);
  }

  @Test
  void arraysOfAnotherLengthAreRefused() {
    var into = List.<Class<?>>of(ARRAY, ARRAY, ARRAY, float.class);
    float[] out = filled(3);
    refused(
        ShapeException.class,
        "by is declared f32[4]: axis 0 must have size 4, but the argument has size 5 there",
        "chainInto",
        into,
        out,
        new float[3],
        new float[5],
        1f);
    refused(
        ShapeException.class,
        "cannot write to the output of chain: it has shape [3], but the result has shape [2]",
        "chainInto",
        into,
        out,
        new float[2],
        new float[4],
        1f);
    refused(
        ShapeException.class,
        "cannot write to the output of chain: it shares memory with the argument x; give an array"
            + " of its own",
        "chainInto",
        into,
        out,
        out,
        new float[4],
        1f);
    float[] lo = filled(2);
    refused(
        ShapeException.class,
        "cannot write to the output hi of both: it shares memory with the output lo; give an array"
            + " of its own",
        "bothInto",
        List.of(ARRAY, ARRAY, ARRAY, ARRAY),
        lo,
        lo,
        new float[2],
        new float[2]);
    assertThat(out).containsOnly(SENTINEL);
    assertThat(lo).containsOnly(SENTINEL);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherRankIsRefused(boolean natively) {
    var into = List.<Class<?>>of(TENSOR, TENSOR, TENSOR);
    FloatTensor out = vector(natively, filled(4));
    refused(
        ShapeException.class,
        "x is declared f32[n, m], but the argument has shape [4] (rank 1)",
        "matrixInto",
        into,
        out,
        vector(natively, 1, 2, 3, 4),
        vector(natively, 1, 2));
    assertThat(out.toArray()).containsOnly(SENTINEL);
  }

  /** No output is written before the last one is known to be right. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOutputThatIsRefusedLateLeavesTheOthersAsTheyWere(boolean natively) throws Throwable {
    var into = List.<Class<?>>of(TENSOR, TENSOR, TENSOR, TENSOR);
    FloatTensor all = vector(natively, filled(3));
    FloatTensor some = vector(natively, filled(3));
    FloatTensor x = vector(natively, 1, 2, 3);
    FloatTensor y = vector(natively, 2, 0, 0);
    refused(
        ShapeException.class,
        "cannot write to the output some of late: it has shape [3], but the result has shape [2]",
        "lateInto",
        into,
        all,
        some,
        x,
        y);
    refused(
        ShapeException.class,
        "cannot write to the output some of late: it shares memory with the argument x; give an"
            + " array of its own",
        "lateInto",
        into,
        all,
        x,
        x,
        y);
    assertThat(all.toArray()).containsOnly(SENTINEL);
    assertThat(some.toArray()).containsOnly(SENTINEL);
    FloatTensor two = vector(natively, filled(2));
    call("lateInto", into, all, two, x, y);
    assertThat(all.toArray()).containsExactly(2, 4, 6);
    assertThat(two.toArray()).containsExactly(1, 2);
  }

  @Test
  void memoryThatCannotBeUsedIsRefused() throws Exception {
    var into = List.<Class<?>>of(TENSOR, TENSOR, TENSOR, float.class);
    FloatTensor x = FloatTensor.zeros(4);
    float[] data = filled(4);
    FloatTensor out = FloatTensor.of(data, 4);
    Arena closed = Arena.ofShared();
    FloatTensor freed = FloatTensor.zeros(closed, 4);
    closed.close();
    refused(
        TensorException.class,
        "the argument by of chain cannot be read: its memory has been freed: the arena is closed",
        "chainInto",
        into,
        out,
        x,
        freed,
        1f);
    refused(
        ShapeException.class,
        "cannot write to the output of chain: its memory has been freed: the arena is closed",
        "chainInto",
        into,
        freed,
        x,
        x,
        1f);
    try (Arena arena = Arena.ofConfined()) {
      FloatTensor mine = FloatTensor.zeros(arena, 4);
      var elsewhere =
          new FutureTask<>(
              () ->
                  refused(
                      TensorException.class,
                      "the argument x of chain cannot be read: its memory belongs to another"
                          + " thread: the arena is confined",
                      "chainInto",
                      into,
                      out,
                      mine,
                      x,
                      1f),
              0);
      Thread.ofPlatform().start(elsewhere).join();
      assertThat(elsewhere.get()).isZero();
      MemorySegment memory = arena.allocate(16, 16).fill((byte) 7);
      FloatTensor readOnly = FloatTensor.wrap(memory.asReadOnly(), 4);
      refused(
          ShapeException.class,
          "cannot write to the output of chain: its memory is read-only",
          "chainInto",
          into,
          readOnly,
          x,
          x,
          1f);
      assertThat(memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)).containsOnly(7);
    }
    assertThat(data).containsOnly(SENTINEL);
  }
}
