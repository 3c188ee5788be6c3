package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.AllocationException;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.Program;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrays that the limit leaves alone: those fused away, and an output that exists. */
class AllocationLimitTest {

  private static final SourceText SOURCE =
      new SourceText(
          "pairs.tc",
          """
          export fn pairs(x: f64[n], y: f64[m]) -> f64[n, m] { return x[:, newaxis] - y }
          export fn sums(x: f64[n], y: f64[m]) -> f64[n] { return sum(x[:, newaxis] - y, axis=1) }
          """);
  private static final DoubleTensor X = DoubleTensor.zeros(50);

  @ParameterizedTest
  @EnumSource(
      value = EngineMode.class,
      names = {"VECTOR", "SCALAR"})
  void onlyWhatIsStoredIsRefused(EngineMode engine) {
    Program program =
        Tensorc.compile(SOURCE, Options.DEFAULT.withEngine(engine).withAllocationLimit(50 * 8));
    assertThat(program.function("sums").invoke(X, X)).isEqualTo(DoubleTensor.zeros(50));
    assertThatThrownBy(() -> program.function("pairs").invoke(X, X))
        .isInstanceOfSatisfying(
            AllocationException.class,
            e -> {
              assertThat(e.shape()).containsExactly(50, 50);
              assertThat(e.limit()).isEqualTo(400);
            });
    DoubleTensor wide = DoubleTensor.zeros(50, 50);
    program.function("pairs").invokeInto(wide, X, X);
    assertThat(wide).isEqualTo(DoubleTensor.zeros(50, 50));
  }
}
