package dev.tensorc.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.infer.report.ErrorId;
import dev.tensorc.ir.TensorIr;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Large programs: long chains, many statements, deep and exploding calls. */
class InferenceLimitsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static List<String> repeat(int count, String format) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("$1", "" + (i + 1)).replace("$0", "" + i))
        .toList();
  }

  @Test
  void aChainOfFiveThousandTerms() {
    String chain = String.join(" + ", repeat(5000, "a * $0"));
    String program = "export fn f(a: f32[?, n]) -> f32[?, n] { return " + chain + " }";
    TensorIr.Function f =
        Assertions.assertTimeoutPreemptively(PATIENCE, () -> Programs.function(program));
    assertThat(f.body().steps()).hasSize(3 * 5000 - 1);
  }

  @Test
  void twentyThousandStatements() {
    String program =
        "export fn f(x0: f32[?], b: f32[?]) -> f32[?] {\n"
            + String.join("\n", repeat(20_000, "let x$1: f32[?] = x$0 + b"))
            + "\nreturn x20000\n}";
    TensorIr.Function f =
        Assertions.assertTimeoutPreemptively(PATIENCE, () -> Programs.function(program));
    assertThat(f.entryChecks()).hasSize(1);
  }

  @Test
  void callsThatMultiplyAreRefused() {
    String program =
        "fn g0(x: f32[?]) -> f32[?] { return x }\n"
            + String.join("\n", repeat(60, "fn g$1(x: f32[?]) -> f32[?] { return g$0(g$0(x)) }"))
            + "\nexport fn f(x: f32[?]) -> f32[?] { return g60(x) }";
    var result = Assertions.assertTimeoutPreemptively(PATIENCE, () -> Programs.infer(program));
    assertThat(result.diagnostics()).hasSize(1);
    var problem = result.diagnostics().getFirst();
    assertThat(problem.id()).isEqualTo(ErrorId.INLINE_BUDGET.code());
    assertThat(problem.title()).isEqualTo("the call of `g60` expands to too much code");
    assertThat(problem.span().line()).isEqualTo(62);
  }

  @Test
  void aLongChainOfCallsIsExpanded() {
    String program =
        "fn g0(x: f32[?]) -> f32[?] { return x }\n"
            + String.join("\n", repeat(3000, "fn g$1(x: f32[?]) -> f32[?] { return g$0(x) + 1 }"))
            + "\nexport fn f(x: f32[?]) -> f32[?] { return g3000(x) }";
    assertThat(Programs.function(program).body().steps()).hasSize(2 * 3000);
  }

  @Test
  void fortyDynamicParameters() {
    String params = String.join(", ", repeat(40, "a$0: f32[?, ?]"));
    String sum = repeat(40, "a$0").stream().collect(Collectors.joining(" + "));
    TensorIr.Function f =
        Programs.function("export fn f(" + params + ") -> f32[?, ?] { return " + sum + " }");
    assertThat(f.entryChecks()).hasSize(39);
    assertThat(f.facts().equations()).isEmpty();
  }
}
