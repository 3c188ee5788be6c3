package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.CompiledProgram;
import dev.tensorc.ForkedJvm;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.sections.Bits;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The values between two kernels lie in the thread's memory, which stays from call to call: nobody
 * sees it, and nothing depends on its old contents.
 */
class PlanBuffersTest {

  static final String PROGRAM =
      """
      export fn weighted(row: f32[m], x: f32[n, m]) -> f32[n, m] { return exp(row) * x }
      export fn sums(row: f32[m], x: f32[n, m]) -> f32[m] { return sum(exp(row) * x, axis=0) }
      export fn spread(row: f32[m], x: f32[n, m]) -> f32[m] {
        var z = zeros((m + 2), dtype=f32)
        z[1:m + 1] = row
        return z[:-2] + z[2:] + exp(x[0])
      }
      export fn grown(row: f32[m], x: f32[n, m]) -> f32[?] {
        var rows: f32[?] = row
        for i in 0:3 { rows = concat([rows, exp(rows) + x[0, 0]]) }
        return rows
      }
      export fn picked(row: f32[m], x: f32[n, m], i: i64) -> f32[n, m] {
        let w = exp(row)
        return cumulated(w * x, w)[i, :] + w * x
      }
      fn cumulated(a: f32[n, m], w: f32[m]) -> f32[n, m] {
        var b = a
        for i in 1:n { b[i] = b[i - 1] + w }
        return b
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);
  private static final String[] FUNCTIONS = {"weighted", "sums", "spread", "grown"};

  /** Every function once, so that the thread's memory holds large values. */
  private static void soil(Function f) {
    FloatTensor row = filled(900, 900);
    FloatTensor x = filled(900, 9, 900);
    if (f.name().equals("picked")) {
      f.invoke(row, x, 0L);
    } else {
      f.invoke(row, x);
    }
  }

  private static FloatTensor filled(float value, long... shape) {
    FloatTensor t = FloatTensor.zeros(shape);
    java.util.Arrays.fill(t.array(), value);
    return t;
  }

  @Test
  void nothingDependsOnWhatAnotherCallLeft() {
    var random = new Random(7);
    for (int m : new int[] {1, 15, 16, 17, 64, 300}) {
      FloatTensor row = Floats.ROW_MAJOR.make(random, m);
      FloatTensor x = Floats.ROW_MAJOR.make(random, 5, m);
      for (String function : FUNCTIONS) {
        Object expected = Engines.run(ENGINES.reference(function), row, x);
        ENGINES
            .functions(function)
            .forEach(
                (engine, f) -> {
                  soil(f);
                  Object first = Engines.run(f, row, x);
                  soil(f);
                  assertThat(Bits.difference(expected, first)).as(engine).isEmpty();
                  Object[] inNative = {Views.inNative(row), Views.inNative(x)};
                  assertThat(Bits.difference(expected, Engines.run(f, inNative)))
                      .as(engine + ", native")
                      .isEmpty();
                  assertThat(Bits.difference(expected, first)).as(engine + ", later").isEmpty();
                });
      }
    }
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    var random = new Random(8);
    FloatTensor row = Floats.ROW_MAJOR.make(random, 200);
    FloatTensor x = Floats.ROW_MAJOR.make(random, 40, 200);
    try (var pool = Executors.newFixedThreadPool(4)) {
      for (String function : FUNCTIONS) {
        Object expected = Engines.run(ENGINES.reference(function), row, x);
        var tasks = new ArrayList<Callable<Void>>();
        ENGINES
            .functions(function)
            .forEach(
                (engine, f) -> {
                  for (int i = 0; i < 8; i++) {
                    tasks.add(
                        () -> {
                          Object result = Engines.run(f, row, x);
                          soil(f);
                          assertThat(Bits.difference(expected, result)).as(engine).isEmpty();
                          return null;
                        });
                  }
                });
        for (Future<Void> done : pool.invokeAll(tasks)) {
          done.get();
        }
      }
    }
  }

  @Test
  void aCallThatFailsLeavesTheNextOneRight() {
    var random = new Random(9);
    FloatTensor row = Floats.ROW_MAJOR.make(random, 33);
    FloatTensor x = Floats.ROW_MAJOR.make(random, 4, 33);
    Object expected = Engines.run(ENGINES.reference("picked"), row, x, 3L);
    ENGINES
        .functions("picked")
        .forEach(
            (engine, f) -> {
              for (int i = 0; i < 3; i++) {
                assertThat(Bits.difference(expected, Engines.run(f, row, x, 3L)))
                    .as(engine)
                    .isEmpty();
                assertThatThrownBy(() -> f.invoke(row, x, 4L))
                    .as(engine)
                    .isInstanceOf(ShapeException.class);
              }
            });
  }

  /** The memory that the thread keeps does not keep the program. */
  @Test
  void programsAreUnloaded() throws Throwable {
    WeakReference<ClassLoader> loader = used();
    for (int i = 0; i < 100 && loader.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(loader.get()).isNull();
  }

  private static WeakReference<ClassLoader> used() throws Throwable {
    CompiledProgram program = Tensorc.compile(new SourceText("test.tc", PROGRAM), Options.DEFAULT);
    Class<?> facade = new TestLoader(program.classFiles(), true).loadClass(program.className());
    MethodType type =
        MethodType.methodType(FloatTensor.class, FloatTensor.class, FloatTensor.class);
    MethodHandle f = MethodHandles.publicLookup().findStatic(facade, "weighted", type);
    FloatTensor row = filled(1, 100);
    FloatTensor x = filled(2, 3, 100);
    for (boolean inNative : new boolean[] {false, true}) {
      var result = (FloatTensor) f.invokeExact(stored(row, inNative), stored(x, inNative));
      assertThat(result.count()).isEqualTo(300);
    }
    return new WeakReference<>(facade.getClassLoader());
  }

  /** A function, whether it is vector code, and whether its arguments lie in native memory. */
  static Stream<Arguments> calls() {
    List<Arguments> all =
        List.of(
            Arguments.of("weighted", true, false),
            Arguments.of("weighted", false, false),
            Arguments.of("weighted", true, true),
            Arguments.of("spread", true, false),
            Arguments.of("spread", true, true));
    return new Sample("calls that allocate nothing").of(1, all).stream();
  }

  /**
   * Once the JIT has compiled it: vectors are objects before that. In a JVM of its own, for the JIT
   * inlines the JDK's memory segments by the profiles that other programs have left.
   */
  @ParameterizedTest
  @MethodSource("calls")
  void callsIntoAResultAllocateNothing(String function, boolean vector, boolean inNative)
      throws Exception {
    ForkedJvm jvm =
        ForkedJvm.run(
            "-XX:TieredStopAtLevel=4",
            "-ea",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            ForkedJvm.CLASS_PATH,
            AllocatedBytes.class.getName(),
            function,
            Boolean.toString(vector),
            Boolean.toString(inNative));
    assertThat(jvm.exit()).as(jvm::err).isZero();
    assertThat(jvm.out()).isEqualToIgnoringNewLines("0 bytes in 200 calls");
  }

  private static FloatTensor stored(FloatTensor t, boolean inNative) {
    return inNative ? (FloatTensor) Views.inNative(t) : t;
  }
}
