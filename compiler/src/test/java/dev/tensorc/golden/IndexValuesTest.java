package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indices as values, alone and beside arrays of each width, over rows of awkward lengths. */
@ExtendWith(OnBigStack.class)
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

  private static final String REDUCED =
      """
      export fn moments(x: T[?, ?]) -> T[?] { return sum(x * astype(arange(len(x.T)), T), axis=1) }
      export fn down(x: T[?, ?]) -> T[?] {
        return sum(x * astype(arange(len(x))[:, newaxis], T), axis=0)
      }
      export fn all_of_it(x: T[?, ?]) -> T { return sum(x * astype(arange(len(x.T)), T)) }
      export fn lower(x: T[?, ?]) -> T { return sum(tril(x)) }
      export fn lower_rows(x: T[?, ?]) -> T[?] { return prod(tril(x, k=1), axis=1) }
      export fn lower_columns(x: T[?, ?]) -> T[?] { return sum(triu(x, k=-2), axis=0) }
      export fn table(x: T[?, ?]) -> T[?] {
        let t[i] = sum[j](x[i, j] * astype(i * 3 + j, T))
        return t
      }
      export fn seen(x: T[?, ?]) -> bool[?] { return any((x > 0) & (arange(len(x.T)) < 9), axis=1) }
      export fn counted(x: T[?, ?]) -> i64[?] {
        return count_nonzero(x > astype(arange(len(x.T)), T), axis=1)
      }
      export fn after(x: T[?, ?]) -> T[?] { return sum(x, axis=1) * astype(arange(len(x)), T) }
      export fn weighed(x: T[?, ?]) -> T[?, ?] {
        let y = where(arange(len(x))[:, newaxis] >= arange(len(x.T)), x, -50)
        return y / (1 + sum(y * y, axis=1, keepdims=true))
      }
      export fn product(x: T[?, ?]) -> T[?, ?] {
        return x @ x.T + astype(arange(len(x)), T) * 2
      }
      export fn masked(x: T[?, ?]) -> T[?, ?] {
        return where(arange(len(x)) <= arange(len(x))[:, newaxis], x @ x.T, 0)
      }
      """;

  private static final String BY_LENGTH =
      """
      export fn padded(x: T[n, m], length: i64[n, 1]) -> T[?] {
        return sum(where(arange(m) < length, x, 0), axis=1)
      }
      export fn at(x: T[n, m], place: i64[n, 1]) -> T[?] {
        return sum(where(arange(m) - 1 == place, x, 0), axis=1)
      }
      export fn other(x: T[n, m], place: i64[n, 1]) -> T[?, ?] {
        return where(arange(m) != place, x, 0)
      }
      export fn mask(x: T[n, m], length: i64[n, 1]) -> bool[?, ?] { return 2 * arange(m) >= length }
      export fn both(x: T[n, m], length: i64[n, 1]) -> T[?, ?] {
        let inside = arange(m) < length
        return where(inside & (x > 0), x, astype(inside, T))
      }
      """;

  /** Kernels that reduce, and lengths that no index reaches. */
  @ParameterizedTest
  @EnumSource(names = {"F32", "F64"})
  void besideWhatIsReduced(DType dtype) {
    Engines engines =
        Engines.of((REDUCED + BY_LENGTH + MOST).replaceAll("(?<!\\.)\\bT\\b", dtype.label()));
    var random = new Random(2);
    for (long n : new long[] {0, 1, 3, 17}) {
      for (int m :
          new Sample("beside reductions", dtype, n)
              .of(5, 0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 65, 1030)) {
        var x = Awkward.fractions(dtype, random, n, m);
        for (String function : functions(REDUCED)) {
          engines.agree(function, x);
          engines.agree(function, Views.spreadCopy(x));
        }
        var length = Awkward.tensor(DType.I64, random, n, 1);
        for (String function : functions(BY_LENGTH + MOST)) {
          engines.agree(function, x, length);
        }
      }
    }
  }

  /** Some have more lanes than an index has. */
  @ParameterizedTest
  @EnumSource(names = {"U8", "I16", "I32"})
  void besideExtremesOfIntegers(DType dtype) {
    Engines engines = Engines.of(MOST.replaceAll("(?<!\\.)\\bT\\b", dtype.label()));
    var random = new Random(3);
    for (long m : new long[] {1, 7, 8, 9, 31, 32, 33, 65, 300}) {
      var x = Awkward.tensor(dtype, random, 5, m);
      for (String function : functions(MOST)) {
        engines.agree(function, x, Awkward.smallNumbers(DType.I64, random, 5, 1));
      }
    }
  }

  private static List<String> functions(String program) {
    return Stream.of(program.split("export fn "))
        .filter(f -> f.contains("("))
        .map(f -> f.substring(0, f.indexOf('(')))
        .toList();
  }

  private static final String MOST =
      """
      export fn most(x: T[n, m], length: i64[n, 1]) -> T[?] {
        return max(where(arange(m) < length, x, 0), axis=1)
      }
      export fn place(x: T[n, m], length: i64[n, 1]) -> i64[?] {
        return argmax(where(arange(m) < length, x, 0), axis=1)
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
