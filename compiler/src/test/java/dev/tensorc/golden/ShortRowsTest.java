package dev.tensorc.golden;

import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows that are no longer than the virtual lanes of a sum are reduced with results side by side, by
 * a tree that is walked leaf by leaf: every length, many numbers of rows, the same bits everywhere.
 */
class ShortRowsTest {

  private static final int[] RESULTS = {1, 7, 15, 16, 17, 31, 33, 63, 64, 65, 130};

  private static final String PROGRAM =
      """
      export fn total(a: T[?, ?]) -> T[?] { return sum(a, axis=1) }
      export fn product(a: T[?, ?]) -> T[?] { return prod(a, axis=1) }
      export fn most(a: T[?, ?]) -> T[?] { return max(a * a, axis=1) - 1 }
      export fn length(a: T[?, ?]) -> T[?] { return sqrt(sum(a * a, axis=1)) }
      export fn distances(p: T[n, dims], q: T[m, dims]) -> T[n, m] {
          let d[i, j] = sum[k]((p[i, k] - q[j, k]) ** 2)
          return d
      }
      export fn batched(p: T[b, n, dims], q: T[b, m, dims], r: T[m, dims]) -> T[b, n, m] {
          let d[h, i, j] = sum[k](p[h, i, k] * r[j, k] - q[h, j, k])
          return d
      }
      export fn several(p: T[b, n, dims], r: T[m, dims]) -> T[b, n, m] {
          let d[h, i, j] = sum[k](p[h, i, k] * r[j, k] - 1)
          return d
      }
      export fn weighted(p: T[n, dims], q: T[n, m, dims], w: T[m]) -> T[n, m] {
          let d[i, j] = sum[k](abs(p[i, k] - q[i, j, k]) + w[j])
          return d * w
      }
      """;

  private static Engines engines(DType dtype) {
    return Engines.of(PROGRAM.replace("T", dtype.label()));
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agree(DType dtype) {
    Engines engines = engines(dtype);
    var random = new Random(11);
    for (int k : new Sample("short rows", dtype).of(3, IntStream.rangeClosed(0, 66).toArray())) {
      for (int results : k % 9 == 0 ? RESULTS : new int[] {16, 67}) {
        Tensor rows = Awkward.tensor(dtype, random, results, k);
        for (String function : new String[] {"total", "product", "most", "length"}) {
          engines.agree(function, rows);
        }
        for (int n : new Sample("points", dtype, k, results).of(2, 1, 2, 5)) {
          Tensor batches = Awkward.tensor(dtype, random, 2, n, k);
          engines.agree("several", batches, rows);
          engines.agree("batched", batches, Awkward.tensor(dtype, random, 2, results, k), rows);
          Tensor p = Awkward.tensor(dtype, random, n, k);
          engines.agree("distances", p, rows);
          engines.agree(
              "weighted",
              p,
              Awkward.tensor(dtype, random, n, results, k),
              Awkward.tensor(dtype, random, results));
        }
      }
    }
  }

  /** More results than are laid out at a time, at more points of the outer axes than are. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void agreeInParts(DType dtype) {
    Engines engines = engines(dtype);
    var random = new Random(12);
    for (int k : new Sample("short rows in parts", dtype).of(1, 1, 6, 33)) {
      Tensor rows = Awkward.tensor(dtype, random, 1100, k);
      engines.agree("distances", Awkward.tensor(dtype, random, 9, k), rows);
      Tensor points = Awkward.tensor(dtype, random, 2, 3, k);
      engines.agree("several", points, rows);
      engines.agree("batched", points, Awkward.tensor(dtype, random, 2, 1100, k), rows);
    }
  }
}
