package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sixteen threads call one class on shapes of their own, and get the bits that one thread gets with
 * plain loops. So they do where their loops are split, over one pool for all. {@code
 * -Dtensorc.threadCalls=15625} makes a million calls in all.
 */
class ThreadsTest {

  private static final int THREADS = 16;
  private static final int CALLS =
      Integer.getInteger("tensorc.threadCalls", Sample.isFull() ? 150 : 30);
  private static final int DIFFERENT_CALLS = 150;
  private static final int LARGEST = 300;
  private static final int SHORT_NANOS = 3_000;

  private static final SourceText SOURCE =
      new SourceText(
          "threads.tc",
          """
          export fn softmax(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] {
              let z = x + y
              let e = exp(z - max(z, axis=1, keepdims=true))
              return e / sum(e, axis=1, keepdims=true)
          }
          export fn columns(x: f32[?, ?], y: f32[?, ?]) -> f32[?] { return sum(x * y, axis=0) }
          export fn anyrank(x: f64[...]) -> f64[...] { return exp(x) - sum(x) }
          export fn product(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return (x + y) @ (x * y).T }
          """);

  private record Call(String function, List<Tensor> arguments) {

    static Call random(Random random) {
      long rows = size(random);
      long columns = size(random);
      return switch (random.nextInt(4)) {
        case 0 -> new Call("softmax", pair(random, rows, Math.max(columns, 1)));
        case 1 -> new Call("columns", pair(random, rows, columns));
        case 2 -> new Call("product", pair(random, rows, columns));
        default -> {
          var data = new double[(int) (2 * rows * columns)];
          java.util.Arrays.setAll(data, _ -> random.nextDouble());
          yield new Call("anyrank", List.of(DoubleTensor.of(data, 2, rows, columns)));
        }
      };
    }

    /** From 0 to 300, small ones more often. */
    private static long size(Random random) {
      return (long) Math.pow(LARGEST + 1, random.nextDouble()) - random.nextInt(2);
    }

    /** The second may stretch to the first. */
    private static List<Tensor> pair(Random random, long rows, long columns) {
      long otherRows = random.nextInt(3) == 0 ? 1 : rows;
      long otherColumns = random.nextInt(3) == 0 ? 1 : columns;
      return List.of(floats(random, rows, columns), floats(random, otherRows, otherColumns));
    }

    private static Tensor floats(Random random, long rows, long columns) {
      var data = new float[(int) (rows * columns)];
      for (int i = 0; i < data.length; i++) {
        data[i] = random.nextFloat();
      }
      return FloatTensor.of(data, rows, columns);
    }

    Object run(Program program) {
      return program.function(function).invoke(arguments.toArray());
    }
  }

  static Stream<Arguments> engines() {
    List<Arguments> all =
        List.of(
            Arguments.of(EngineMode.VECTOR, 1),
            Arguments.of(EngineMode.SCALAR, 1),
            Arguments.of(EngineMode.VECTOR, 3),
            Arguments.of(EngineMode.SCALAR, 3));
    return new Sample("engines of threads").of(2, all).stream();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void manyThreadsGiveTheBitsOfOne(EngineMode engine, int each) throws Exception {
    Options options = Options.DEFAULT.withEngine(engine);
    Program plain = Tensorc.compile(SOURCE, options.withThreads(Threads.ONE));
    Program program =
        Tensorc.compile(SOURCE, options.withThreads(Threads.of(each).fromNanos(SHORT_NANOS)));
    var calls = new ArrayList<Call>();
    var random = new Random(16);
    for (int i = 0; i < DIFFERENT_CALLS; i++) {
      calls.add(Call.random(random));
    }
    List<Object> expected = calls.stream().map(c -> c.run(plain)).toList();
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      var tasks = new ArrayList<Callable<Integer>>();
      for (int t = 0; t < THREADS; t++) {
        int first = t * 7;
        tasks.add(
            () -> {
              int wrong = 0;
              for (int i = 0; i < CALLS; i++) {
                int call = (first + i) % DIFFERENT_CALLS;
                wrong += calls.get(call).run(program).equals(expected.get(call)) ? 0 : 1;
              }
              return wrong;
            });
      }
      for (Future<Integer> wrong : threads.invokeAll(tasks)) {
        assertThat(wrong.get()).as("calls with other bits").isZero();
      }
    }
    System.out.printf(
        "%,d calls by %d threads, %s, %d threads each: %.1f s%n",
        (long) CALLS * THREADS, THREADS, engine, each, (System.nanoTime() - begin) / 1e9);
  }
}
