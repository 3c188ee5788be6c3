package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reductions of rows whose elements lie apart, and over axes that are no one row, and transposes:
 * the interpreter's bits for rows that end at a vector, at the virtual lanes and at a chunk of
 * them.
 */
class RowsApartTest {

  private static final String PROGRAM =
      """
      export fn evens(x: f32[n]) -> f32 { return sum(x[::2]) }
      export fn second(x: f32[m, n, 2], y: f32[m, n, 2]) -> f32[m] {
          return sum(x[:, :, 1] * y[:, :, 0] - x[:, :, 0] * y[:, :, 1], axis=1)
      }
      export fn third(x: f64[m, n, 3]) -> f64[m] { return sum(x[:, :, 2], axis=1) / 3 }
      export fn backwards(x: f32[m, n], w: f32[n]) -> f32[m] { return sum(x[:, ::-1] * w, axis=1) }
      export fn product(x: f64[m, n, 2]) -> f64[m] { return prod(x[:, :, 0], axis=1) }
      export fn turned(x: f32[m, n], y: f32[n, m]) -> f32 { return sum(x * y.T) }
      export fn both(x: f64[m, n, 2]) -> (most: f64[m], total: f64[m]) {
          return (max(x[:, :, 1], axis=1), sum(x[:, :, 1], axis=1))
      }
      export fn most(x: u8[m, n, 3]) -> u8[m] { return max(x[:, :, 1], axis=1) }
      export fn counted(x: i32[n, m]) -> i64[m] { return sum(x.T > 1, axis=1) }
      export fn any_of(x: bool[n, m]) -> bool[m] { return any(x.T, axis=1) }
      export fn scaled(x: f32[m, n, 7], s: f32[m, n], w: f32[n, 7]) -> f32[m] {
          return sum(x * s[:, :, newaxis] * w, axis=(1, 2))
      }
      export fn long_rows(x: f32[m, 3, n], s: f32[m, 3]) -> f32[m] {
          return sum(x * s[:, :, newaxis], axis=(1, 2))
      }
      export fn outer_axes(x: f64[n, m, 4]) -> f64[m] { return sum(x, axis=(0, 2)) }
      export fn box(x: f32[h, w]) -> f32[?, ?] where h > 4, w > 10 {
          return mean(sliding_window_view(x, (5, 11)), axis=(-2, -1))
      }
      export fn box_product(x: f64[h, w]) -> f64[?, ?] where h > 4, w > 10 {
          return prod(sliding_window_view(x, (5, 11)), axis=(-2, -1))
      }
      export fn box_most(x: i16[h, w]) -> i16[?, ?] where h > 4, w > 10 {
          return max(sliding_window_view(x, (5, 11)), axis=(-2, -1))
      }
      export fn blocks(x: f32[h, 5, n, 6]) -> f32[h, n] { return sum(x, axis=(1, 3)) }
      export fn of_parts(x: f64[k, h, n]) -> f64[n] where h > 0 {
          return sum(permute_dims(x[:, 1:, :], (2, 0, 1)), axis=(1, 2))
      }
      export fn pulls(p: f64[n, 3], w: f64[n, n]) -> f64[n, 3] {
          let y[i, k] = sum[j](w[i, j] * (p[j, k] - p[i, k]))
          return y
      }
      export fn unit(x: f32[n, 1, 3], y: f32[3]) -> f32[n, 1] {
          return sum(maximum(x, y) - minimum(x, 1.25), axis=-1)
      }
      export fn units(x: f32[n, 1, 1]) -> f32 { return sum(sqrt(abs(x)) + x) }
      export fn centred(x: f64[n, 1, m]) -> f64[n, 1, m] {
          return x - mean(x, axis=-1, keepdims=true)
      }
      export fn transposed(x: f32[n, m]) -> f32[m, n] { return x.T }
      export fn rotated(x: f64[n, k, m], y: f64[m, n, k]) -> f64[m, n, k] {
          return sqrt(abs(permute_dims(x, (2, 0, 1)))) * y + y / 2 - 1
      }
      export fn swapped(x: i16[k, n, m], y: i16[k, m, n]) -> i16[k, m, n] {
          let z[h, j, i] = x[h, i, j] - y[h, j, i]
          return z
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  static IntStream sizes() {
    int[] others = {
      1, 2, 3, 4, 5, 7, 9, 10, 15, 16, 17, 23, 24, 25, 31, 32, 33, 47, 48, 49, 62, 63, 65, 127, 128,
      129, 145, 146, 147, 192, 255, 256, 257, 340, 341, 342, 511, 512, 513, 1023, 1024, 1025, 2049
    };
    int[] drawn = new Sample("rows apart").of(6, others);
    return IntStream.concat(IntStream.of(0, 8, 64, 1030), IntStream.of(drawn));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int n) {
    var random = new Random(n);
    Tensor pairs = floats(random, 3, n, 2);
    ENGINES.agreeInAnyLayout("evens", floats(random, 2L * n));
    ENGINES.agreeInAnyLayout("second", pairs, floats(random, 3, n, 2));
    ENGINES.agreeInAnyLayout("third", doubles(random, 3, n, 3));
    ENGINES.agreeInAnyLayout("backwards", floats(random, 3, n), floats(random, n));
    ENGINES.agreeInAnyLayout("product", doubles(random, 3, n, 2));
    ENGINES.agreeInAnyLayout("turned", floats(random, 3, n), floats(random, n, 3));
    ENGINES.agreeInAnyLayout("both", doubles(random, 3, n, 2));
    ENGINES.agreeInAnyLayout("most", Awkward.tensor(DType.U8, random, 3, n, 3));
    for (int m : new int[] {3, 17}) {
      ENGINES.agreeInAnyLayout("counted", Awkward.tensor(DType.I32, random, n, m));
      ENGINES.agreeInAnyLayout("any_of", Awkward.tensor(DType.BOOL, random, n, m));
      ENGINES.agreeInAnyLayout("outer_axes", doubles(random, n, m, 4));
    }
    ENGINES.agreeInAnyLayout(
        "scaled", floats(random, 3, n, 7), floats(random, 3, n), floats(random, n, 7));
    ENGINES.agreeInAnyLayout("long_rows", floats(random, 2, 3, n), floats(random, 2, 3));
    long width = 11L + Math.min(n, 70);
    ENGINES.agreeInAnyLayout("box", floats(random, 6, width));
    ENGINES.agreeInAnyLayout("box_product", doubles(random, 6, width));
    ENGINES.agreeInAnyLayout("box_most", Awkward.tensor(DType.I16, random, 6, width));
    ENGINES.agreeInAnyLayout("blocks", floats(random, 2, 5, n, 6));
    for (int k : new int[] {0, 1, 3}) {
      ENGINES.agreeInAnyLayout("of_parts", doubles(random, k, 4, n));
    }
    long few = Math.min(n, 70);
    ENGINES.agreeInAnyLayout("pulls", doubles(random, few, 3), doubles(random, few, few));
    ENGINES.agreeInAnyLayout("unit", floats(random, n, 1, 3), floats(random, 3));
    ENGINES.agreeInAnyLayout("units", floats(random, n, 1, 1));
    ENGINES.agreeInAnyLayout("centred", doubles(random, n, 1, 5));
    for (int m : new int[] {1, 9, 66}) {
      ENGINES.agreeInAnyLayout("transposed", floats(random, n, m));
      ENGINES.agreeInAnyLayout("rotated", doubles(random, n, 2, m), doubles(random, m, n, 2));
      ENGINES.agreeInAnyLayout(
          "swapped",
          Awkward.tensor(DType.I16, random, 2, n, m),
          Awkward.tensor(DType.I16, random, 2, m, n));
    }
  }

  private static Tensor floats(Random random, long... shape) {
    return Awkward.tensor(DType.F32, random, shape);
  }

  private static Tensor doubles(Random random, long... shape) {
    return Awkward.tensor(DType.F64, random, shape);
  }
}
