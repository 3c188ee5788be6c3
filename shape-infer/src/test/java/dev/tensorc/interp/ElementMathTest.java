package dev.tensorc.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.SourceText;
import dev.tensorc.frontend.Span;
import dev.tensorc.ir.Builtin;
import dev.tensorc.ir.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElementMathTest {

  private static final Span SPAN = new Span(new SourceText("f.tc", "a // b"), 0, 6, 1, 1);

  private static Object apply(Builtin builtin, DType dtype, Object... args) {
    return ElementMath.apply(builtin, dtype, List.of(args), SPAN);
  }

  @Test
  void integersWrap() {
    assertThat(apply(Builtin.ADD, DType.U8, 200, 100)).isEqualTo(44);
    assertThat(apply(Builtin.SUBTRACT, DType.U8, 1, 2)).isEqualTo(255);
    assertThat(apply(Builtin.NEGATIVE, DType.U8, 1)).isEqualTo(255);
    assertThat(apply(Builtin.MULTIPLY, DType.I32, 1 << 30, 4)).isEqualTo(0);
    assertThat(apply(Builtin.ADD, DType.I64, Long.MAX_VALUE, 1L)).isEqualTo(Long.MIN_VALUE);
    assertThat(apply(Builtin.ABS, DType.I32, Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(apply(Builtin.FLOOR_DIVIDE, DType.I32, Integer.MIN_VALUE, -1))
        .isEqualTo(Integer.MIN_VALUE);
    assertThat(apply(Builtin.BITWISE_INVERT, DType.U8, 1)).isEqualTo(254);
  }

  @Test
  void integerDivisionFloorsAndTakesTheDivisorsSign() {
    assertThat(apply(Builtin.FLOOR_DIVIDE, DType.I64, -7L, 2L)).isEqualTo(-4L);
    assertThat(apply(Builtin.REMAINDER, DType.I64, -7L, 2L)).isEqualTo(1L);
    assertThat(apply(Builtin.REMAINDER, DType.I32, 7, -2)).isEqualTo(-1);
    assertThat(apply(Builtin.FLOOR_DIVIDE, DType.U8, 250, 7)).isEqualTo(35);
  }

  @Test
  void integerDivisionByZeroSaysWhere() {
    assertThatThrownBy(() -> apply(Builtin.REMAINDER, DType.U8, 1, 0))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("integer division by zero in `a // b` at f.tc:1:1");
  }

  @Test
  void floatsFollowIeeeAndJavasMaximum() {
    assertThat(apply(Builtin.MAXIMUM, DType.F32, 0.0f, -0.0f)).isEqualTo(0.0f);
    assertThat(apply(Builtin.MINIMUM, DType.F64, 0.0, -0.0)).isEqualTo(-0.0);
    assertThat(apply(Builtin.MAXIMUM, DType.F64, 1.0, Double.NaN)).isEqualTo(Double.NaN);
    assertThat(apply(Builtin.LESS, DType.F64, 1.0, Double.NaN)).isEqualTo(false);
    assertThat(apply(Builtin.NOT_EQUAL, DType.F64, Double.NaN, Double.NaN)).isEqualTo(true);
    assertThat(apply(Builtin.ADD, DType.F32, 16777216f, 1f)).isEqualTo(16777216f);
    assertThat(apply(Builtin.SQRT, DType.F32, -1f)).isEqualTo(Float.NaN);
  }

  @Test
  void whereSelectsAndBooleansCompute() {
    assertThat(apply(Builtin.WHERE, DType.I32, true, 1, 2)).isEqualTo(1);
    assertThat(apply(Builtin.BITWISE_XOR, DType.BOOL, true, true)).isEqualTo(false);
    assertThat(apply(Builtin.LOGICAL_NOT, DType.BOOL, false)).isEqualTo(true);
  }

  @Test
  void castsSaturateFromFloatsAndWrapFromIntegers() {
    assertThat(Casts.cast(DType.F32, DType.U8, 300f)).isEqualTo(255);
    assertThat(Casts.cast(DType.F64, DType.U8, -3.0)).isEqualTo(0);
    assertThat(Casts.cast(DType.F64, DType.I32, 1e20)).isEqualTo(Integer.MAX_VALUE);
    assertThat(Casts.cast(DType.F64, DType.I64, Double.NaN)).isEqualTo(0L);
    assertThat(Casts.cast(DType.F64, DType.I32, -1.9)).isEqualTo(-1);
    assertThat(Casts.cast(DType.I32, DType.U8, 257)).isEqualTo(1);
    assertThat(Casts.cast(DType.I64, DType.I32, 1L << 32)).isEqualTo(0);
    assertThat(Casts.cast(DType.I64, DType.F32, (1L << 24) + 1)).isEqualTo(16777216f);
    assertThat(Casts.cast(DType.BOOL, DType.F64, true)).isEqualTo(1.0);
    assertThat(Casts.cast(DType.F32, DType.BOOL, Float.NaN)).isEqualTo(true);
    assertThat(Casts.cast(DType.F32, DType.BOOL, -0.0f)).isEqualTo(false);
  }
}
