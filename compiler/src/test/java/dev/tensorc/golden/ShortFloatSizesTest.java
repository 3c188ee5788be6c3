package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * f16 and bf16: chains that round after each operation, operations that move values, reductions of
 * rows, columns and middle axes, around the sizes of vectors, chunks and strips.
 */
@ExtendWith(OnBigStack.class)
class ShortFloatSizesTest {

  private static final String PROGRAM =
      """
      export fn chain(a: %1$s[n, m], b: %1$s[n, m]) -> %1$s[n, m] {
          return a + abs(b) + sqrt(abs(sqrt(abs(a) + 1)) + 1)
      }
      export fn many(a: %1$s[n, m], b: %1$s[m]) -> %1$s[n, m] {
          return a * b + a * 2 - b * 3 + a / (b * b + 1) + abs(a - b) * 4 + a
      }
      export fn joined(a: %1$s[n, m]) -> %1$s[?, m] { return concat([a, a * 0.5 + a * 0], axis=0) }
      export fn moved(a: %1$s[n, m], b: %1$s[n, m]) -> %1$s[n, m] {
          return maximum(-a, minimum(b, where(a < b, abs(a), 1.5))) * 3
      }
      export fn clipped(a: %1$s[n, m]) -> %1$s[n, m] { return clip(-a, -1, 2.5) }
      export fn column_sums(a: %1$s[n, m]) -> %1$s[m] { return sum(a, axis=0) }
      export fn column_means(a: %1$s[n, m], b: %1$s[n, m]) -> %1$s[m] { return mean(a, axis=-2) }
      export fn column_squares(a: %1$s[n, m]) -> %1$s[m] { return sum(a * a, axis=0) }
      export fn column_products(a: %1$s[n, m]) -> %1$s[m] { return prod(a, axis=0) }
      export fn highest(a: %1$s[n, m]) -> %1$s[m] { return max(a, axis=0, initial=-2) }
      export fn row_sums(a: %1$s[n, m], b: %1$s[n, m]) -> %1$s[n] { return sum(a * b + a, axis=1) }
      export fn lowest(a: %1$s[n, m]) -> %1$s[n] { return min(abs(a), axis=1, initial=3) }
      export fn middle(a: %1$s[k, n, m]) -> %1$s[k, m] { return sum(a, axis=1) }
      export fn outer_means(a: %1$s[k, n, m]) -> %1$s[n] { return mean(a, axis=(0, 2)) }
      """;

  private static final int[] ROWS = {0, 1, 2, 3, 5, 16, 17, 33, 130};
  private static final int[] COLUMNS = {
    0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65, 130, 513
  };

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16"})
  void agree(DType d) {
    Engines engines = Engines.of(PROGRAM.formatted(d.label()));
    var random = new Random(d.ordinal());
    for (int m : new Sample("columns of short floats", d).of(7, COLUMNS)) {
      for (int n : new Sample("rows of short floats", d, m).of(2, ROWS)) {
        Tensor a = Awkward.tensor(d, random, n, m);
        Tensor b = Awkward.tensor(d, random, n, m);
        engines.agreeInAnyLayout("chain", a, b);
        engines.agree("many", a, Awkward.tensor(d, random, m));
        engines.agree("joined", a);
        engines.agreeInAnyLayout("moved", a, b);
        engines.agree("clipped", a);
        engines.agreeInAnyLayout("column_sums", a);
        engines.agree("column_means", a, b);
        engines.agree("column_squares", a);
        engines.agree("column_products", a);
        engines.agreeInAnyLayout("highest", a);
        engines.agree("row_sums", a, b);
        engines.agree("lowest", a);
        Tensor three = Awkward.tensor(d, random, 2, n, m);
        engines.agree("middle", three);
        engines.agree("outer_means", three);
      }
    }
  }
}
