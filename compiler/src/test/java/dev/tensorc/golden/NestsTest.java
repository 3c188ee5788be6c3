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

/**
 * Loops whose vectors' elements lie a few apart, or backwards, or whose rows stand side by side:
 * the interpreter's bits at the ends of vectors, and nothing stored in between.
 */
class NestsTest {

  static final String PROGRAM =
      """
      export fn halves(x: f32[n]) -> (low: f32[?], high: f32[?]) where n % 2 == 0 {
          return ((x[::2] + x[1::2]) * 0.5, (x[::2] - x[1::2]) * 0.5)
      }
      export fn thirds(x: i32[n]) -> i32[?] { return x[::3] * 3 + 1 }
      export fn fourths(x: f64[n]) -> f64[?] { return x[::4] * 2 - 1 }
      export fn flipped(x: f32[n, m]) -> f32[n, m] { return flip(x, axis=-1) + x }
      export fn backwards(x: i64[n]) -> i64[n] {
          var y = x
          y[::-1] = x * 2
          return y
      }
      export fn pairs(a: f32[n]) -> f32[n, 2] { return stack([cos(a), sin(a)], axis=-1) }
      export fn threes(a: f64[n, m]) -> f64[n, m, 3] { return stack([a * 2, a + 1, a], axis=-1) }
      export fn bytes(a: u8[n], b: u8[n]) -> u8[2 * n] {
          return reshape(stack([a, b], axis=1), (2 * n,))
      }
      export fn grey(image: u8[h, w, 3]) -> f32[h, w] {
          let x = astype(image, f32)
          return 0.299 * x[:, :, 0] + 0.587 * x[:, :, 1] + 0.114 * x[:, :, 2]
      }
      export fn crossed(a: f64[n, 3], b: f64[n, 3]) -> f64[n, 3] {
          let (a0, a1, a2) = unstack(a, axis=1)
          let (b0, b1, b2) = unstack(b, axis=1)
          return stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=1)
      }
      export fn units(v: f64[n, 3]) -> f64[n, 3] {
          return v / vector_norm(v, axis=1, keepdims=true)
      }
      export fn sums2(x: f32[n, 2]) -> f32[n] { return sum(x, axis=1) }
      export fn sums4(x: f32[n, m, 4]) -> f32[n, m] { return sum(x, axis=2) }
      export fn products(x: f64[n, 3]) -> f64[n] { return prod(x, axis=1) }
      export fn centred(x: f32[n, 4]) -> f32[n, 4] { return x - mean(x, axis=1, keepdims=true) }
      export fn largest(x: u8[n, 3]) -> (most: u8[n], least: u8[n]) {
          return (max(x, axis=1), min(x, axis=1))
      }
      export fn dilated(x: u8[h, w]) -> u8[?, ?] where h > 2, w > 2 {
          return max(sliding_window_view(x, (3, 3)), axis=(-2, -1))
      }
      export fn means5(x: f32[n]) -> f32[?] where n > 4 {
          return mean(sliding_window_view(x, 5), axis=-1)
      }
      export fn pooled(x: f32[h, w]) -> f32[h // 2, w // 2] where h % 2 == 0, w % 2 == 0 {
          return sum(reshape(x, (h // 2, 2, w // 2, 2)), axis=(1, 3))
      }
      export fn mixed(x: i32[n, 2], w: f32[2], y: f32[n]) -> f32[n] {
          return sum(astype(x, f32) * w, axis=1) + y
      }
      export fn divided(x: i32[n], y: i32[m]) -> i32[?] where m == 2 * n { return x // y[::2] }
      export fn flags(x: f64[n], y: f64[n]) -> bool[n, 1] { return (x < y)[:, newaxis] }
      export fn truths(x: f32[n, 2], y: f32[n]) -> bool[n, 2] { return x < y[:, newaxis] }
      export fn scaled(x: f32[n, 3], y: f32[n]) -> f32[n, 3] { return x * exp(y)[:, newaxis] }
      export fn lines(t: f64[n], p: f64[2, 2]) -> f64[n, 2] {
          let y[i, k] = p[0, k] + (p[1, k] - p[0, k]) * t[i] ** 3
          return y
      }
      export fn swapped(x: u8[h, w, 3]) -> u8[h, w, 3] { return x[:, :, ::-1] }
      export fn evens(x: i32[n]) -> i32[?] { return x[::2] }
      export fn last_first(x: f32[n, m]) -> f32[n, m] { return x[::-1, ::-1] }
      export fn rotated(x: f32[n, 2], a: f32[n]) -> f32[n, 2] {
          let y[i, k] = if k == 0 then x[i, 0] - a[i] * x[i, 1] else x[i, 1] + a[i] * x[i, 0] for i in 0:n, k in 0:2
          return y
      }
      export fn numbered(x: f64[h, n, 3]) -> f64[h, n, 3] {
          let y[i, j, k] = if i > k then x[i, j, k] * 2 else x[i, j, 2 - k] for i in 0:h, j in 0:n, k in 0:3
          return y
      }
      export fn turned(x: i16[5, n]) -> i16[5, n] { return roll(x, 3, axis=0) }
      export fn small(x: f32[?, ?], y: f32[?]) -> f32[?, 2] { return reshape(x, (len(x), 2)) * y[:, newaxis] }
      """;

  /** Rows that begin at computed places. */
  static final String ROWS =
      """
      export fn rows(t: f32[k, n], p: i32[m]) -> f32[m, n] { return t[p] * 2 }
      export fn same(t: i64[k, n], p: i32[m]) -> i64[m, n] { return take(t, p, axis=0) }
      export fn halves(t: f16[k, n], p: i32[m]) -> f32[m, n] { return astype(t[p], f32) }
      export fn truths(t: bool[k, n], p: i32[m]) -> bool[m, n] { return ~t[p] }
      export fn edges(t: f32[k, n], p: i32[m], q: i32[m]) -> f32[m, n] { return t[q] - t[p] }
      export fn weighed(t: f64[k, n], w: f64[k], p: i32[m]) -> f64[m, n] {
          return w[p][:, newaxis] * t[p]
      }
      export fn in_turn(t: f32[k, n], p: i32[m], q: i32[k]) -> f32[m, n] {
          let y[i, j] = t[q[p[i]], j]
          return y
      }
      export fn backwards(t: f32[k, n], p: i32[m]) -> f32[m, n] { return t[p][:, ::-1] + 1 }
      export fn bags(t: f32[k, n], p: i32[m, 3]) -> f32[m, n] { return mean(t[p], axis=1) }
      export fn most(t: i32[k, n], p: i32[m, 2], w: i32[m, 2]) -> i32[m, n] {
          let y[i, j] = max[l](t[p[i, l], j] * w[i, l])
          return y
      }
      export fn in_columns(t: f32[n, k], p: i32[m]) -> f32[n, m] { return t[:, p] }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);
  private static final Engines OF_ROWS = Engines.of(ROWS);

  static IntStream sizes() {
    int[] others = {
      1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 14, 15, 16, 17, 18, 23, 24, 25, 30, 31, 32, 33, 34, 47, 48,
      49, 62, 63, 64, 65, 66, 95, 96, 97, 127, 128, 129, 130, 193
    };
    int[] drawn = new Sample("nests").of(8, others);
    return IntStream.concat(IntStream.of(0, 8, 33, 64), IntStream.of(drawn));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agree(int n) {
    var random = new Random(n);
    Tensor f = floats(random, n);
    Tensor d = doubles(random, n, 3);
    ENGINES.agreeInAnyLayout("halves", floats(random, 2L * n));
    ENGINES.agreeInAnyLayout("thirds", Awkward.tensor(DType.I32, random, n));
    ENGINES.agreeInAnyLayout("fourths", doubles(random, 4L * n));
    ENGINES.agreeInAnyLayout("flipped", floats(random, 2, n));
    ENGINES.agreeInAnyLayout("backwards", Awkward.tensor(DType.I64, random, n));
    ENGINES.agreeInAnyLayout("pairs", f);
    ENGINES.agreeInAnyLayout("threes", doubles(random, 2, n));
    ENGINES.agreeInAnyLayout("bytes", bytes(random, n), bytes(random, n));
    ENGINES.agreeInAnyLayout("grey", bytes(random, 2, n, 3));
    ENGINES.agreeInAnyLayout("crossed", d, doubles(random, n, 3));
    ENGINES.agreeInAnyLayout("units", d);
    ENGINES.agreeInAnyLayout("sums2", floats(random, n, 2));
    ENGINES.agreeInAnyLayout("sums4", floats(random, 3, n, 4));
    ENGINES.agreeInAnyLayout("products", d);
    ENGINES.agreeInAnyLayout("centred", floats(random, n, 4));
    ENGINES.agreeInAnyLayout("largest", bytes(random, n, 3));
    ENGINES.agreeInAnyLayout("dilated", bytes(random, 4, n));
    ENGINES.agreeInAnyLayout("means5", f);
    ENGINES.agreeInAnyLayout("pooled", floats(random, 4, 2L * n));
    ENGINES.agreeInAnyLayout(
        "mixed", Awkward.tensor(DType.I32, random, n, 2), floats(random, 2), f);
    ENGINES.agreeInAnyLayout(
        "divided", Awkward.tensor(DType.I32, random, n), Awkward.tensor(DType.I32, random, 2L * n));
    ENGINES.agreeInAnyLayout("flags", doubles(random, n), doubles(random, n));
    ENGINES.agreeInAnyLayout("truths", floats(random, n, 2), f);
    ENGINES.agreeInAnyLayout("scaled", floats(random, n, 3), f);
    ENGINES.agreeInAnyLayout("lines", doubles(random, n), doubles(random, 2, 2));
    ENGINES.agreeInAnyLayout("swapped", bytes(random, 2, n, 3));
    ENGINES.agreeInAnyLayout("evens", Awkward.tensor(DType.I32, random, 2L * n));
    ENGINES.agreeInAnyLayout("last_first", floats(random, 3, n));
    ENGINES.agreeInAnyLayout("rotated", floats(random, n, 2), f);
    ENGINES.agreeInAnyLayout("numbered", doubles(random, 3, n, 3));
    ENGINES.agreeInAnyLayout("turned", Awkward.tensor(DType.I16, random, 5, n));
    ENGINES.agreeInAnyLayout("small", floats(random, n, 2), f);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void agreeWhereRowsBeginAtComputedPlaces(int n) {
    var random = new Random(n);
    for (int end : new int[] {4, 5}) { // there is no fifth row
      Tensor p = places(random, end, 7);
      Tensor q = places(random, end, 7);
      Tensor f = floats(random, 4, n);
      OF_ROWS.agreeInAnyLayout("rows", f, p);
      OF_ROWS.agreeInAnyLayout("same", Awkward.tensor(DType.I64, random, 4, n), p);
      OF_ROWS.agreeInAnyLayout("halves", Awkward.tensor(DType.F16, random, 4, n), p);
      OF_ROWS.agreeInAnyLayout("truths", Awkward.tensor(DType.BOOL, random, 4, n), p);
      OF_ROWS.agreeInAnyLayout("edges", f, p, q);
      OF_ROWS.agreeInAnyLayout("weighed", doubles(random, 4, n), doubles(random, 4), p);
      OF_ROWS.agreeInAnyLayout("in_turn", f, p, places(random, end, 4));
      OF_ROWS.agreeInAnyLayout("backwards", f, p);
      OF_ROWS.agreeInAnyLayout("bags", f, places(random, end, 5, 3));
      OF_ROWS.agreeInAnyLayout(
          "most",
          Awkward.tensor(DType.I32, random, 4, n),
          places(random, end, 5, 2),
          Awkward.tensor(DType.I32, random, 5, 2));
      OF_ROWS.agreeInAnyLayout("in_columns", floats(random, n, 4), p);
    }
  }

  /** From -4 on. */
  private static Tensor places(Random random, int end, long... shape) {
    int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    return IntTensor.of(random.ints(count, -4, end).toArray(), shape);
  }

  private static Tensor floats(Random random, long... shape) {
    return Awkward.tensor(DType.F32, random, shape);
  }

  private static Tensor doubles(Random random, long... shape) {
    return Awkward.tensor(DType.F64, random, shape);
  }

  private static Tensor bytes(Random random, long... shape) {
    return Awkward.tensor(DType.U8, random, shape);
  }
}
