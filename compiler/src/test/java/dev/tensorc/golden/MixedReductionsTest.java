package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.ir.DType;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reductions in a wider dtype than that of their elements: lanes are those of the wider one. */
@ExtendWith(OnBigStack.class)
class MixedReductionsTest {

  private static final String PROGRAM =
      """
      export fn rows(x: %1$s[?, ?]) -> f64[?] { return sum(astype(x, f64), axis=1) }
      export fn columns(x: %1$s[?, ?]) -> f64[?] { return sum(astype(x, f64) * 0.1, axis=0) }
      export fn all_of(x: %1$s[?, ?]) -> f32 { return sum(astype(x, f32)) }
      export fn wider(x: %1$s[?, ?]) -> f64[?] { return astype(sum(astype(x, f32), axis=1), f64) / 3 }
      export fn thirds(x: %1$s[?, ?]) -> i64[?] { return sum(astype(x, i64), axis=1) // 3 }
      export fn counted(x: %1$s[?, ?]) -> i64[?] { return count_nonzero(x, axis=1) }
      export fn counted_down(x: %1$s[?, ?]) -> i64[?] { return count_nonzero(x, axis=0) }
      export fn some(x: %1$s[?, ?]) -> bool[?] { return any(x, axis=1) }
      export fn some_down(x: %1$s[?, ?]) -> bool[?] { return any(x, axis=0) }
      export fn each_down(x: %1$s[?, ?]) -> bool[?] { return all(x, axis=0) }
      export fn chosen(x: %1$s[?, ?], c: bool[?, ?]) -> f32[?] {
        return sum(where(c, astype(x, f32), -1.5), axis=1)
      }
      export fn beside(x: %1$s[?, ?]) -> (f64[?], most: i64[?]) {
        return (mean(astype(x, f64), axis=1), max(astype(x, i64), axis=1))
      }
      export fn centred(x: %1$s[?, ?]) -> f64[?, ?] {
        return x - mean(astype(x, f64), axis=1, keepdims=true)
      }
      export fn above(x: %1$s[?, ?]) -> bool[?, ?] {
        return astype(x, f64) > mean(astype(x, f64), axis=1, keepdims=true)
      }
      """;

  @Test
  void everyDtypeOverAwkwardSizes() {
    var random = new Random(3);
    for (DType d : DType.values()) {
      if (d.isShortFloat()) {
        continue; // scalar code
      }
      String program = PROGRAM.formatted(d.label());
      if (d == DType.BOOL) {
        program = program.replace("return x -", "return astype(x, f64) -");
      }
      Engines engines = Engines.of(program);
      for (long[] shape :
          new long[][] {{0, 3}, {1, 1}, {2, 7}, {3, 8}, {17, 9}, {2, 33}, {5, 70}}) {
        var x =
            d.isFloat() ? Awkward.fractions(d, random, shape) : Awkward.tensor(d, random, shape);
        for (String function : program.split("export fn ")) {
          if (function.contains("c: bool")) {
            engines.agree("chosen", x, Awkward.tensor(DType.BOOL, random, shape));
          } else if (function.contains("(")) {
            engines.agree(function.substring(0, function.indexOf('(')), x);
          }
        }
      }
    }
  }
}
