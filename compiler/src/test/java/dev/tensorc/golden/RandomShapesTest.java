package dev.tensorc.golden;

import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Dim;
import dev.tensorc.ir.TensorIr;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs of many kinds on arguments of random shapes and elements: every engine gives the
 * interpreter's bits, or its exception.
 */
class RandomShapesTest {

  private static final int RUNS = Sample.isFull() ? 40 : 12;
  private static final int[] SIZES = {0, 1, 1, 2, 3, 4, 5, 16, 17, 33};

  private static final SourceText SOURCE =
      new SourceText(
          "random.tc",
          """
          export fn rank3(a: f32[?, ?, ?], b: f32[?, ?], c: f32[?]) -> f32[?, ?, ?] { return a * b + c }
          export fn scalars(a: f32[?, ?], s: f32, t: f64) -> f64[?, ?] { return a * s + t }
          export fn rows(a: f32[n, m], b: f32[m]) -> f32[n, m] { return exp(a) / (1 + exp(b)) - log(a * a + 1) }
          export fn trig(a: f64[n, m], b: f64[?, ?]) -> f64[?, ?] { return sin(a * 1e7) + cos(b) * sqrt(log(b * b)) }
          export fn compare(a: f32[?, ?], b: f32[?, ?]) -> bool[?, ?] { return (a < b) & (a * a >= b) }
          export fn select(a: f32[?, ?], b: f32[?, ?], c: bool[?]) -> f32[?, ?] { return where(c, a, where(a < b, b, 3.0)) }
          export fn ints(a: i32[?, ?], b: i32[?, ?]) -> i32[?, ?] { return (a & b) ^ (a * b - maximum(a, b)) }
          export fn division(a: i32[?, ?], b: i32[?]) -> i32[?, ?] { return a // b + a % b }
          export fn longs(a: i64[?, ?], b: i64[?, ?]) -> i64[?, ?] { return abs(a) * b - ~b }
          export fn mixed(a: i32[?, ?], b: f32[?, ?]) -> f64[?, ?] { return a / 2 + b }
          export fn bytes(a: u8[?, ?], b: u8[?, ?]) -> u8[?, ?] { return a + b * 3 }
          export fn picture(a: u8[?, ?]) -> f32[?, ?] { return astype(a, f32) / 255 }
          export fn floors(a: f32[?, ?], b: f32[?]) -> f32[?, ?] { return a // b + a % b }
          export fn bools(a: bool[?, ?], b: bool[?, ?]) -> bool[?, ?] { return a & ~b | (a ^ b) }
          export fn sums(a: f32[?, ?, ?], b: f32[?]) -> f32[?, ?] { return sum(a * b, axis=0) }
          export fn total(a: f32[?, ?], b: f32[?]) -> f32 { return sum(a * b) }
          export fn ends02(a: f64[?, ?, ?]) -> f64[?] { return sum(a, axis=(0, 2)) }
          export fn centre(a: f32[?, ?]) -> f32[?, ?] { return a - mean(a, axis=-1, keepdims=true) }
          export fn spread(a: f32[?, ?]) -> f32[?, ?] { return a - max(a, axis=1, keepdims=true) + min(a, axis=0) }
          export fn softmax(x: f32[n, d]) -> f32[n, d] {
            let e = exp(x - max(x, axis=1, keepdims=true))
            return e / sum(e, axis=1, keepdims=true)
          }
          export fn counts(a: i32[?, ?]) -> i64[?] { return sum(a, axis=0) + max(a) }
          export fn trues(a: bool[?, ?]) -> i64[?] { return sum(a, axis=1) }
          export fn edges(p: f32[h, w, c]) -> f32[?, ?] {
            let g = mean(p, axis=2)
            let x = g[:-2, 2:] + 2 * g[1:-1, 2:] + g[2:, 2:] - g[:-2, :-2]
            let y = g[2:, :-2] + 2 * g[2:, 1:-1] + g[2:, 2:] - g[:-2, 1:-1]
            return sqrt(x * x + y * y)
          }
          export fn views(a: f32[n, m], b: f32[?]) -> f32[?, ?] { return (a + b)[::2, 1:] * 2 + b[1:] }
          export fn backwards(a: f32[n, m]) -> f32[?, ?] { return a.T[::-1] }
          export fn branches(a: f32[?, ?], b: f32[?, ?], s: f32) -> f32[?, ?] {
            let q = if s > 0.5 then a * 2 else b[1:]
            return q + 1
          }
          export fn joins(a: f32[?, ?], b: f32[?, ?], s: f32) -> f32[?, ?] { return if s > 0.5 then a + b else b }
          export fn numbers(a: f64, b: f64) -> f64 { return if a < b and b > 0.2 then exp(a) else log(b) + sin(a) }
          export fn literals(a: f32[?, 3]) -> f64[?, 3] { return a * astype([1, 2, 3], f32) + [[0.5], [2.5]][1] }
          export fn ends(a: f32[?, ?]) -> f32[?] { return a[1] + a[-2] + a[0, -1] }
          export fn names(a: f32[n, m], b: f32[m, n]) -> f32[n, m] { return a + b.T * len(b) + n }
          export fn norms(a: f32[n], b: f32[?]) -> f32[?] { return unit(a) + unit(b) }
          fn unit(x: f32[k]) -> f32[k] { return x / sqrt(sum(x * x)) }
          """);

  private static final TensorIr.Module MODULE = new Rendering(SOURCE, Options.DEFAULT).module();
  private static final Engines ENGINES = Engines.of(SOURCE);

  static Stream<String> functions() {
    return MODULE.functions().stream().map(TensorIr.Function::name);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void agree(String function) {
    List<TensorIr.Param> params = TensorIr.function(MODULE, function).orElseThrow().params();
    var random = new Random(31 * Sample.SEED + function.hashCode());
    for (int run = 0; run < RUNS; run++) {
      long[] sizes = {size(random), size(random), size(random)};
      ENGINES.agree(function, params.stream().map(p -> argument(p, sizes, random)).toArray());
    }
  }

  private static long size(Random random) {
    return SIZES[random.nextInt(SIZES.length)];
  }

  /** Most arguments have the same last sizes; some have a 1, or a size that does not fit. */
  private static Object argument(TensorIr.Param param, long[] sizes, Random random) {
    TensorIr.Value value = param.value();
    if (value.isScalar()) {
      return Awkward.number(value.dtype(), random.nextInt(9) - 4);
    }
    var shape = new long[value.rank()];
    for (int axis = 0; axis < shape.length; axis++) {
      long same = sizes[sizes.length - shape.length + axis];
      long odd = random.nextInt(10) == 0 ? 1 : random.nextInt(60) == 0 ? 5 : same;
      shape[axis] = value.shape().get(axis) instanceof Dim.Const c ? c.value() : odd;
    }
    var tensor = Awkward.tensor(value.dtype(), random, shape);
    return random.nextInt(4) == 0 ? Views.spreadCopy(tensor) : tensor;
  }
}
