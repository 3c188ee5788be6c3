package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.runtime.Tensors;
import dev.tensorc.runtime.UByteTensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Views as Java code makes them are arguments like others: a program gives the same as for copies.
 */
class ViewArgumentsTest {

  private static final String BODIES =
      """
      export fn chain(x: T[n, m], y: T[n, m]) -> T[n, m] { return x * y + x }
      export fn grow(x: T[?, ?], y: T[?, ?]) -> T[?, ?] { return where(x > y, x, y) }
      export fn rows(x: T[n, m], y: T[n, m]) -> T[n] { return astype(sum(x * y, axis=1), T) }
      export fn columns(x: T[n, m], y: T[n, m]) -> T[m] { return max(x + y, axis=0) }
      export fn product(x: T[n, m], y: T[n, m]) -> T[n, n] { return x @ y.T }
      export fn any_rank(x: T[...], y: T[...]) -> T[...] { return x + y * x }
      export fn picked(x: T[n, m], y: T[n, m]) -> T[m, m] { return take(x, [1, 0], axis=0).T @ y[:2] }
      export fn flat(x: T[n, m], y: T[n, m]) -> T[n * m] { return reshape(x, -1) + reshape(y, n * m) }
      export fn wide(x: T[n, m], y: T[n, m]) -> T[?, n, 3] {
        return reshape(x, (-1, n, 3)) + reshape(y[:, ::-1], (-1, n, 3))
      }
      export fn changed(x: T[n, m], y: T[n, m]) -> T[n, m] {
        var z = x
        z[1:, :] = y[:-1, :]
        z[:, 0] += 1
        return z
      }
      """;

  /** Views of 5 x 18, over a tensor of at least 12 x 40. */
  private static Map<String, Tensor> views(Tensor x) {
    Map<String, Tensor> views = new LinkedHashMap<>();
    views.put("part", x.slice(0, 2, 7).slice(1, 3, 21));
    views.put("spread", x.slice(0, 0, 10, 2).slice(1, 1, 37, 2));
    views.put("backwards", x.slice(0, 9, -1, -2).slice(1, 17, -1, -1));
    views.put("transposed", x.slice(0, 0, 5).permute(1, 0).slice(0, 22, 4, -1).permute(1, 0));
    views.put("one row", x.select(0, 3).slice(0, 0, 18).broadcastTo(5, 18));
    views.put("one column", x.slice(0, 0, 5).slice(1, 8, 9).broadcastTo(5, 18));
    views.put("backwards column", x.slice(0, 8, -1, -2).slice(1, 8, 9).broadcastTo(5, 18));
    views.put("one element", x.select(0, 1).select(0, 1).broadcastTo(5, 18));
    return views;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f32", "i64", "u8"})
  void viewsGiveWhatCopiesGive(String dtype) {
    Random random = new Random(11);
    Engines engines =
        Engines.of(
            new SourceText(
                "views.tc", BODIES.replace("T[", dtype + "[").replace(", T)", ", " + dtype + ")")));
    Map<String, Tensor> lefts = views(numbers(random, dtype));
    Map<String, Tensor> rights = views(numbers(random, dtype));
    for (String function :
        new String[] {
          "chain",
          "grow",
          "rows",
          "columns",
          "product",
          "any_rank",
          "picked",
          "flat",
          "wide",
          "changed"
        }) {
      lefts.forEach(
          (left, x) -> {
            Tensor same = rights.get(left);
            engines.expect(onCopies(engines, function, x, same), function, x, same);
            Tensor plain = rights.get("part");
            engines.expect(onCopies(engines, function, plain, x), function, plain, x);
          });
    }
  }

  private static Object onCopies(Engines engines, String function, Tensor x, Tensor y) {
    return Engines.run(engines.reference(function), copy(x), copy(y));
  }

  private static Tensor copy(Tensor x) {
    return Tensors.of(x.type(), x.toArray(), x.shape());
  }

  private static Tensor numbers(Random random, String dtype) {
    UByteTensor small = UByteTensor.zeros(12, 40);
    random.nextBytes(small.array());
    Tensor numbers =
        switch (dtype) {
          case "f32" -> FloatTensor.zeros(12, 40);
          case "i64" -> LongTensor.zeros(12, 40);
          default -> small;
        };
    for (int i = 0; i < small.count(); i++) {
      switch (numbers.array()) {
        case float[] a -> a[i] = small.array()[i] / 4f;
        case long[] a -> a[i] = small.array()[i];
        default -> {}
      }
    }
    return numbers;
  }

  /** Whatever strides they have, views that show no element twice are outputs. */
  @Test
  void viewsAreOutputsUnlessTheyRepeat() {
    Engines engines = Engines.of("export fn f(x: f32[n, m]) -> f32[n, m] { return x + 1 }");
    FloatTensor x = FloatTensor.copyOf(new float[][] {{1, 2, 3}, {4, 5, 6}});
    engines
        .functions("f")
        .forEach(
            (engine, f) -> {
              FloatTensor whole = FloatTensor.zeros(6, 8);
              f.invokeInto(whole.slice(0, 5, 1, -2).slice(1, 1, 7, 2), x);
              assertThat(whole.toRows())
                  .as(engine)
                  .isDeepEqualTo(
                      new float[][] {
                        new float[8],
                        new float[8],
                        new float[8],
                        {0, 5, 0, 6, 0, 7, 0, 0},
                        new float[8],
                        {0, 2, 0, 3, 0, 4, 0, 0}
                      });
              assertThatThrownBy(() -> f.invokeInto(FloatTensor.zeros(2, 1).broadcastTo(2, 3), x))
                  .as(engine)
                  .isInstanceOf(ShapeException.class)
                  .hasMessageContaining(
                      "it is a broadcast view (axis 1 of size 3 has stride 0), so one place would"
                          + " hold 3 results");
            });
  }
}
