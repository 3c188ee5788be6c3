package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.CompiledProgram;
import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.sections.Bits;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In results of 1 MiB and more a row's second vector begins with a cache line, and shares elements
 * with the first: the bits of scalar code, which has no vectors and which other tests compare with
 * the interpreter, also where the result is an operand.
 */
@Tag("jit")
class LargeArraysTest {

  private static final String PROGRAM =
      """
      export fn chain(x: f32[n, m], row: f32[m], column: f32[n, 1]) -> f32[n, m] {
          return maximum((x - column) * row, 0.0) + column
      }
      export fn doubles(x: f64[n, m]) -> f64[n, m] { return x * x - 1 }
      export fn twice(x: f32[n, m], row: f32[m]) -> f32[n, m] {
          var w = x + row
          w[i, j] = w[i, j] * 2
          w[:, 1:] = w[:, 1:] - x[:, :m - 1]
          w[:, 3:] = w[:, 3:] + w[:, :m - 3]
          return w
      }
      export fn layer_norm(x: f32[n, m], gamma: f32[m], beta: f32[m]) -> f32[n, m] {
          let centred = x - mean(x, axis=1, keepdims=true)
          let variance = mean(centred * centred, axis=1, keepdims=true)
          return centred * (1 / sqrt(variance + 1e-5)) * gamma + beta
      }
      export fn wider(x: u8[n, m], row: f32[m]) -> f32[n, m] { return astype(x, f32) * row }
      export fn two(x: f32[n, m]) -> (plus: f32[n, m], times: f32[n, m]) { return (x + 1, x * 3) }
      """;

  private static final CompiledProgram SCALAR = compiled(EngineMode.SCALAR);
  private static final CompiledProgram VECTOR = compiled(EngineMode.VECTOR);

  static IntStream sizes() {
    int[] all = {3, 15, 17, 33, 1024, 1025, 1040, 300_001};
    return IntStream.of(new Sample("large arrays").of(3, all));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int m) {
    var random = new Random(m);
    int n = 300_000 / m + 1;
    Tensor x = Awkward.tensor(DType.F32, random, n, m);
    Tensor row = Awkward.tensor(DType.F32, random, m);
    agree("chain", x, row, Awkward.tensor(DType.F32, random, n, 1));
    agree("doubles", Awkward.tensor(DType.F64, random, n, m));
    agree("twice", x, row);
    agree("layer_norm", x, row, Awkward.tensor(DType.F32, random, m));
    agree("wider", Awkward.tensor(DType.U8, random, n, m), row);
    agree("two", x);
  }

  private static CompiledProgram compiled(EngineMode engine) {
    return Tensorc.compile(new SourceText("test.tc", PROGRAM), Options.DEFAULT.withEngine(engine));
  }

  private static void agree(String function, Object... args) {
    Object expected = Engines.run(SCALAR.function(function), args);
    Object result = Engines.run(VECTOR.function(function), args);
    assertThat(Bits.difference(expected, result, 0)).as(function).isEmpty();
  }
}
