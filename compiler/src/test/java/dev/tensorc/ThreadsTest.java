package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.Program;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sixteen threads call one class on shapes of their own, and get the bits that one thread gets. */
class ThreadsTest {

  private static final int THREADS = 16;
  private static final int CALLS = 150;

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
      long rows = 1 + random.nextInt(40);
      long columns = 1 + random.nextInt(70);
      return switch (random.nextInt(4)) {
        case 0 -> new Call("softmax", pair(random, rows, columns));
        case 1 -> new Call("columns", pair(random, rows, columns));
        case 2 -> new Call("product", pair(random, rows, columns));
        default -> {
          var data = new double[(int) (2 * rows * columns)];
          java.util.Arrays.setAll(data, _ -> random.nextDouble());
          yield new Call("anyrank", List.of(DoubleTensor.of(data, 2, rows, columns)));
        }
      };
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

  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"VECTOR", "SCALAR"})
  void manyThreadsGiveTheBitsOfOne(EngineMode engine) throws Exception {
    Program program = Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine));
    var calls = new ArrayList<Call>();
    var random = new Random(16);
    for (int i = 0; i < CALLS; i++) {
      calls.add(Call.random(random));
    }
    List<Object> expected = calls.stream().map(c -> c.run(program)).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      var tasks = new ArrayList<Callable<List<Object>>>();
      for (int t = 0; t < THREADS; t++) {
        int first = t * 7;
        tasks.add(
            () -> {
              var results = new ArrayList<>(expected);
              for (int i = 0; i < CALLS; i++) {
                int call = (first + i) % CALLS;
                results.set(call, calls.get(call).run(program));
              }
              return results;
            });
      }
      for (Future<List<Object>> results : threads.invokeAll(tasks)) {
        assertThat(results.get()).isEqualTo(expected);
      }
    }
  }
}
