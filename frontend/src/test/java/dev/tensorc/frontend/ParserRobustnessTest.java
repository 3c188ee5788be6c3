package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any text: a program or a diagnostic, never an exception, in linear time. */
class ParserRobustnessTest {

  static final List<String> PROGRAMS = Programs.ALL;

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void everyPrefixParsesOrIsReported(String text) {
    eachIsProgramOrDiagnostic(
        IntStream.rangeClosed(0, text.length()).mapToObj(end -> text.substring(0, end)));
  }

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void everyDeletedOrDoubledCharacterParsesOrIsReported(String text) {
    eachIsProgramOrDiagnostic(
        IntStream.range(0, text.length())
            .boxed()
            .flatMap(
                at ->
                    Stream.of(at + 1, Math.max(0, at - 1))
                        .map(rest -> text.substring(0, at) + text.substring(rest))));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomTokensParseOrAreReported(long seed) {
    String[] words =
        ("let var fn export ( ) [ ] { } { } + - * ** = == , ; : ... . ? -> x y T 1 2.5 .5 \"s\" \""
                + " ' # ## if then else for in while return not and or where strict \n"
                + " \n"
                + " \n"
                + " \n"
                + " @ += 0x && ! é \uD83D\uDE00 \uD83D \0 | broadcasting import const newaxis sum"
                + " bcast")
            .split(" ");
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    eachIsProgramOrDiagnostic(
        IntStream.range(0, 2_000)
            .mapToObj(
                _ -> {
                  var text = new StringBuilder(random.nextBoolean() ? "fn f() {\n" : "");
                  for (int n = random.nextInt(30); n > 0; n--) {
                    String word = words[random.nextInt(words.length)];
                    text.append(word).append(random.nextBoolean() ? " " : "");
                  }
                  return text.toString();
                }));
  }

  /** On one thread with a large stack: to start one for each text takes longer than to parse it. */
  private static void eachIsProgramOrDiagnostic(Stream<String> texts) {
    BigStack.call(
        () -> {
          Programs.drawn(texts.toList()).forEach(ParserRobustnessTest::programOrDiagnostic);
          return true;
        });
  }

  private static void programOrDiagnostic(String text) {
    var result = Parser.parse(Programs.source(text));
    assertThat(result.program().isPresent()).as(text).isEqualTo(result.diagnostics().isEmpty());
    assertThat(DiagnosticRenderer.renderAll(result.diagnostics()))
        .as(text)
        .doesNotContain("mismatched input", "no viable", "extraneous", "<EOF>")
        .doesNotContainPattern("(?m) $");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "\uFEFF", "# only\n# comments\n", "## doc", "#> run\nx", "   \t\r\n"})
  void emptyFiles(String text) {
    assertThat(Programs.parse(text).items()).isEmpty();
  }

  @Test
  void byteOrderMarkAndCarriageReturns() {
    var program = Programs.parse("\uFEFFfn f() {\r\n    let x = 1\r\n\r\n    return x\r\n}\r\n");
    var function = (Ast.Function) program.items().getFirst();
    assertThat(function.body().statements()).hasSize(2);
    assertThat(function.body().statements().getLast().span().location()).isEqualTo("t.tc:4:5");
  }

  @Test
  void nestingIsLimited() {
    assertThat(Programs.errors("let x = " + "(".repeat(10_000) + "1" + ")".repeat(10_000)))
        .startsWith(
            """
            error[TC-P011]: this is nested too deeply
             --> t.tc:2:1008
            """)
        .contains("brackets and blocks nest at most 1000 deep");
    assertThat(Programs.errors("(".repeat(10_000))).contains("TC-P003");
    assertThat(Programs.errors("if a {".repeat(10_000))).contains("TC-P0");
    assertThat(Programs.expression("(".repeat(990) + "1" + ")".repeat(990)))
        .isInstanceOf(Ast.IntLit.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 + ", "not ", "- ", "2 ** ", "if c then 1 else ", "a and ", "x = 1"})
  void longChainsAreAcceptedUpToTheLimit(String link) {
    String chain = link.equals("x = 1") ? "" : link.repeat(4_900) + "1";
    if (chain.isEmpty()) {
      String branches = "if a { } else ".repeat(4_900) + "{ }";
      assertThat(AstPrinter.print(Programs.parse("fn f() {\n" + branches + "\n}"))).isNotEmpty();
      assertThat(Programs.errors("if a { } else ".repeat(50_000) + "{ }")).contains("TC-P011");
      return;
    }
    var expression = Programs.expression(chain);
    assertThat(AstPrinter.print(expression)).hasSizeGreaterThan(4_900);
    assertThat(Programs.errors("let x = " + link.repeat(50_000) + "1")).contains("TC-P011");
  }

  /** In processor time of the parsing thread, so that a busy machine does not matter. */
  @Test
  void timeIsLinear() {
    long once = Math.min(nanos(5_000), nanos(5_000));
    long fiveTimes = nanos(25_000);
    System.out.printf("parse of 25,000 statements: %d ms%n", fiveTimes / 1_000_000);
    assertThat((double) fiveTimes / once).isLessThan(15);
  }

  private static long nanos(int statements) {
    String text =
        "fn f() {\n" + "    let x = a[i, 1] * (b + 2.5) - f(c)\n".repeat(statements) + "}\n";
    return BigStack.call(
        () -> {
          long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
          assertThat(Programs.parse(text).items()).hasSize(1);
          return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        });
  }
}
