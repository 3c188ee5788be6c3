package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.ir.DType;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every dtype as every other, over rows of awkward lengths and numbers at which rounding turns. */
@ExtendWith(OnBigStack.class)
class CastsTest {

  @Test
  void everyEngineConvertsAlike() {
    var random = new Random(7);
    for (DType from : DType.values()) {
      var program = new StringBuilder();
      for (DType to : DType.values()) {
        program.append(
            "export fn to_%s(x: %s[?]) -> %1$s[?] { return astype(x, %1$s) }%n"
                .formatted(to.label(), from.label()));
      }
      Engines engines = Engines.of(program.toString());
      for (long n : new long[] {1, 7, 16, 17, 33, 400}) {
        var x = Awkward.tensor(from, random, n);
        for (DType to : DType.values()) {
          engines.agree("to_" + to.label(), x);
        }
      }
    }
  }
}
