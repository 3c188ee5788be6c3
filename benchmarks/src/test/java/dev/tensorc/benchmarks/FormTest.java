package dev.tensorc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sizes are rewritten in the signature of the measured function alone. */
class FormTest {

  private static final Kernel KERNEL = Kernels.small("convolution-index");

  @Test
  void staticDimsAreThoseOfTheOperands() {
    assertThat(Form.STATIC.source(KERNEL.ours()))
        .contains("export fn convolved(x: f32[9, 37], w: f32[3, 3]) -> f32[7, 35] {")
        .contains("export fn convolved_slices(x: f32[h, v], w: f32[3, 3]) -> f32[h - 2, v - 2] {");
  }

  @Test
  void everyDimIsAQuestionMark() {
    assertThat(Form.DYNAMIC.source(KERNEL.ours()))
        .contains("export fn convolved(x: f32[?, ?], w: f32[?, ?]) -> f32[?, ?] {");
  }

  @Test
  void everyGoalIsOfAKernel() {
    assertThat(Kernels.matching("")).containsAll(Goals.keys());
  }
}
