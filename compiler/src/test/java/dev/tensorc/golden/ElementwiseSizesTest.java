package dev.tensorc.golden;

import dev.tensorc.OnBigStack;
import dev.tensorc.Sample;
import dev.tensorc.ir.DType;
import dev.tensorc.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Element-wise functions over awkward sizes and elements: every engine gives the same bits. */
@ExtendWith(OnBigStack.class)
class ElementwiseSizesTest {

  private static final List<String> NUMERIC =
      List.of(
          "a + b",
          "a - b",
          "a * b",
          "-a",
          "abs(a)",
          "maximum(a, b)",
          "minimum(a, b)",
          "fmax(a, b)",
          "fmin(a, b)",
          "a / b",
          "a < b",
          "a <= b",
          "a > b",
          "a >= b",
          "where(a < b, a, b)",
          "where(c, b, 3)",
          "a * b + a",
          "a // 7",
          "a % 7",
          "fmod(a, 7)",
          "a - minimum(a, 1) * 2",
          "a ** 5",
          "pow(a, abs(b) % 7)",
          "relu(a)",
          "floor(a)",
          "ceil(a)",
          "trunc(a)",
          "round(a)",
          "sign(a)",
          "square(a)",
          "signbit(a)",
          "isnan(a)",
          "isinf(a)",
          "isfinite(a)",
          "clip(a, 2, b)");
  private static final List<String> FLOAT =
      List.of(
          "exp(a)",
          "log(a)",
          "sin(a)",
          "cos(a)",
          "sqrt(a)",
          "a // b",
          "a % b",
          "fmod(a, b)",
          "deg2rad(a)",
          "rad2deg(a)",
          "exp(sin(a) * b)",
          "erf(a)",
          "tanh(a)",
          "sigmoid(a)",
          "a ** b",
          "abs(a) ** b",
          "reciprocal(a)",
          "copysign(a, b)",
          "hypot(a, b)",
          "fma(a, b, a)",
          "exp2(a)",
          "expm1(a)",
          "log1p(a)",
          "log2(a)",
          "log10(a)",
          "logaddexp(a, b)",
          "cbrt(a)",
          "tan(a)",
          "asin(a)",
          "acos(a)",
          "atan(a)",
          "atan2(a, b)",
          "sinh(a)",
          "cosh(a)",
          "asinh(a)",
          "acosh(a)",
          "atanh(a)",
          "1 / (1 + exp(-a))");
  private static final List<String> BITS =
      List.of("a & b", "a | b", "a ^ b", "~a", "a & ~b | (a ^ b)");
  private static final List<String> INTEGER =
      List.of("a << 3", "a >> 3", "a << 77", "a >> 77", "a << (b & 127)", "a >> (b & 127)");
  private static final List<String> BOOL = List.of("logical_xor(a, b)", "logical_not(a)");
  private static final List<String> ANY =
      List.of("a == b", "a != b", "where(c, a, b)", "astype(a == b, i32)");

  @ParameterizedTest
  @EnumSource
  void agree(DType dtype) {
    var sample = new Sample("element-wise", dtype);
    List<String> all = expressions(dtype);
    List<String> expressions = sample.of(all.size() / 2, all);
    Engines engines = Engines.of(program(dtype, expressions));
    var random = new Random(dtype.ordinal());
    for (int size : Awkward.SIZES) {
      Tensor a = Awkward.tensor(dtype, random, size);
      Tensor b = Awkward.tensor(dtype, random, size);
      Tensor c = Awkward.tensor(DType.BOOL, random, size);
      for (int i = 0; i < expressions.size(); i++) {
        if (!sample.takesOneOf(6)) {
          continue;
        }
        engines.agree("g" + i, a, b, c);
        if (size <= 65) {
          engines.agree("g" + i, Views.spreadCopy(a), b, Views.spreadCopy(c));
        }
      }
    }
  }

  private static List<String> expressions(DType dtype) {
    var expressions = new ArrayList<>(ANY);
    expressions.addAll(dtype.isNumeric() ? NUMERIC : List.of());
    expressions.addAll(dtype.isFloat() ? FLOAT : BITS);
    expressions.addAll(dtype.isInt() ? INTEGER : List.of());
    expressions.addAll(dtype == DType.BOOL ? BOOL : List.of());
    for (DType target : DType.values()) {
      expressions.add("astype(a, " + target + ")");
    }
    return expressions;
  }

  private static String program(DType dtype, List<String> expressions) {
    var text = new StringBuilder();
    for (int i = 0; i < expressions.size(); i++) {
      text.append("export fn g%d(a: %s[n], b: %s[n], c: bool[n])".formatted(i, dtype, dtype))
          .append(
              " -> %s[n] { return %s }\n"
                  .formatted(result(dtype, expressions.get(i)), expressions.get(i)));
    }
    return text.toString();
  }

  private static String result(DType dtype, String expression) {
    if (expression.startsWith("astype")) {
      return expression.replaceAll(".*, (\\w+)\\)", "$1");
    }
    if (expression.matches("a (<|<=|>|>=|==|!=) b|(signbit|isnan|isinf|isfinite).*")) {
      return "bool";
    }
    return expression.equals("a / b") && !dtype.isFloat() ? "f64" : dtype.label();
  }
}
