package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long kernels go over their rows in stages, block by block: 512 elements of f64, 1,024 of f32.
 * Rows around these sizes: the interpreter's bits, also where the result is an operand.
 */
class StagesTest {

  private static final String PROGRAM =
      """
      export fn call(s: f64[n], k: f64[n], t: f64[n], r: f64, sigma: f64) -> f64[n] {
          let sd = sigma * sqrt(t)
          let d1 = (log(s / k) + (r + sigma * sigma / 2) * t) / sd
          return s * cdf(d1) - k * exp(-r * t) * cdf(d1 - sd)
      }
      fn cdf[T: float](x: T[...]) -> T[...] { return 0.5 * (1 + erf(x / sqrt(2.0))) }
      export fn singles(x: f32[k, n], row: f32[n], column: f32[k, 1]) -> f32[k, n] {
          return tanh(x * row) + erf(x - column) * sin(row + column) - log(abs(x) + 1) * exp(-row)
      }
      export fn unknown(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] {
          return tanh(x * y) + erf(x - y) * sin(x + y) - log(abs(x) + 1) * exp(-y)
      }
      export fn in_place(x: f64[k, n]) -> f64[k, n] {
          var w = x + 1
          w[i, j] = tanh(w[i, j]) + erf(w[i, j] - 1) * cos(w[i, j]) + atan(w[i, j])
          return w
      }
      export fn two(x: f64[n], y: f64[n]) -> (first: f64[n], second: f64[n]) {
          let a = tanh(x) * cos(y)
          let b = erf(x * y) + atan(a)
          return (a - b, a + b * sin(x))
      }
      export fn mixed(x: f64[n], y: f32[n], z: i64[n]) -> f64[n] {
          let near = abs(x) < 1
          let a = where(near, tanh(x), erf(astype(y, f64)))
          return where(near, a * astype(z, f64), atan(a)) + sin(x) * astype(z // 3, f64)
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  static IntStream sizes() {
    int[] all = {0, 1, 3, 4, 5, 7, 8, 9, 16, 17, 511, 512, 513, 520, 1023, 1024, 1025, 2500};
    return IntStream.of(new Sample("stages").of(2, all));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int n) {
    var random = new Random(n);
    Tensor x = Awkward.tensor(DType.F64, random, n);
    Tensor y = Awkward.tensor(DType.F64, random, n);
    ENGINES.agreeInAnyLayout("call", x, y, Awkward.tensor(DType.F64, random, n), 0.05, 0.2);
    ENGINES.agreeInAnyLayout("two", x, y);
    Tensor ints = Awkward.tensor(DType.I64, random, n);
    ENGINES.agreeInAnyLayout("mixed", x, Awkward.tensor(DType.F32, random, n), ints);
    ENGINES.agreeInAnyLayout("in_place", Awkward.tensor(DType.F64, random, 2, n));
    Tensor row = Awkward.tensor(DType.F32, random, n);
    Tensor column = Awkward.tensor(DType.F32, random, 3, 1);
    Tensor matrix = Awkward.tensor(DType.F32, random, 3, n);
    ENGINES.agreeInAnyLayout("singles", matrix, row, column);
    ENGINES.agreeInAnyLayout("unknown", matrix, Awkward.tensor(DType.F32, random, 3, n));
    ENGINES.agreeInAnyLayout("unknown", matrix, column);
    ENGINES.agreeInAnyLayout("unknown", Awkward.tensor(DType.F32, random, 1, n), matrix);
  }

  @Test
  void stagesAreThere() {
    var classes = Tensorc.compile(new SourceText("test.tc", PROGRAM), Options.DEFAULT).classFiles();
    String vector =
        new String(classes.get("Test$Vector"), java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThat(vector).contains("Stage0", "Stage1", "Stage2");
  }
}
