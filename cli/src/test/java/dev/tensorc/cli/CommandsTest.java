package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.cli.error.Errors;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.ir.CompilerBug;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  @Test
  void compileWritesClassesInTheFoldersOfTheirPackage() throws IOException {
    cli.write("second.tc", "export fn f(x: f32) -> f32 { return x }");
    Outcome outcome = cli.run("compile", "@p.tc", "@second.tc", "-d", "@out", "--package=a.b");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(cli.path("out/a/b/P.class")).isNotEmptyFile();
    assertThat(cli.path("out/a/b/Second.class")).isNotEmptyFile();
    try (var files = Files.walk(cli.path("out"))) {
      assertThat(files.filter(f -> f.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  @Test
  void compileWritesJavaSources() throws IOException {
    Outcome outcome =
        cli.run("compile", "@p.tc", "-d", "@out", "--package=a.b", "--sources", "@src");
    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(Files.readString(cli.path("src/a/b/P.java")))
        .startsWith("package a.b;\n")
        .contains("public final class P {");
    assertThat(cli.path("out/a/b/P.class")).isNotEmptyFile();
  }

  @Test
  void compileDeletesClassesThatTheProgramNoLongerHas() throws IOException {
    cli.write("k.tc", "export fn f(x: f32[n]) -> (lo: f32, hi: f32) { return (min(x), max(x)) }");
    cli.write("k$own.tc", "export fn f(x: f32[n]) -> f32[n] { return x + 1 }");
    String[] both = {"compile", "@k.tc", "@k$own.tc", "-d", "@out", "--package=a.b"};
    assertThat(cli.run(both)).isEqualTo(new Outcome(0, "", ""));
    byte[] own = Files.readAllBytes(cli.path("out/a/b/K$own$Plan.class"));
    Files.writeString(cli.path("out/a/b/K$Text.class"), "no class file");
    Files.copy(cli.path("out/a/b/K$own.class"), cli.path("out/a/b/Kx$Plan.class"));
    assertThat(cli.path("out/a/b/K$FResult.class")).exists();
    assertThat(cli.path("out/a/b/K$Segments.class")).exists();

    cli.write("k.tc", "export fn f(x: f32[...]) -> f32[...] { return x + 1 }");
    String[] one = {"compile", "@k.tc", "-d", "@out", "--package=a.b"};
    assertThat(cli.run(one)).isEqualTo(new Outcome(0, "", ""));
    assertThat(cli.path("out/a/b/K$Plan.class")).exists();
    assertThat(cli.path("out/a/b/K$FResult.class")).doesNotExist();
    assertThat(cli.path("out/a/b/K$Segments.class")).doesNotExist();
    // classes of another program stay, and files that nothing generated
    assertThat(cli.path("out/a/b/K$own$Plan.class")).hasBinaryContent(own);
    assertThat(cli.path("out/a/b/K$own$Segments.class")).exists();
    assertThat(cli.path("out/a/b/K$Text.class")).exists();
    assertThat(cli.path("out/a/b/Kx$Plan.class")).exists();
  }

  @Test
  void compileRefusesTwoProgramsOfOneClass() throws IOException {
    Files.createDirectory(cli.path("other"));
    cli.write("other/p.tc", CommandLineFixture.PROGRAM);
    Outcome outcome = cli.run("compile", "@p.tc", "@other/p.tc", "-d", "@out");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("would both become class P");
    assertThat(cli.path("out")).doesNotExist();
  }

  @Test
  void foldersBelowTheSourceRootArePackages() throws IOException {
    Files.createDirectories(cli.path("src/acme/risk"));
    cli.write("src/top.tc", "export fn f(x: f32) -> f32 { return x }");
    cli.write("src/acme/half.tc", "fn half(x: f32) -> f32 { return x / 2 }");
    cli.write(
        "src/acme/risk/quarter.tc",
        "import \"../half.tc\"\nexport fn quarter(x: f32) -> f32 { return half(half(x)) }");

    Outcome all =
        cli.run("compile", "--source-root=@src", "-d", "@out", "--package=a.b", "--report=@report");
    assertThat(all).isEqualTo(new Outcome(0, "", ""));
    assertThat(cli.path("out/a/b/Top.class")).isNotEmptyFile();
    assertThat(cli.path("out/a/b/acme/risk/Quarter.class")).isNotEmptyFile();
    assertThat(cli.path("out/a/b/acme/Half.class")).doesNotExist(); // it exports nothing
    assertThat(Files.readAllLines(cli.path("report")))
        .contains(
            "program\t" + cli.path("src/acme/risk/quarter.tc"),
            "import\t" + cli.path("src/acme/half.tc"),
            "class\ta.b.acme.risk.Quarter");

    assertThat(cli.run("compile", "--source-root=@src", "@p.tc", "-d", "@out").err())
        .contains("p.tc is not below --source-root");
    Files.createDirectory(cli.path("src/not-a-name"));
    cli.write("src/not-a-name/x.tc", CommandLineFixture.PROGRAM);
    assertThat(cli.run("compile", "--source-root=@src", "-d", "@out").err())
        .contains("the folder `not-a-name` cannot be part of a package's name: rename it");
    assertThat(cli.run("compile", "-d", "@out").err()).contains("which programs?");
    cli.write("useless.tc", "fn f(x: f32) -> f32 { return x }");
    assertThat(cli.run("compile", "@useless.tc", "-d", "@out").err())
        .contains("useless.tc has no `export fn`: no class");
  }

  @Test
  void compileReportsMistakesToOtherTools() throws IOException {
    cli.write("bad.tc", "export fn f(x: f32[n]) -> f32[n] {\n    return x +\n}");
    assertThat(cli.run("compile", "@bad.tc", "-d", "@out", "--report=@report").code()).isEqualTo(1);
    assertThat(Files.readAllLines(cli.path("report")))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("error\t" + cli.path("bad.tc") + "\t2\t15\tTC-P001\t")
                    .contains("\\n2 |     return x +\\n"));
  }

  @Test
  void rulesAndEncodingAreChosenForAllPrograms() throws IOException {
    cli.write("j.tc", "export fn plus(a: f32[3], b: f32[1]) -> f32[3] { return a + b }");
    assertThat(cli.run("check", "@j.tc").code()).isZero();
    assertThat(cli.run("check", "@j.tc", "--broadcasting=strict").code()).isEqualTo(1);
    Files.write(cli.path("latin.tc"), new byte[] {'#', ' ', (byte) 0xfc, '\n'});
    assertThat(cli.run("check", "@latin.tc").err()).contains("the file is not UTF-8 text");
    assertThat(cli.run("check", "@latin.tc", "--encoding=ISO-8859-1").code()).isZero();
  }

  @Test
  void warningsAreErrorsWhereTheyAreAskedToBe() throws IOException {
    cli.write("w.tc", "export fn f(a: f32[n], b: f32[?]) -> f32[n] { return a * b + a }");
    Outcome outcome = cli.run("compile", "@w.tc", "-d", "@out", "--werror");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("warning[")
        .contains("tensorc: nothing is written: --werror");
    assertThat(cli.path("out")).doesNotExist();
    assertThat(cli.run("compile", "@w.tc", "-d", "@out").code()).isZero();
  }

  @Test
  void checkIsSilentAboutGoodPrograms() {
    assertThat(cli.run("check", "@p.tc", "@p.tc")).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void explainSaysWhatOneAsksFor() throws IOException {
    cli.write("j.tc", "export fn plus(a: f32[?], b: f32[?]) -> f32[?] { return a + b }");
    Outcome types = cli.run("explain", "@j.tc", "plus", "--types");
    assertThat(types.code()).isZero();
    assertThat(types.out())
        .startsWith("as inferred\n  fn plus(a: f32[?], b: f32[?]) -> f32[?]")
        .contains("ambiguous join of `a + b`")
        .doesNotContain("the kernels and their lines");
    Outcome summary = cli.run("explain", "@j.tc");
    assertThat(summary.err()).isEmpty(); // the summary contains the warnings
    assertThat(summary.out())
        .startsWith("plus(a: f32[?], b: f32[?]) -> f32[?]\n  time      about ")
        .contains(
            "  slow      nothing\n", "if they always agree, say so: `plus(a: f32[n], b: f32[n])`");
    assertThat(cli.run("explain", "@j.tc", "--loops", "--bytes").out())
        .startsWith("the kernels and their lines\n")
        .contains("\n\nbytes of each method")
        .doesNotContain("as inferred");
    assertThat(cli.run("explain", "@j.tc", "--versions=0").out()).contains("versions  one\n");
    assertThat(cli.run("explain", "@j.tc", "--versions=-1").code()).isEqualTo(2);
    cli.write("k.tc", "export fn f(a: f32[n]) -> f32[n] { return a * 2 + 1 }");
    assertThat(cli.run("explain", "@k.tc").out()).contains("stored    nothing beside the results");
    assertThat(cli.run("explain", "@k.tc", "--no-fusion").out())
        .contains("stored    a * 2: f32[n], because fusion is off")
        .contains("write     a * 2: leave out --no-fusion");
    assertThat(cli.run("explain", "@j.tc", "plsu").err()).contains("did you mean `plus`?");
  }

  @Test
  void errorsNameTheirPage() throws IOException {
    cli.write("bad.tc", "export fn f(x: f32[n]) -> f32[n] { return y }");
    assertThat(cli.run("run", "@bad.tc", "f", "x=[1]").err())
        .endsWith("\n`tensorc explain TC-N001` says more\n");
    assertThat(cli.run("explain", "TC-X999"))
        .isEqualTo(new Outcome(2, "", "tensorc: there is no error TC-X999\n"));
  }

  /** Maven packages the pages; an IDE may not. */
  @Test
  @EnabledIfSystemProperty(named = "surefire.real.class.path", matches = ".+")
  void explainPrintsThePageOfAnError() {
    Outcome outcome = cli.run("explain", "TC-S001");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).startsWith("# TC-S001: ").contains("newaxis");
  }

  /**
   * Each pass that ran, in order, with its time and the size of its result; then the time of all.
   */
  @Test
  void timePassesSaysWhatEachTookAndMade() throws IOException {
    cli.write("p.tc", "export fn twice(x: f32[n]) -> f32[n] { return 2 * x }\n");
    String time = " +\\d+\\.\\d ms";
    String all =
        "passes of .*p\\.tc\\R  parse%s  1 declaration, \\d+ nodes\\R  link%s  1 file\\R  infer%s "
            + " 1 function, \\d+ steps?\\R  lint%s  1 function, \\d+ steps?\\R  batch%s  1"
            + " function, \\d+ steps?\\R  products%s  1 function, \\d+ steps?\\R  common%s  1"
            + " function, \\d+ steps?\\R  parts%s  1 function, \\d+ steps?\\R  indices%s  1"
            + " function, \\d+ steps?\\R  carry%s  1 function, \\d+ steps?\\R  plan%s  1 plan, 1"
            + " kernel\\R  schedule%s  1 kernel, \\d+ nests?\\R  speed%s  1 kernel\\R";
    String total = "  total%s\\R";
    assertThat(cli.run("check", "@p.tc", "--time-passes").err())
        .matches((all + total).replace("%s", time));
    assertThat(cli.run("compile", "@p.tc", "-d", "@out", "--time-passes").err())
        .matches((all + "  emit%s  \\d+ classes, [\\d,]+ bytes\\R" + total).replace("%s", time));
    assertThat(cli.run("compile", "@p.tc", "-d", "@out").err()).isEmpty();
  }

  @Test
  void eachPassIsVerifiedWhereThatIsAskedFor() throws IOException {
    cli.write("p.tc", "export fn twice(x: f32[n]) -> f32[n] { return 2 * x }\n");
    for (String command : List.of("check", "compile", "run", "explain", "test")) {
      assertThat(cli.run(command, "--help").out()).contains("--verify-each");
    }
    Outcome checked = cli.run("check", "@p.tc", "--verify-each");
    assertThat(checked).isEqualTo(new Outcome(0, "", ""));
    assertThat(cli.run("compile", "@p.tc", "-d", "@out", "--verify-each").code()).isZero();
    assertThat(cli.run("run", "@p.tc", "twice", "x=[1]", "--verify-each").out()).contains("2");
  }

  @Test
  void whatAPassBreaksIsAnInternalError() {
    var err = new StringWriter();
    var bug = new CompilerBug("plan", "in f, kernel0: it stores nothing\n  y = kernel0(x)");
    assertThat(Errors.report(bug, false, new PrintWriter(err))).isEqualTo(ExitCodes.ERROR);
    assertThat(err.toString())
        .startsWith("tensorc: internal error, a bug in tensorc: ")
        .contains("after pass `plan`: in f, kernel0: it stores nothing\n  y = kernel0(x) (--debug");
  }

  /** Of a verb's description the list shows the first line. */
  @Test
  void eachVerbIsListedWithAWholeSentence() {
    String verbs =
        cli.run("--help").out().replaceFirst("(?s).*Commands:\\R", "").split("\\R\\R")[0];
    assertThat(verbs.split("\\R(?=  \\w)"))
        .hasSizeGreaterThan(9)
        .allMatch(verb -> verb.endsWith("."));
  }

  @Test
  void helpAndVersion() {
    assertThat(cli.run("--help").code()).isZero();
    assertThat(cli.run("--help").out())
        .contains("compile", "run", "check", "explain", "Exit codes");
    assertThat(cli.run("run", "--help").out())
        .contains("--engine", "--versions", "--dump-after", "--cast", "-o");
    assertThat(cli.run("--version").out()).startsWith("tensorc ");
  }
}
