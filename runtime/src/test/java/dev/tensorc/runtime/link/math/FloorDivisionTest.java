package dev.tensorc.runtime.link.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloorDivisionTest {

  /** Values from NumPy 2.4: {@code np.floor_divide(a, b), np.remainder(a, b)} in float64. */
  @ParameterizedTest
  @CsvSource({
    "7, 2, 3, 1",
    "-7, 2, -4, 1",
    "7, -2, -4, -1",
    "-7, -2, 3, -1",
    "1, 0.1, 9, 0.09999999999999995",
    "-1, 0.1, -10, 5.551115123125783E-17",
    "6, 0.1, 59, 0.09999999999999967",
    "5, Infinity, 0, 5",
    "-5, Infinity, -1, Infinity",
    "5, -Infinity, -1, -Infinity",
    "Infinity, 1, NaN, NaN",
    "1, 0, Infinity, NaN",
    "-1, 0, -Infinity, NaN",
    "1, -0.0, -Infinity, NaN",
    "0, 0, NaN, NaN",
    "NaN, 1, NaN, NaN",
    "1, NaN, NaN, NaN",
    "0, 5, 0, 0",
    "-0.0, 5, -0.0, 0",
    "0, -5, -0.0, -0.0",
    "-4, 2, -2, 0",
    "4, -2, -2, -0.0",
    "1e308, 1e-308, Infinity, 3.498445546245627E-309",
    "0.5, 2, 0, 0.5",
    "-0.5, -2, 0, -0.5"
  })
  void isNumPys(double a, double b, double quotient, double remainder) {
    assertThat(FloorDivision.floorDivide(a, b)).isEqualTo(Double.valueOf(quotient));
    assertThat(FloorDivision.remainder(a, b)).isEqualTo(Double.valueOf(remainder));
  }

  @Test
  void floatsAreDividedAsFloats() {
    // np.float32(1) // np.float32(0.1) and the remainder
    assertThat(FloorDivision.floorDivide(1f, 0.1f)).isEqualTo(9f);
    assertThat(FloorDivision.remainder(1f, 0.1f)).isEqualTo(0.09999999f);
  }
}
