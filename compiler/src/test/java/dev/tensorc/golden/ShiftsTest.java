package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Shifts by counts of each element, also beyond the width, over rows of awkward lengths. */
@ExtendWith(OnBigStack.class)
class ShiftsTest {

  private static final String PROGRAM =
      """
      export fn left(x: %1$s[?], by: %1$s[?]) -> %1$s[?] { return x << by }
      export fn right(x: %1$s[?], by: %1$s[?]) -> %1$s[?] { return x >> by }
      export fn one_left(x: %1$s, by: %1$s[?]) -> %1$s[?] { return x << by }
      export fn near(x: %1$s[?], by: %1$s[?]) -> %1$s[?] { return (x << (by & 15)) ^ (x >> (by & 7)) }
      """;

  @Test
  void everyEngineShiftsAlike() {
    var random = new Random(11);
    for (DType d : Arrays.stream(DType.values()).filter(DType::isInt).toList()) {
      Engines engines = Engines.of(PROGRAM.formatted(d.label()));
      for (int n : new Sample("shifts", d).of(3, 1, 7, 16, 31, 33, 130)) {
        var x = Awkward.tensor(d, random, n);
        for (var by :
            new Tensor[] {Awkward.tensor(d, random, n), Awkward.smallNumbers(d, random, n)}) {
          engines.agree("left", x, by);
          engines.agree("right", x, by);
          engines.agree("near", x, by);
        }
        engines.agree("one_left", Awkward.number(d, 3), x);
      }
    }
  }
}
