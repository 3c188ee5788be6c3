package dev.tensorc.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.Analysed;
import dev.tensorc.CompiledProgram;
import dev.tensorc.OnBigStack;
import dev.tensorc.Options;
import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.ForeignNames;
import dev.tensorc.frontend.ForeignRow;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.ir.Builtin;
import dev.tensorc.runtime.Function;
import dev.tensorc.sections.Bits;
import dev.tensorc.sections.Call;
import dev.tensorc.sections.Expected;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of the table of other languages' names: the spelling is refused with the advice of the
 * row, and the code of the advice compiles and gives the results of the spelling elsewhere.
 */
@ExtendWith(OnBigStack.class)
class ForeignNamesTest {

  /** So many rows are one program, for speed. */
  private static final int CHUNK = 40;

  private static final Pattern QUOTED = Pattern.compile("`([^`]*)`");

  record Chunk(List<ForeignRow> rows) {

    /**
     * A function of each row, each on a line of its own, with the body that {@code body} gives for
     * it.
     */
    private SourceText program(java.util.function.Function<ForeignRow, String> body) {
      var text = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        String[] signature = rows.get(i).signature().split("\\s*->\\s*");
        text.append("export fn row%d(%s) -> %s ".formatted(i, signature[0], signature[1]))
            .append("{ " + body.apply(rows.get(i)) + " }\n");
      }
      return new SourceText("rows.tc", text.toString());
    }

    @Override
    public String toString() {
      return rows.getFirst().spelling() + " to " + rows.getLast().spelling();
    }
  }

  static Stream<Chunk> chunks(List<ForeignRow> rows) {
    return Stream.iterate(0, i -> i < rows.size(), i -> i + CHUNK)
        .map(i -> new Chunk(rows.subList(i, Math.min(i + CHUNK, rows.size()))));
  }

  /** All but those that say that there is no such function, which the library has since. */
  private static Stream<ForeignRow> rows() {
    return ForeignNames.rows().stream()
        .filter(
            row ->
                !row.code().isEmpty()
                    || !ForeignNames.library().containsKey(row.spelling().split("\\(")[0]));
  }

  static Stream<Chunk> attributes() {
    return chunks(rows().filter(ForeignNamesTest::isAttribute).toList());
  }

  static Stream<Chunk> names() {
    return chunks(rows().filter(row -> !isAttribute(row)).toList());
  }

  static Stream<Chunk> written() {
    return chunks(rows().filter(row -> !row.code().isEmpty()).toList());
  }

  /** Whether the parser refuses it. */
  private static boolean isAttribute(ForeignRow row) {
    return row.spelling().split("\\(")[0].contains(".");
  }

  @ParameterizedTest
  @MethodSource({"attributes", "names"})
  void theSpellingIsRefusedWithTheAdvice(Chunk chunk) {
    List<Diagnostic> found =
        new Rendering(chunk.program(row -> "return " + concrete(row.spelling())), Options.DEFAULT)
            .found();
    for (int i = 0; i < chunk.rows().size(); i++) {
      int line = i + 1;
      ForeignRow row = chunk.rows().get(i);
      List<String> hints =
          found.stream().filter(d -> d.span().line() == line).map(Diagnostic::hint).toList();
      assertThat(hints).as(row.spelling()).isNotEmpty();
      assertThat(hints.getFirst()).as(row.spelling()).contains(row.note());
      for (String statement : row.code()) {
        assertThat(hints.getFirst()).as(row.spelling()).contains("`" + concrete(statement) + "`");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("written")
  void theAdviceGivesWhatTheSpellingGives(Chunk chunk) {
    SourceText source = chunk.program(ForeignNamesTest::body);
    assertThat(new Rendering(source, Options.DEFAULT).diagnostics()).isEmpty();
    CompiledProgram program = new Analysed(source, Options.DEFAULT).interpreted(Options.DEFAULT);
    for (int i = 0; i < chunk.rows().size(); i++) {
      ForeignRow row = chunk.rows().get(i);
      if (!row.result().isEmpty()) {
        Function f = program.function("row" + i);
        var call = Call.read("row%d(%s)".formatted(i, row.arguments()));
        Object expected = Expected.read(row.result()).of(f);
        Object actual = Engines.run(f, call.arguments(f));
        assertThat(Bits.difference(expected, actual, 1)).as(row.spelling()).isEmpty();
      }
    }
  }

  /** With axes, which are constants, and sizes for the names that rows have for them. */
  private static String concrete(String code) {
    return code.replaceAll("\\border\\b(\\.\\.\\.)?", "2, 0, 1")
        .replaceAll("\\bsizes\\b(\\.\\.\\.)?", "n, m")
        .replaceAll("\\baxes\\b(?!=)", "(2, 0, 1)")
        .replaceAll("\\bax\\b", "0")
        .replaceAll("\\bay\\b", "1");
  }

  private static String body(ForeignRow row) {
    List<String> code = row.code();
    String before = String.join("\n", code.subList(0, code.size() - 1));
    return concrete("\n" + before + "\nreturn " + code.getLast() + "\n");
  }

  /** Code in a note is part of an expression, a statement, or a type: then it compiles. */
  @Test
  void codeOfNotesCompiles() {
    var rows = new ArrayList<ForeignRow>();
    for (ForeignRow row : rows().toList()) {
      QUOTED
          .matcher(row.note())
          .results()
          .map(code -> code.group(1))
          .filter(code -> code.contains("[") || code.contains("("))
          .filter(code -> !code.contains(": ") && !code.contains("p[i]"))
          .map(code -> code.startsWith("let ") ? code : "let _v = " + code)
          .map(code -> new ForeignRow(row.spelling(), List.of(code), "", row.signature(), "", ""))
          .forEach(rows::add);
    }
    assertThat(rows).isNotEmpty();
    for (ForeignRow row : rows) {
      String[] signature = row.signature().split("\\s*->\\s*");
      String statement = row.code().getFirst().replaceFirst("let t\\[", "let _t[");
      String program =
          "export fn f(%s) -> i64 {\n%s\nreturn 0\n}\n".formatted(signature[0], statement);
      assertThat(new Rendering(new SourceText("note.tc", program), Options.DEFAULT).diagnostics())
          .as(row.spelling())
          .isEmpty();
    }
  }

  /** The code in the hint on a function of the library, beside the program that got it. */
  @Test
  void functionsOfTheLibraryAreImported() {
    for (String call :
        List.of(
            "median(x)",
            "np.nansum(x, axis=0)",
            "softmax(x, dim=-1)[0]",
            "F.softmax(x, dim=-1)[0]",
            "stats.median(x)",
            "x.ptp()")) {
      String wrong = "export fn f(x: f64[n]) -> f64 { return " + call + " }\n";
      List<Diagnostic> found =
          new Rendering(new SourceText("wrong.tc", wrong), Options.DEFAULT).found();
      List<String> code =
          QUOTED.matcher(found.getFirst().hint()).results().map(c -> c.group(1)).toList();
      assertThat(code).as(call).hasSize(2);
      String mended =
          code.getFirst() + "\n" + wrong.replace(call.replace("[0]", ""), code.getLast());
      assertThat(new Rendering(new SourceText("mended.tc", mended), Options.DEFAULT).diagnostics())
          .as(mended)
          .isEmpty();
    }
  }

  @Test
  void functionsOfAnImportedFileAreCalledByTheirNames() {
    String program =
        "import \"std/linalg.tc\"\nexport fn f(a: f64[n, n]) -> f64[n, n] { return %s }\n";
    for (String call : List.of("linalg.inv(a)", "np.linalg.inv(a)", "a.inv()")) {
      assertThat(hint(program.formatted(call))).as(call).isEqualTo("write `inv(a)`");
    }
  }

  @Test
  void valuesOfModulesAreKnown() {
    var values =
        Map.of(
            "np.pi", "pi",
            "math.inf", "inf",
            "np.nan", "nan",
            "np.e", "exp(1.0)",
            "Math.E", "exp(1.0)",
            "Math.PI", "pi",
            "torch.inf", "inf");
    values.forEach(
        (there, here) -> {
          String program = "export fn f() -> f64 { return %s }\n";
          assertThat(hint(program.formatted(there))).isEqualTo("write `" + here + "`");
          assertCompiles(program.formatted(here));
        });
  }

  /** Code of the program in a hint has none of the names that exist only elsewhere. */
  @Test
  void shownCodeIsCodeOfTheLanguage() {
    var calls =
        Map.of(
            "np.mean(x[-3:], axis=0, keepdims=True)", "mean(x[-3:], axis=0, keepdims=true)",
            "np.where(x > 0, x, -np.inf)", "where(x > 0, x, -inf)",
            "np.sum(np.abs(x), axis=None, keepdims=True)", "sum(abs(x), keepdims=true)",
            "np.abs(x[None, :])[0]", "abs(x[newaxis, :])",
            "np.fmax(x, -np.inf)", "fmax(x, -inf)",
            "x.astype(np.float32)", "astype(x, f32)",
            "np.zeros((3,), dtype=np.float64)", "zeros((3,), dtype=f64)",
            "np.zeros(3, np.float64)", "zeros(3, f64)",
            "x[:, None].sum(axis=1, keepdims=False)", "sum(x[:, newaxis], axis=1, keepdims=false)");
    calls.forEach(
        (there, here) -> {
          String program = "export fn f(x: f64[n]) -> %s[?] { return %s }\n";
          String dtype = here.endsWith("f32)") ? "f32" : "f64";
          List<Diagnostic> found =
              new Rendering(
                      new SourceText("there.tc", program.formatted(dtype, there)), Options.DEFAULT)
                  .found();
          assertThat(found).extracting(Diagnostic::hint).as(there).contains("write `" + here + "`");
          String part = there.endsWith("[0]") ? "[0]" : "";
          assertCompiles(program.formatted(dtype, here + part));
        });
  }

  /** Of the others no name is NumPy's, or it means something else there. */
  @Test
  void functionsThatAreCalledAlikeAreListed() {
    assertThat(ForeignNames.alike()).allMatch(name -> Builtin.named(name).isPresent());
    assertThat(Arrays.stream(Builtin.values()).map(Builtin::label))
        .filteredOn(name -> !ForeignNames.alike().contains(name))
        .containsExactlyInAnyOrder(
            "broadcast_dims",
            "broadcast_in_dim",
            "cumulative_max",
            "cumulative_min",
            "materialize",
            "narrow",
            "random_normal",
            "random_uniform",
            "sliding_window_view",
            "squeeze",
            "top_k",
            "unbroadcast_dims");
  }

  @Test
  void nearNamesAreNoAnswerWhereTheTableHasOne() {
    for (String name : List.of("median(x)", "cov(x, x)", "det(a)", "nansum(x)", "svd(a)")) {
      var source =
          new SourceText(
              "near.tc",
              "export fn f(x: f64[n], a: f64[n, n]) -> f64[?] { return " + name + " }\n");
      Optional<String> hint =
          new Rendering(source, Options.DEFAULT).found().stream().map(Diagnostic::hint).findFirst();
      assertThat(hint.orElseThrow()).as(name).isNotEmpty().doesNotContain("did you mean");
    }
  }

  @Test
  void argumentsTakeThePlaceOfTheRowsNames() {
    var source =
        new SourceText(
            "given.tc",
            """
            export fn f(x: f64[n], w: f64[n]) -> f64[n] { return mod(x + 1, w - 2) }
            export fn g(x: f64[n], w: f64[n]) -> f64 { return dot(x - w, 2 * w) }
            export fn h(x: f64[n], w: f64[n]) -> f64[n] { return absolute(x - w) }
            """);
    assertThat(new Rendering(source, Options.DEFAULT).found())
        .extracting(Diagnostic::hint)
        .containsExactly(
            "write `(x + 1) % (w - 2)`", "write `(x - w) @ (2 * w)`", "write `abs(x - w)`");
  }

  @Test
  void axesAreThoseOfTheCall() {
    String moved = "; of a matrix it is `x.T`";
    var hints =
        Map.ofEntries(
            Map.entry("x.permute(0, 2, 1)", "write `permute_dims(x, (0, 2, 1))`"),
            Map.entry("x.permute((0, 2, 1))", "write `permute_dims(x, (0, 2, 1))`"),
            Map.entry("x.transpose(0, 2, 1)", "write `permute_dims(x, (0, 2, 1))`"),
            Map.entry("x.transpose(1, 2)", "write `moveaxis(x, (1, 2), (2, 1))`" + moved),
            Map.entry("x.swapaxes(2, 0)", "write `moveaxis(x, (2, 0), (0, 2))`" + moved),
            Map.entry(
                "swapaxes(x)",
                "write `moveaxis(x, (ax, ay), (ay, ax))` for `swapaxes(x, axis1=ax, axis2=ay)`"
                    + moved),
            Map.entry("swapaxes(x, 1, 2)", "write `moveaxis(x, (1, 2), (2, 1))`" + moved),
            Map.entry("x.swapaxes(-1, -2)", "write `matrix_transpose(x)`"),
            Map.entry("np.transpose(x, axes=(0, 2, 1))", "write `permute_dims(x, (0, 2, 1))`"),
            Map.entry("permute_dims(x, 0, 2, 1)", "write `permute_dims(x, (0, 2, 1))`"),
            Map.entry("x.reshape(a, 1, b * c)", "write `reshape(x, (a, 1, b * c))`"));
    hints.forEach(
        (call, hint) ->
            assertThat(
                    hint("export fn f(x: f64[a, b, c]) -> f64[?, ?, ?] { return " + call + " }\n"))
                .as(call)
                .isEqualTo(hint));
  }

  private static void assertCompiles(String program) {
    var mended = new SourceText("mended.tc", program);
    assertThat(new Rendering(mended, Options.DEFAULT).diagnostics()).as(program).isEmpty();
  }

  /** The first hint that a program gets. */
  private static String hint(String program) {
    return new Rendering(new SourceText("program.tc", program), Options.DEFAULT)
        .found()
        .getFirst()
        .hint();
  }
}
