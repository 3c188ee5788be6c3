package dev.tensorc.golden;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.EngineMode;
import dev.tensorc.Options;
import dev.tensorc.Sample;
import dev.tensorc.Tensorc;
import dev.tensorc.frontend.CompilationException;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.SourceText;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The compiler takes any program, and then the JVM takes its classes, or the compiler names the
 * error; the compiler never fails itself.
 */
class HostileProgramsTest {

  private static final String FITS = "";

  /** Statements of one function. */
  private static final int MANY = Sample.isFull() ? 100_000 : 5_000;

  /** The ids of the errors; empty where the program compiles and its classes load. */
  private static String errors(String program) {
    var source = new SourceText("hostile.tc", program);
    try {
      var compiled = Tensorc.compile(source, Options.DEFAULT.withEngine(EngineMode.VECTOR));
      var loader = new TestLoader(compiled.classFiles(), true);
      for (String name : compiled.classFiles().keySet()) {
        Class.forName(name, true, loader);
      }
      return FITS;
    } catch (CompilationException e) {
      String text = DiagnosticRenderer.renderAll(e.diagnostics());
      assertThat(text).hasSizeLessThan(20_000);
      return e.diagnostics().stream().map(Diagnostic::id).distinct().sorted().collect(joining(" "));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** The format once for each number from 0, which stands for {@code $0}, and the next for $1. */
  private static String each(int count, String format, String between) {
    return IntStream.range(0, count)
        .mapToObj(i -> format.replace("$1", "" + (i + 1)).replace("$0", "" + i))
        .collect(joining(between));
  }

  /** Each of four functions calls the next nine times. */
  private static String multiplied(int exported) {
    String inner =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    "fn h%d(x: f64[n]) -> f64[n] { return ".formatted(i)
                        + IntStream.range(0, 9)
                            .mapToObj(k -> "h%d(x * %d.5)".formatted(i + 1, k))
                            .collect(joining(" + "))
                        + " }\n")
            .collect(joining());
    return inner
        + "fn h4(x: f64[n]) -> f64[n] { return exp(x) }\n"
        + each(exported, "export fn f$0(x: f64[n]) -> f64[n] { return h0(x + $0) }", "\n");
  }

  private static String function(String body) {
    return "export fn f(x: f32[n], c: bool) -> f32[n] {\nvar y = x\n" + body + "\nreturn y\n}";
  }

  static Stream<Arguments> programs() {
    return new Sample("hostile").of(12, allPrograms().toList()).stream();
  }

  private static Stream<Arguments> allPrograms() {
    return Stream.of(
        Arguments.of("nothing", "", FITS),
        Arguments.of(
            "nested parentheses",
            returning("(".repeat(10_000) + "x" + ")".repeat(10_000)),
            "TC-P011"),
        Arguments.of("open parentheses", returning("(".repeat(10_000)), "TC-P003"),
        Arguments.of("open blocks", "export fn f() {".repeat(5_000), "TC-P003"),
        Arguments.of("closing brackets", ")]}".repeat(5_000), "TC-P004"),
        Arguments.of(
            "a function without end", "export fn f(x: f32[n]) -> f32[n] { return x", "TC-P003"),
        Arguments.of(
            "a list in lists", returning("[".repeat(900) + "1" + "]".repeat(900)), "TC-S002"),
        Arguments.of("a long chain", returning("x" + " + x * 2".repeat(5_000)), FITS),
        Arguments.of("a long chain of exp", returning("x" + " + exp(x)".repeat(4_000)), FITS),
        Arguments.of("many sums", returning("x" + " + sum(x)".repeat(3_000)), FITS),
        Arguments.of(
            "many calls",
            "fn g(x: f32[n]) -> f32[n] { return x + 1 }\n"
                + returning("g(".repeat(900) + "x" + ")".repeat(900)),
            FITS),
        Arguments.of("calls that multiply in several functions", multiplied(4), "TC-N006"),
        Arguments.of(
            "recursion",
            "fn g(x: f32) -> f32 { return h(x) }\nfn h(x: f32) -> f32 { return g(x) }\n"
                + "export fn f(x: f32) -> f32 { return g(x) }",
            "TC-N005"),
        Arguments.of("recursion of a constant", "const a = b + 1\nconst b = a + 1", "TC-N005"),
        Arguments.of(
            "nested branches",
            function("if c {\ny = y + 1\n".repeat(600) + "}\n".repeat(600)),
            "TC-U100"),
        Arguments.of(
            "few nested branches",
            function("if c {\ny = y + 1\n".repeat(40) + "}\n".repeat(40)),
            FITS),
        Arguments.of(
            "a chain of branches",
            function("if c {\ny = y + 1\n} else ".repeat(600) + "{ }"),
            "TC-U100"),
        Arguments.of(
            "nested loops",
            function(each(600, "for k$0 in 0:2 {\ny = y + 1", "\n") + "}\n".repeat(600)),
            "TC-U100"),
        Arguments.of(
            "nested loops and branches",
            function(each(25, "for k$0 in 0:2 {\nif c {\ny = y + 1", "\n") + "}\n".repeat(50)),
            FITS),
        Arguments.of(
            "nested while",
            function("while c {\ny = y + 1\n".repeat(200) + "}\n".repeat(200)),
            FITS),
        Arguments.of(
            "a chain of arms", returning("if c then x else ".repeat(1_000) + "x * 2"), "TC-U100"),
        Arguments.of(
            "a chain of and",
            returning("if c" + " and c or c".repeat(100) + " then x else x * 2"),
            FITS),
        Arguments.of(
            "many parameters",
            "export fn f(" + each(300, "p$0: f32[n]", ", ") + ") -> f32[n] { return p0 }",
            "TC-U100"),
        Arguments.of(
            "254 parameters",
            "export fn f(" + each(254, "p$0: bool", ", ") + ") -> bool { return p0 }",
            FITS),
        Arguments.of(
            "wide parameters",
            "export fn f(" + each(128, "p$0: i64", ", ") + ") -> i64 { return p0 }",
            "TC-U100"),
        Arguments.of(
            "many results",
            "export fn f(x: f32[n]) -> ("
                + each(300, "r$0: f32[n]", ", ")
                + ") { return ("
                + each(300, "x + $0", ", ")
                + ") }",
            "TC-U100"),
        Arguments.of(
            "many functions", each(3_000, "export fn g$0(x: f32) -> f32 { return x }", "\n"), FITS),
        Arguments.of(
            "too many functions",
            each(30_000, "export fn g$0() -> f64 { return $0.5 }", "\n"),
            "TC-U100"),
        Arguments.of(
            "many constants",
            "const c0 = 1\n"
                + each(3_000, "const c$1 = c$0 + 1", "\n")
                + "\nexport fn f() -> i64 { return c3000 }",
            FITS),
        Arguments.of(
            "many axes",
            "export fn f(x: f32[" + each(300, "?", ", ") + "]) -> f32 { return sum(x + 1) }",
            "TC-U100"),
        Arguments.of(
            "an array literal",
            "export fn f() -> f64[?] { return [" + each(20_000, "$0.5", ", ") + "] }",
            FITS),
        Arguments.of("a huge integer", returning("x + " + "9".repeat(50_000)), "TC-P008"),
        Arguments.of("a huge float", returning("x + " + "9".repeat(50_000) + ".5"), "TC-P008"),
        Arguments.of("a huge exponent", returning("x + 1e999999999999"), "TC-P008"),
        Arguments.of("a tiny float", returning("x + 1e-999999999999"), "TC-P008"),
        Arguments.of("a huge power", "const big = 9 ** 9 ** 9\n" + returning("x"), "TC-T008"),
        Arguments.of("a huge shift", "const big = 1 << 4000000000\n" + returning("x"), "TC-T008"),
        Arguments.of(
            "a size beyond 32 bits",
            "export fn f(x: f32[3000000000]) -> f32 { return sum(x) }",
            "TC-S012"),
        Arguments.of(
            "a size beyond 64 bits",
            "export fn f(x: f32[18446744073709551616]) -> f32 { return sum(x) }",
            "TC-P008"),
        Arguments.of(
            "a size that only u64 holds",
            "export fn f(x: f32[9223372036854775808]) -> f32 { return sum(x) }",
            "TC-S012"),
        Arguments.of(
            "an index that only u64 holds",
            "export fn f(x: f32[n]) -> f32 { return x[0xffffffffffffffff] }",
            "TC-T003"),
        Arguments.of(
            "a range that only u64 holds",
            "export fn f() -> i64[?] { return arange(0xffffffffffffffff) }",
            "TC-T003"),
        Arguments.of(
            "a product beyond 64 bits",
            "export fn f(n: i64) -> f32[n] where n == "
                + "2000000000 * ".repeat(9)
                + "n { return [1.0] }",
            "TC-S012"),
        Arguments.of(
            "an index beyond 64 bits",
            "export fn f(x: f32[n]) -> f32 { return x[-9223372036854775808] }",
            "TC-S004"),
        Arguments.of(
            "extreme slices",
            "export fn f(x: f32[n]) -> f32 { return"
                + " sum(x[-9223372036854775808:9223372036854775807:9223372036854775807]) +"
                + " sum(x[::-9223372036854775808]) }",
            FITS),
        Arguments.of(
            "an extreme loop",
            "export fn f(x: i64) -> i64 {\n"
                + "var y = x\n"
                + "for i in -9223372036854775808:9223372036854775807:9223372036854775807 { y += i"
                + " }\n"
                + "return y\n"
                + "}",
            FITS),
        Arguments.of(
            "a long clause",
            "export fn f(x: f32[n]) -> f32 where " + each(3_000, "n > $0", ", ") + " { return 1 }",
            FITS),
        Arguments.of(
            "a long name",
            "export fn " + "f".repeat(70_000) + "(x: f32[n]) -> f32[n] { return x }",
            "TC-P030"),
        Arguments.of(
            "a long name of a dim",
            "export fn f(x: f32[" + "n".repeat(70_000) + "]) -> f32 { return sum(x) }",
            "TC-P030"),
        Arguments.of(
            "a longest name",
            "export fn "
                + "f".repeat(200)
                + "("
                + "x".repeat(200)
                + ": f32["
                + "n".repeat(200)
                + "]) -> ("
                + "r".repeat(200)
                + ": f32[?], s: f32) { return ("
                + "x".repeat(200)
                + ", 1) }",
            FITS),
        Arguments.of(
            "a long comment", "#" + "\uFFFF\0".repeat(50_000) + "\n" + returning("x"), FITS),
        Arguments.of("a long string", returning("\"" + "s".repeat(100_000) + "\""), "TC-T031"),
        Arguments.of("NUL", returning("x \0"), "TC-P006"),
        Arguments.of("two byte order marks", "\uFEFF\uFEFF" + returning("x"), "TC-P006"),
        Arguments.of("half of a surrogate pair", returning("x + \uD800"), "TC-P006"),
        Arguments.of("a long line of operators", returning("- ".repeat(20_000) + "x"), "TC-P011"));
  }

  private static String returning(String expression) {
    return "export fn f(x: f32[n], c: bool) -> f32[n] { return " + expression + " }";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void compilesOrSaysWhatIsWrong(String name, String program, String ids) {
    assertThat(errors(program)).as(name).isEqualTo(ids);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class",
        "static",
        "void",
        "goto",
        "enum",
        "null",
        "this",
        "new",
        "double",
        "byte",
        "_",
        "main",
        "wait",
        "notify",
        "hashCode",
        "toString",
        "getClass",
        "equals",
        "yield",
        "record",
        "Plan",
        "Scalar",
        "Vector",
        "kernel0",
        "VECTOR",
        "out",
        "strict",
        "then",
        "numpy",
        "to",
        "Hostile"
      })
  void namesThatJavaUses(String name) {
    String function = "fn $(a: f32[$]) -> f32[$] { return a + $ }\n".replace("$", name);
    String values =
        "export fn g($: f32[n]) -> (x: f32[n], $: f32) { return ($ * 2, sum($)) }"
            .replace("$", name);
    assertThat(errors("export " + function))
        .as(name)
        .isEqualTo(SourceVersion.isKeyword(name) ? "TC-N022" : FITS);
    assertThat(errors(function + values)).as(name).isEqualTo(FITS);
  }

  @Test
  void byteOrderMarksAndCarriageReturns() {
    assertThat(errors("\uFEFF" + function("y = y + 1\n\ny += 2").replace("\n", "\r\n")))
        .isEqualTo(FITS);
    assertThat(errors(function("y = y + 1\n\ny += 2").replace("\n", "\r"))).isEqualTo(FITS);
  }

  @Test
  void veryManyStatements() {
    String lines = each(MANY, "let x$1 = x$0 + 1", "\n");
    String program = "export fn f(x0: f64) -> f64 {\n" + lines + "\nreturn x" + MANY + "\n}";
    List<Diagnostic> found = Tensorc.check(new SourceText("hostile.tc", program));
    assertThat(found).isEmpty();
    assertThat(errors(program)).isEqualTo(Sample.isFull() ? "TC-U100" : FITS);
  }

  @Test
  void veryManyMistakes() {
    String lines = each(MANY, "let x$1 = y$0 + 1", "\n");
    String program = "export fn f() -> f64 {\n" + lines + "\nreturn 1\n}";
    List<Diagnostic> found = Tensorc.check(new SourceText("hostile.tc", program));
    assertThat(found).hasSize(MANY);
    assertThat(DiagnosticRenderer.renderAll(found))
        .endsWith("\n... and " + (MANY - 20) + " more\n");
  }
}
