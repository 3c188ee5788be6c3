package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows of native memory that end with a whole vector, where a part is stored again, or under a
 * mask: the interpreter's bits, with any bytes between rows, and where an operand is stored to.
 */
class RowEndsTest {

  private static final String PROGRAM =
      """
      export fn chain(x: f32[n, m], mu: f32[n, 1], scale: f32[m], g: f32[n, 1], b: f32) -> f32[n, m] {
          return maximum((x - mu) * scale + b, 0.0) * g
      }
      export fn doubles(x: f64[k, n, m], y: f64[n, m]) -> f64[k, n, m] { return x * y - 1 }
      export fn many(x: f64[n, m], y: f64[m]) -> f64[n, m] { return x * y - 1 }
      export fn bytes(x: u8[n, m], weight: f32[m]) -> f32[n, m] { return astype(x, f32) * weight }
      export fn truths(x: f32[n, m], most: f32[m]) -> bool[n, m] { return x < most }
      export fn unknown(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] { return x + y }
      export fn twice(x: f32[n, m], y: f32[m]) -> f32[n, m] {
          var w = x + y
          w[i, j] = w[i, j] * 2
          w[:, 1:] = w[:, 1:] - x[:, :m - 1]
          return w
      }
      export fn shifted(x: f32[n, m], y: f32[m]) -> f32[n, m] {
          var w = x * y
          w[:, 3:] = w[:, 3:] + w[:, :m - 3]
          w[:, :m - 5] = w[:, :m - 5] - w[:, 5:]
          return w
      }
      export fn small(x: i8[n, m], y: i8[n, m]) -> i8[n, m] { return maximum(x, y) - x }
      export fn divided(x: i32[n, m], y: i32[m]) -> i32[n, m] { return x // y }
      export fn two(x: f32[n, m], y: f32[n, m]) -> (plus: f32[n, m], times: f32[n, m]) {
          return (x + y, x * y)
      }
      export fn layer_norm(x: f32[n, m], gamma: f32[m], beta: f32[m]) -> f32[n, m] {
          let centred = x - mean(x, axis=1, keepdims=true)
          let variance = mean(centred * centred, axis=1, keepdims=true)
          return centred * (1 / sqrt(variance + 1e-5)) * gamma + beta
      }
      export fn products(x: f32[n, m], q: f32[m]) -> f32[n] { return x @ q }
      export fn distances(x: f64[n, m], q: f64[m]) -> f64[n] { return sum((x - q) ** 2, axis=1) }
      export fn largest(x: u8[n, m], q: u8[m]) -> u8[n] { return max(x - q, axis=1) }
      export fn weighted(x: f32[n, m], q: f32[m], g: f32[m]) -> f32[n, m] {
          return x / sum(x * q, axis=1, keepdims=true) * g
      }
      export fn stretched(x: f32[?, ?], q: f32[?], g: f32[?, ?]) -> f32[?] {
          return sum(x * q * g, axis=1)
      }
      export fn ints(x: i32[n, m], y: i16[m], z: i64[n, 1]) -> i64[n, m] {
          return astype(x, i64) * astype(y, i64) + z
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  /** Always one with a row of whole vectors behind its first element that goes in pairs of them. */
  static IntStream sizes() {
    int[] others = {
      1, 7, 15, 16, 17, 24, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 128, 129, 200, 255, 511, 640,
      1000, 1023, 1024, 1025, 2048, 2100, 4173
    };
    int[] drawn = new Sample("row ends").of(11, others);
    return IntStream.concat(IntStream.of(513), IntStream.of(drawn));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int m) {
    var random = new Random(m);
    for (int n : new Sample("rows that end", m).of(1, 1, 3)) {
      Tensor x = Awkward.tensor(DType.F32, random, n, m);
      Tensor y = Awkward.tensor(DType.F32, random, n, m);
      Tensor row = Awkward.tensor(DType.F32, random, m);
      Tensor column = Awkward.tensor(DType.F32, random, n, 1);
      ENGINES.agreeInAnyLayout("chain", x, column, row, column, 0.5f);
      ENGINES.agreeInAnyLayout("truths", x, row);
      ENGINES.agreeInAnyLayout("unknown", x, y);
      ENGINES.agreeInAnyLayout("unknown", x, column);
      ENGINES.agreeInAnyLayout("unknown", x, Awkward.tensor(DType.F32, random, 1, m));
      ENGINES.agreeInAnyLayout("twice", x, row);
      ENGINES.agreeInAnyLayout("shifted", x, row);
      Tensor bytes = Awkward.tensor(DType.I8, random, n, m);
      ENGINES.agreeInAnyLayout("small", bytes, Awkward.tensor(DType.I8, random, n, m));
      ENGINES.agreeInAnyLayout("two", x, y);
      ENGINES.agreeInAnyLayout("layer_norm", x, row, row);
      ENGINES.agreeInAnyLayout("products", x, row);
      ENGINES.agreeInAnyLayout(
          "largest", Awkward.tensor(DType.U8, random, n, m), Awkward.tensor(DType.U8, random, m));
      ENGINES.agreeInAnyLayout("weighted", x, row, row);
      ENGINES.agreeInAnyLayout("stretched", x, row, y);
      ENGINES.agreeInAnyLayout("stretched", x, row, column);
      Tensor doubles = Awkward.tensor(DType.F64, random, 2, n, m);
      ENGINES.agreeInAnyLayout("doubles", doubles, Awkward.tensor(DType.F64, random, n, m));
      ENGINES.agreeInAnyLayout(
          "distances",
          Awkward.tensor(DType.F64, random, n, m),
          Awkward.tensor(DType.F64, random, m));
      ENGINES.agreeInAnyLayout("bytes", Awkward.tensor(DType.U8, random, n, m), row);
      Tensor ints = Awkward.tensor(DType.I32, random, n, m);
      ENGINES.agreeInAnyLayout("divided", ints, nonZero(random, m));
      Tensor shorts = Awkward.tensor(DType.I16, random, m);
      ENGINES.agreeInAnyLayout("ints", ints, shorts, Awkward.tensor(DType.I64, random, n, 1));
    }
  }

  /** The result is so large that longer rows go in pairs of vectors, too. */
  @ParameterizedTest
  @ValueSource(ints = {257, 1000})
  void manyRowsAgree(int m) {
    var random = new Random(m);
    int n = (1 << 18) / m + 1;
    Object[] args = {Awkward.tensor(DType.F64, random, n, m), Awkward.tensor(DType.F64, random, m)};
    Object expected = Engines.run(ENGINES.reference("many"), args);
    ENGINES.expectOfCompiled(expected, "many", args);
  }

  private static Tensor nonZero(Random random, int m) {
    var a = new int[m];
    Arrays.setAll(a, i -> random.nextInt(1, 50) * (i % 3 == 0 ? -1 : 1));
    return IntTensor.of(a, m);
  }
}
