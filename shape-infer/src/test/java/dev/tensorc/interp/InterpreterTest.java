package dev.tensorc.interp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.Parser;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.infer.Inference;
import dev.tensorc.ir.TensorIr;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.IntTensor;
import dev.tensorc.runtime.LongTensor;
import dev.tensorc.runtime.ShapeException;
import dev.tensorc.runtime.UByteTensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterpreterTest {

  private static Object run(String program, Object... args) {
    var ast = Parser.parse(new SourceText("test.tc", program)).orThrow();
    var result = Inference.infer(ast);
    assertThat(result.diagnostics()).isEmpty();
    TensorIr.Function f = result.module().orElseThrow().functions().getFirst();
    return Interpreter.run(f, List.of(args)).getFirst();
  }

  private static FloatTensor f32(long[] shape, float... data) {
    return FloatTensor.of(data, shape);
  }

  private static long[] shape(long... sizes) {
    return sizes;
  }

  private static final String ADD =
      "export fn f(a: f32[?, ?], b: f32[?]) -> f32[?, ?] { return a + b }";

  @Test
  void sizeOneStretchesAtRunTime() {
    Object sum = run(ADD, f32(shape(2, 1), 1, 2), f32(shape(3), 10, 20, 30));
    assertThat(sum).isEqualTo(f32(shape(2, 3), 11, 21, 31, 12, 22, 32));
  }

  @Test
  void stretchesToNothing() {
    assertThat(run(ADD, f32(shape(2, 1), 1, 2), f32(shape(0)))).isEqualTo(f32(shape(2, 0)));
  }

  @Test
  void refusesSizesThatDiffer() {
    assertThatThrownBy(() -> run(ADD, f32(shape(1, 2), 1, 2), f32(shape(3), 1, 2, 3)))
        .isInstanceOfSatisfying(
            BroadcastException.class,
            e -> {
              assertThat(e.axis()).isEqualTo(1);
              assertThat(e.operation()).isEqualTo("a + b");
              assertThat(e.location()).startsWith("test.tc:1:");
              assertThat(e.operands().getFirst().declaredType()).isEqualTo("f32[?, ?]");
            });
  }

  @Test
  void ranksAreCheckedFirst() {
    assertThatThrownBy(() -> run(ADD, f32(shape(1), 1), f32(shape(1), 1)))
        .isExactlyInstanceOf(ShapeException.class)
        .hasMessageContaining("a is declared f32[?, ?]")
        .hasMessageContaining("rank 1");
  }

  @Test
  void namedDimsStandForOneSize() {
    String program = "export fn f(a: f32[n], b: f32[n]) -> f32[n] { return a * b }";
    assertThat(run(program, f32(shape(2), 1, 2), f32(shape(2), 3, 4)))
        .isEqualTo(f32(shape(2), 3, 8));
    assertThatThrownBy(() -> run(program, f32(shape(2), 1, 2), f32(shape(1), 3)))
        .isExactlyInstanceOf(ShapeException.class)
        .hasMessageContaining("dimension n")
        .hasMessageContaining("n = 2   axis 0 of a")
        .hasMessageContaining("n = 1   axis 0 of b");
  }

  @Test
  void staticSizesAreChecked() {
    assertThatThrownBy(
            () -> run("export fn f(a: f32[3]) -> f32 { return sum(a) }", f32(shape(2), 1, 2)))
        .isExactlyInstanceOf(ShapeException.class)
        .hasMessageContaining("a is declared f32[3]: axis 0 must have size 3");
  }

  @Test
  void inputsMayBeViews() {
    FloatTensor transposed =
        FloatTensor.view(new float[] {1, 2, 3, 4, 5, 6}, 0, shape(3, 2), shape(1, 3));
    assertThat(run("export fn f(x: f32[?, ?]) -> f32[?] { return sum(x, axis=1) }", transposed))
        .isEqualTo(f32(shape(3), 5, 7, 9));
  }

  @Test
  void reductionsKeepOrDropAxes() {
    FloatTensor x = f32(shape(2, 3), 1, 5, 3, 4, 2, 6);
    assertThat(
            run(
                "export fn f(x: f32[?, ?]) -> f32[?, ?] { return max(x, axis=0, keepdims=true) }",
                x))
        .isEqualTo(f32(shape(1, 3), 4, 5, 6));
    assertThat(run("export fn f(x: f32[?, ?]) -> f32 { return mean(x) }", x)).isEqualTo(3.5f);
  }

  @Test
  void emptyMaximaThrowAndEmptySumsAreZero() {
    FloatTensor empty = f32(shape(2, 0));
    assertThatThrownBy(
            () -> run("export fn f(x: f32[?, ?]) -> f32[?] { return max(x, axis=1) }", empty))
        .isExactlyInstanceOf(ShapeException.class)
        .hasMessageContaining("axis 1 of x is empty");
    assertThat(run("export fn f(x: f32[?, ?]) -> f32[?] { return sum(x, axis=1) }", empty))
        .isEqualTo(f32(shape(2), 0, 0));
  }

  @Test
  void slicesAndIndicesRead() {
    FloatTensor x = f32(shape(5), 0, 1, 2, 3, 4);
    assertThat(run("export fn f(x: f32[?]) -> f32[?] { return x[1:-1] - x[:-2] }", x))
        .isEqualTo(f32(shape(3), 1, 1, 1));
    assertThat(run("export fn f(x: f32[?]) -> f32[?] { return x[::2] }", x))
        .isEqualTo(f32(shape(3), 0, 2, 4));
    assertThatThrownBy(() -> run("export fn f(x: f32[?]) -> f32 { return x[7] }", x))
        .isExactlyInstanceOf(ShapeException.class)
        .hasMessageContaining("index 7 is out of bounds for axis 0 of x");
  }

  @Test
  void integerDivisionByZeroSaysWhere() {
    String program = "export fn f(a: i32[?], b: i32[?]) -> i32[?] { return a // b }";
    assertThatThrownBy(
            () -> run(program, IntTensor.of(new int[] {1}, 1), IntTensor.of(new int[] {0}, 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("integer division by zero in `a // b` at test.tc:1:");
  }

  @Test
  void bytesAreUnsigned() {
    UByteTensor x = UByteTensor.of(new byte[] {(byte) 200, 100}, 2);
    assertThat(run("export fn f(x: u8[n]) -> i32[n] { return astype(x, i32) }", x))
        .isEqualTo(IntTensor.of(new int[] {200, 100}, 2));
    assertThat(run("export fn f(x: u8[n]) -> u8[n] { return x + x }", x))
        .isEqualTo(UByteTensor.of(new byte[] {(byte) 144, (byte) 200}, 2));
  }

  @Test
  void sumsOfIntegersAreI64() {
    assertThat(
            run(
                "export fn f(x: i32[?]) -> i64 { return sum(x) }",
                IntTensor.of(new int[] {Integer.MAX_VALUE, 1}, 2)))
        .isEqualTo(1L << 31);
    assertThat(
            run(
                "export fn f(x: i64[?]) -> i64 { return sum(x) }",
                LongTensor.of(new long[] {Long.MAX_VALUE, 1}, 2)))
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void onlyOneArmRuns() {
    String program =
        "export fn f(c: bool, a: i64, b: i64) -> i64 { return if c then a // b else a }";
    assertThat(run(program, false, 7L, 0L)).isEqualTo(7L);
    assertThat(run(program, true, 7L, 2L)).isEqualTo(3L);
    assertThatThrownBy(() -> run(program, true, 7L, 0L)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void argumentsOfAnotherTypeAreNamed() {
    assertThatThrownBy(() -> run("export fn f(x: f32[n]) -> f32[n] { return x }", 1f))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("`x` is f32[n], got Float");
  }
}
