package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reductions over several axes that are no one row, around the sizes of vectors, and for float sums
 * of virtual lanes and of chunks: vector and scalar code, over arrays and native memory, give the
 * interpreter's bits.
 */
class MultiAxisReductionsTest {

  private static final String PROGRAM =
      """
      export fn weighted(x: f32[n, m], r: f32[m]) -> f32 { return sum(x * r) }
      export fn doubles(x: f64[n, m], r: f64[m]) -> f64 { return sum(x * r) }
      export fn exponentials(x: f32[n, m], r: f32[m]) -> f32 { return sum(exp(x * r)) }
      export fn part(x: f32[n, m]) -> f32 { return sum(x[:, 1:]) }
      export fn each(x: f32[k, n, m], r: f32[m]) -> f32[k] { return sum(x * r, axis=(1, 2)) }
      export fn product(x: f64[k, n, m], r: f64[n, 1]) -> f64[k] { return prod(x + r, axis=(1, 2)) }
      export fn three(x: f32[k, n, m], r: f32[n, m]) -> f32 { return sum(x + r) }
      export fn apart(x: f32[k, n, m], r: f32[k, m]) -> f32 { return sum(x * r[:, newaxis, :]) }
      export fn mean_of(x: f32[n, m], r: f32[m], s: f32) -> f32 { return mean((x - r) * s) + 1 }
      export fn spread(x: f32[n, m], r: f32[m]) -> f32 { return var(x * r) }
      export fn deviations(x: f64[k, n, m], r: f64[m]) -> f64[k] { return std(x - r, axis=(1, 2), correction=1) }
      export fn greatest(x: f32[n, m], r: f32[m]) -> f32 { return max(x * r) }
      export fn least(x: f64[k, n, m], r: f64[m]) -> f64[k] { return min(x + r, axis=(1, 2)) }
      export fn range(x: f32[k, n, m], r: f32[m]) -> f32[k] {
          return max(x - r, axis=(1, 2)) - min(x - r, axis=(1, 2))
      }
      export fn normal(x: f64[n, m], r: f64[m]) -> f64 {
          let y = x * r
          return sum(exp(y - max(y)))
      }
      export fn whole(x: i64[n, m], r: i64[m]) -> i64 { return sum(x * r) + max(x + r) }
      export fn some(x: f32[n, m], r: f32[m]) -> bool { return any(x > r) }
      export fn every(x: i32[k, n, m], r: i32[m]) -> bool[k] { return all(x != r, axis=(1, 2)) }
      export fn count(x: f64[n, m], r: f64[m]) -> i64 { return count_nonzero(x < r) }
      export fn halves(x: u8[n, m], r: f32[m]) -> f32 { return sum(astype(x, f32) * r) }
      export fn kept(x: f64[k, n, m], r: f64[m]) -> f64[k, 1, 1] {
          return sum(where(x < r, x, r), axis=(1, 2), keepdims=true)
      }
      """;

  private static final Engines ENGINES = Engines.of(PROGRAM);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 33, 64, 65, 127, 128, 513, 1023, 1024, 2050})
  void agree(int m) {
    var random = new Random(m);
    var sample = new Sample("spread reductions", m);
    for (int n : sample.of(1, 0, 1, 3)) {
      Tensor x = Awkward.tensor(DType.F32, random, n, m);
      Tensor row = Awkward.tensor(DType.F32, random, m);
      Tensor doubles = Awkward.tensor(DType.F64, random, n, m);
      Tensor doubleRow = Awkward.tensor(DType.F64, random, m);
      ENGINES.agreeInAnyLayout("weighted", x, row);
      ENGINES.agreeInAnyLayout("doubles", doubles, doubleRow);
      ENGINES.agreeInAnyLayout("exponentials", x, row);
      if (m > 0) {
        ENGINES.agreeInAnyLayout("part", x);
      }
      if (n * m > 0) {
        ENGINES.agreeInAnyLayout("greatest", x, row);
        ENGINES.agreeInAnyLayout("normal", doubles, doubleRow);
        Tensor longs = Awkward.tensor(DType.I64, random, n, m);
        ENGINES.agreeInAnyLayout("whole", longs, Awkward.tensor(DType.I64, random, m));
        ENGINES.agreeInAnyLayout("mean_of", x, row, 0.5f);
        ENGINES.agreeInAnyLayout("spread", x, row);
      }
      ENGINES.agreeInAnyLayout("halves", Awkward.tensor(DType.U8, random, n, m), row);
      ENGINES.agreeInAnyLayout("some", x, row);
      ENGINES.agreeInAnyLayout("count", doubles, doubleRow);
      for (int k : sample.of(1, 0, 1, 3)) {
        Tensor ints = Awkward.tensor(DType.I32, random, k, n, m);
        ENGINES.agreeInAnyLayout("every", ints, Awkward.tensor(DType.I32, random, m));
        Tensor cube = Awkward.tensor(DType.F32, random, k, n, m);
        ENGINES.agreeInAnyLayout("each", cube, row);
        ENGINES.agreeInAnyLayout("three", cube, x);
        ENGINES.agreeInAnyLayout("apart", cube, Awkward.tensor(DType.F32, random, k, m));
        Tensor doubleCube = Awkward.tensor(DType.F64, random, k, n, m);
        ENGINES.agreeInAnyLayout("product", doubleCube, Awkward.tensor(DType.F64, random, n, 1));
        if (n * m > 0) {
          ENGINES.agreeInAnyLayout("range", cube, row);
          ENGINES.agreeInAnyLayout("least", doubleCube, doubleRow);
        }
        ENGINES.agreeInAnyLayout("kept", doubleCube, doubleRow);
        if (n * m > 1) {
          ENGINES.agreeInAnyLayout("deviations", doubleCube, doubleRow);
        }
      }
    }
  }
}
