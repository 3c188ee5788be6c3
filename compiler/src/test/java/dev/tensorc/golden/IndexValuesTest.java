package dev.tensorc.golden;

import dev.tensorc.ir.DType;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Indices as values, alone and beside arrays of each width, over rows of awkward lengths. */
class IndexValuesTest {

  private static final String CREATED =
      """
      export fn counted(n: i64) -> i64[n] { return arange(n) * 3 - 7 }
      export fn bytes_of(n: i64) -> u8[n] { return astype(arange(n), u8) }
      export fn spaced(n: i64) -> f64[n] { return linspace(-1, 2, n) }
      export fn unit(n: i64) -> f32[n, n] { return eye(n, dtype=f32) }
      export fn uniform(n: i64) -> f64[n] { return random_uniform(5, n) }
      export fn uniform32(n: i64) -> f32[3, n] { return random_uniform(5, (3, n), dtype=f32) }
      export fn normal(n: i64) -> f64[2, n] { return random_normal(5, (2, n)) }
      export fn normal32(n: i64) -> f32[n] { return random_normal(5, n, dtype=f32) }
      export fn table(n: i64) -> i64[4, n] {
        let t[i, j] = 10 * i - j for i in 0:4, j in 0:n
        return t
      }
      export fn outside(n: i64) -> i64[4, n] {
        let t[i, j] = i * i for i in 0:4, j in 0:n
        return t
      }
      export fn truths(n: i64) -> bool[n] { return arange(n) % 3 == 1 }
      export fn added(n: i64) -> i64 { return sum(arange(n) * arange(n)) }
      """;

  private static final String BESIDE =
      """
      export fn lower_%1$s(x: %1$s[?, ?]) -> %1$s[?, ?] { return tril(x, k=1) }
      export fn upper_%1$s(x: %1$s[?, ?]) -> %1$s[?, ?] { return triu(x) }
      export fn weighed_%1$s(x: %1$s[?, ?], w: %1$s[?, ?]) -> f64[?, ?] {
        return (x + w) * linspace(0, 1, len(x.T))
      }
      """;

  @Test
  void madeOfNothingElse() {
    Engines engines = Engines.of(CREATED);
    for (String function : CREATED.split("export fn ")) {
      if (function.contains("(")) {
        for (int n : new int[] {0, 1, 2, 7, 8, 9, 16, 17, 65, 300}) {
          engines.agree(function.substring(0, function.indexOf('(')), (long) n);
        }
      }
    }
  }

  @Test
  void besideArrays() {
    var random = new Random(1);
    for (DType d : new DType[] {DType.U8, DType.I16, DType.U32, DType.F32, DType.F64}) {
      Engines engines = Engines.of(BESIDE.formatted(d.label()));
      for (long n : new long[] {1, 3, 8, 17, 40}) {
        for (long m : new long[] {1, 5, 16, 33}) {
          var x = Awkward.tensor(d, random, n, m);
          engines.agree("lower_" + d.label(), x);
          engines.agree("upper_" + d.label(), x);
          engines.agree("lower_" + d.label(), Views.spreadCopy(x));
          engines.agree("weighed_" + d.label(), x, Awkward.tensor(d, random, 1, m));
        }
      }
    }
  }
}
