package dev.tensorc.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiagnosticRendererTest {

  private static Span span(String text, int start, int end) {
    int line = (int) text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    int column = start - text.lastIndexOf('\n', start - 1);
    return new Span(Programs.source(text), start, end, line, column);
  }

  @Test
  void showsEveryPart() {
    String text = "one\n\ttwo three\nfour\n";
    var diagnostic =
        Diagnostic.error("TC-S001", span(text, 5, 8), "shapes differ")
            .found("f32[3]")
            .expected("f32[4]")
            .because("a: [3, 4]\nb: [   4]")
            .related(span(text, 0, 3), "the size comes from here")
            .hint("use `narrow`");
    assertThat(DiagnosticRenderer.render(diagnostic))
        .isEqualTo(
            """
            error[TC-S001]: shapes differ
             --> t.tc:2:2
              |
            2 |     two three
              |     ^^^
              found:    f32[3]
              expected: f32[4]
              a: [3, 4]
              b: [   4]
            note: the size comes from here
             --> t.tc:1:1
              |
            1 | one
              | ^^^
            hint: use `narrow`
            """);
  }

  @Test
  void whatHasNoIdShowsNone() {
    assertThat(DiagnosticRenderer.render(Diagnostic.error("", span("x", 0, 1), "t")))
        .startsWith("error: t\n");
  }

  @Test
  void wideTextTakesTwoColumns() {
    String text = "日本 é\u0301 x\u0000y";
    assertThat(DiagnosticRenderer.render(Diagnostic.error("TC-P006", span(text, 0, 2), "t")))
        .contains("  | ^^^^\n");
    assertThat(DiagnosticRenderer.render(Diagnostic.error("TC-P006", span(text, 7, 8), "t")))
        .contains("1 | 日本 é\u0301 x\uFFFDy\n  |         ^\n");
  }

  @Test
  void severalLinesShowTheFirst() {
    String text = "fn f() {\n  x\n}";
    assertThat(DiagnosticRenderer.render(Diagnostic.error("X", span(text, 3, 14), "t")))
        .contains("1 | fn f() {\n  |    ^^^^^\n")
        .doesNotContain("2 |");
  }

  @Test
  void longLinesAreCutAroundTheCaret() {
    String text = "a".repeat(500) + "b" + "c".repeat(500);
    String[] lines =
        DiagnosticRenderer.render(Diagnostic.error("X", span(text, 500, 501), "t")).split("\n");
    assertThat(lines[3]).startsWith("1 | ...aaa").endsWith("ccc...").hasSizeLessThan(120);
    assertThat(lines[3].charAt(lines[4].indexOf('^'))).isEqualTo('b');
  }

  @Test
  void placesPastTheEndAreShown() {
    String text = "ab";
    assertThat(DiagnosticRenderer.render(Diagnostic.error("X", span(text, 2, 2), "t")))
        .endsWith("1 | ab\n  |   ^\n");
  }

  @Test
  void manyErrorsAreCounted() {
    String text = "x".repeat(100);
    var many =
        IntStream.range(0, 33)
            .mapToObj(i -> Diagnostic.error("X", span(text, 50 - i, 51 - i), "number " + i))
            .toList();
    assertThat(DiagnosticRenderer.renderAll(many))
        .startsWith("error[X]: number 32\n")
        .endsWith("\n... and 13 more\n")
        .doesNotContain("number 5\n");
    assertThat(DiagnosticRenderer.renderAll(many.subList(0, 1)))
        .isEqualTo(DiagnosticRenderer.render(many.getFirst()));
  }
}
