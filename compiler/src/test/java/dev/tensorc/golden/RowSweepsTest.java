package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that are swept several times, and results that a sweep which reduces stores beside it. Rows
 * around the sizes of chunks and parts: the interpreter's bits, in matrices of no row, of one and
 * of several, and where rows do not follow each other.
 */
class RowSweepsTest {

  private static final String PROGRAM =
      """
      export fn softmax(x: f32[n, m]) -> f32[n, m] {
          let e = exp(x - max(x, axis=-1, keepdims=true))
          return e / sum(e, axis=-1, keepdims=true)
      }
      export fn layer_norm(x: f32[n, m], gamma: f32[m], beta: f32[m]) -> f32[n, m] {
          let centred = x - mean(x, axis=1, keepdims=true)
          let variance = mean(centred * centred, axis=1, keepdims=true)
          return centred * (1 / sqrt(variance + 1e-5)) * gamma + beta
      }
      export fn centred(x: f64[k, n, m]) -> f64[k, n, m] { return x - mean(x, axis=-1, keepdims=true) }
      export fn unknown(x: f32[?, ?], y: f32[?, ?]) -> f32[?, ?] {
          return x * y - max(x * 2, axis=-1, keepdims=true)
      }
      export fn of_ints(x: i32[n, m]) -> i32[n, m] { return x - min(x, axis=-1, keepdims=true) }
      export fn same_for_all(x: f32[n, m], row: f32[m]) -> f32[n, m] { return x - sum(row) }
      export fn and_squares(x: f32[n, m]) -> (twice: f32[n, m], squares: f32[n]) {
          return (x * 2, sum(x * x, axis=1))
      }
      export fn long_and_sum(x: f64[n, m]) -> (values: f64[n, m], total: f64[n]) {
          let e = exp(x) * tanh(x)
          return (e, sum(e, axis=1))
      }
      export fn and_both(x: f32[n, m]) -> (out: f32[n, m], lowest: f32[n], sums: f32[n]) {
          return (x + 1, min(x, axis=1), sum(x, axis=1))
      }
      export fn and_place(x: f32[n, m]) -> (out: f32[n, m], place: i64[n]) {
          return (x + 1, argmax(x, axis=1))
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  static IntStream sizes() {
    int[] all = {1, 7, 16, 17, 33, 64, 100, 256, 257, 1000, 1024, 1025, 2048, 5000};
    return IntStream.of(new Sample("row sweeps").of(6, all));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int m) {
    var random = new Random(m);
    for (int n : m == 16 ? new int[] {0, 1, 2} : new int[] {1, 3}) {
      Tensor x = Awkward.tensor(DType.F32, random, n, m);
      Tensor row = Awkward.tensor(DType.F32, random, m);
      ENGINES.agreeInAnyLayout("softmax", x);
      ENGINES.agreeInAnyLayout("layer_norm", x, row, Awkward.tensor(DType.F32, random, m));
      Tensor fractions = Awkward.fractions(DType.F32, random, n, m);
      ENGINES.agreeInAnyLayout("softmax", fractions);
      ENGINES.agreeInAnyLayout("layer_norm", fractions, row, row);
      ENGINES.agreeInAnyLayout("centred", Awkward.tensor(DType.F64, random, 3, n, m));
      // the mean of a long row of awkward numbers is NaN, and so is that of any other row
      ENGINES.agreeInAnyLayout("centred", Awkward.fractions(DType.F64, random, 3, n, m));
      ENGINES.agreeInAnyLayout("unknown", x, Awkward.tensor(DType.F32, random, n, m));
      ENGINES.agreeInAnyLayout("unknown", x, Awkward.tensor(DType.F32, random, 1, m));
      ENGINES.agreeInAnyLayout("unknown", x, Awkward.tensor(DType.F32, random, n, 1));
      ENGINES.agreeInAnyLayout("of_ints", Awkward.tensor(DType.I32, random, n, m));
      ENGINES.agreeInAnyLayout("same_for_all", x, row);
      ENGINES.agreeInAnyLayout("and_squares", x);
      ENGINES.agreeInAnyLayout("long_and_sum", Awkward.tensor(DType.F64, random, n, m));
      ENGINES.agreeInAnyLayout("and_both", x);
      ENGINES.agreeInAnyLayout("and_place", x);
    }
  }
}
