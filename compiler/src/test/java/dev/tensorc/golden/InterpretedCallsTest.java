package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Function;
import dev.tensorc.runtime.Tensor;
import dev.tensorc.sections.Bits;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The interpreter gives the same for arguments in arrays and in native memory, returned and written
 * into existing outputs of every layout. Other tests ask it once for each case, and compare
 * compiled code with that.
 */
class InterpretedCallsTest {

  private static final List<UnaryOperator<Tensor>> OUTPUTS =
      List.of(
          Views::blank,
          Views::spread,
          Views::mirrored,
          t -> Views.inNative(Views.blank(t)),
          t -> Views.inNative(Views.spread(t)));

  @ParameterizedTest
  @EnumSource
  void everyCallGivesTheSame(DType dtype) {
    Function f =
        Tensorc.compile(
                """
                export fn f(x: T[n, m], y: T[m]) -> (row: T[m], both: T[n, m], longer: T[?]) {
                    return (x[0, :], where(x == y, x, y), concat([y, x[:, 0]]))
                }
                """
                    .replace("T[", dtype + "["),
                Options.DEFAULT.withEngine(EngineMode.INTERPRETER))
            .function("f");
    var random = new Random(dtype.ordinal());
    for (int m : new int[] {1, 2, 9}) {
      Tensor x = Awkward.tensor(dtype, random, 3, m);
      Tensor y = Awkward.tensor(dtype, random, m);
      List<?> expected = (List<?>) f.invoke(x, y);
      same(expected, f, Views.spreadCopy(x), Views.mirroredCopy(y));
      same(expected, f, Engines.inNative(x, y));
      same(expected, f, Engines.inNative(Views.spreadCopy(x), Views.mirroredCopy(y)));
    }
  }

  private static void same(List<?> expected, Function f, Object... args) {
    assertThat(Bits.difference(expected, f.invoke(args))).isEmpty();
    for (UnaryOperator<Tensor> output : OUTPUTS) {
      List<Tensor> outs = expected.stream().map(t -> output.apply((Tensor) t)).toList();
      f.invokeInto(outs, args);
      assertThat(Bits.difference(expected, outs)).isEmpty();
      outs.forEach(Views::assertGapsUntouched);
    }
  }
}
