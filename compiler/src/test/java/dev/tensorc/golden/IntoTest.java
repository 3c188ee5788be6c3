package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.sections.Bits;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that cannot be used is refused before anything is written. */
class IntoTest {

  private static final Engines ENGINES =
      Engines.of(
          """
          export fn chain(a: f32[?, ?], b: f32[?], c: f32[?, ?]) -> f32[?, ?] {
            return maximum(a * b + c, 0.0) - exp(c)
          }
          export fn late(a: f32[?, ?], b: f32[?], c: f32[?, ?]) -> f32[?, ?] {
            let q = if sum(b) > 1e6 then c[1:] else a * b
            return q + 1
          }
          export fn view(a: f32[n, m], b: f32[?], c: f32[?, ?]) -> f32[n, m] { return a }
          export fn rows(a: f32[n, m], b: f32[?], c: f32[?, ?]) -> f32[n, m] {
            let e = exp(a - max(a, axis=1, keepdims=true))
            return e / sum(e, axis=1, keepdims=true)
          }
          """);

  private final Random random = new Random(3);
  private final FloatTensor a = Floats.ROW_MAJOR.make(random, 4, 5);
  private final FloatTensor b = Floats.ROW_MAJOR.make(random, 5);
  private final FloatTensor c = Floats.ROW_MAJOR.make(random, 4, 1);

  private void refused(String function, FloatTensor out, String message) {
    ENGINES
        .functions(function)
        .forEach(
            (engine, f) -> {
              float[] before = out.array().clone();
              assertThatThrownBy(() -> f.invokeInto(out, a, b, c))
                  .as(engine)
                  .isInstanceOf(ShapeException.class)
                  .hasMessageStartingWith("cannot write to the output of " + function + ": ")
                  .hasMessageContaining(message);
              assertThat(out.array()).as(engine + ", after it refused").isEqualTo(before);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain", "late", "view", "rows"})
  void anotherShape(String function) {
    String message = ", but the result has shape [4, 5]";
    refused(function, FloatTensor.zeros(4, 6), "it has shape [4, 6]" + message);
    refused(function, FloatTensor.zeros(3, 5), "it has shape [3, 5]" + message);
    refused(function, FloatTensor.zeros(5, 4), "it has shape [5, 4]" + message);
    refused(function, FloatTensor.zeros(20), "it has shape [20]" + message);
    refused(function, FloatTensor.zeros(1, 4, 5), "it has shape [1, 4, 5]" + message);
    refused(function, FloatTensor.zeros(0, 5), "it has shape [0, 5]" + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain", "late", "view", "rows"})
  void memoryOfAnArgument(String function) {
    refused(function, a, "it shares memory with the argument a");
    float[] big = new float[60];
    System.arraycopy(a.array(), 0, big, 0, 20);
    FloatTensor start = FloatTensor.view(big, 0, new long[] {4, 5}, new long[] {5, 1});
    FloatTensor meets = FloatTensor.view(big, 19, new long[] {4, 5}, new long[] {5, 1});
    FloatTensor apart = FloatTensor.view(big, 20, new long[] {4, 5}, new long[] {5, 1});
    ENGINES
        .functions(function)
        .forEach(
            (engine, f) -> {
              float[] before = big.clone();
              assertThatThrownBy(() -> f.invokeInto(meets, start, b, c))
                  .as(engine)
                  .isInstanceOf(ShapeException.class)
                  .hasMessageContaining("it shares memory with the argument a");
              assertThat(big).as(engine).isEqualTo(before);
              f.invokeInto(apart, start, b, c);
              assertThat(Bits.difference(f.invoke(start, b, c), apart)).as(engine).isEmpty();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain", "late", "view", "rows"})
  void onePlaceForSeveralElements(String function) {
    FloatTensor repeated = FloatTensor.view(new float[30], 2, new long[] {4, 5}, new long[] {0, 1});
    refused(function, repeated, "axis 0 of size 4 has stride 0");
    FloatTensor windows = FloatTensor.view(new float[30], 0, new long[] {4, 5}, new long[] {2, 1});
    refused(function, windows, "several elements share one place");
  }

  @ParameterizedTest
  @ValueSource(strings = {"chain"})
  void argumentsThatDoNotFit(String function) {
    FloatTensor out = FloatTensor.zeros(4, 5);
    ENGINES
        .functions(function)
        .forEach(
            (engine, f) -> {
              assertThatThrownBy(() -> f.invokeInto(out, a, FloatTensor.zeros(4), c))
                  .as(engine)
                  .isInstanceOf(ShapeException.class)
                  .hasMessageStartingWith("a * b at test.tc:2:");
              assertThat(out.array()).as(engine).containsOnly(0f);
            });
  }
}
