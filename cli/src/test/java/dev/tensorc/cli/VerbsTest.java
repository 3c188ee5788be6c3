package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The behaviour that verbs share: folders, examples in their help, files of arguments, completion.
 */
class VerbsTest {

  private static final Pattern EXAMPLE = Pattern.compile("(?m)^  \\$ tensorc (.*?)(?: +#.*)?$");

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  @Test
  void runWithoutAFunctionListsThem() throws IOException {
    Outcome outcome = cli.run("run", "@p.tc");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith(
            "scale(x: f32[n], factor: f32) -> f32[n]\n    Scales.\ntotal(x: f64[?, ?]) -> f64\n")
        .contains("bounds(x: f32[n]) -> (lo: f32, result1: f32[n])\n");
    cli.write("none.tc", "fn f(x: f32) -> f32 { return x }");
    assertThat(cli.run("run", "@none.tc").err()).contains("has no `export fn`: nothing to run");
  }

  @Test
  void foldersStandForTheProgramsBelowThem() throws IOException {
    Files.createDirectories(cli.path("f/deep"));
    cli.write("f/a.tc", "export fn f(x: f32) -> f32 { return x }\n#> run f(x=1)\n1\n");
    cli.write("f/deep/b.tc", "export fn g(x: f32) -> f32 { return x }\n#> run g(x=2)\n2\n");
    assertThat(cli.run("check", "@f").code()).isZero();
    assertThat(cli.run("test", "@f", "--engine=interpreter").out())
        .isEqualTo("2 files: 2 calls hold\n");
    assertThat(cli.run("compile", "@f", "-d", "@out").code()).isZero();
    assertThat(cli.path("out")).isDirectoryContaining("glob:**A.class");
    assertThat(cli.path("out")).isDirectoryContaining("glob:**B.class");
    cli.write("f/deep/b.tc", "export fn g(");
    assertThat(cli.run("check", "@f").err()).contains("b.tc:1:");
  }

  /** In a process of its own, since the folder of this one is not to be written to. */
  @Test
  void compileWritesToTheCurrentFolder() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                absoluteClassPath(),
                Main.class.getName(),
                "compile",
                "p.tc")
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(cli.path("P.class")).exists();
  }

  private static String absoluteClassPath() {
    return Pattern.compile(Pattern.quote(System.getProperty("path.separator")))
        .splitAsStream(System.getProperty("java.class.path"))
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  @Test
  void idsOfErrorsInEitherCase() {
    assertThat(cli.run("explain", "tc-s001")).isEqualTo(cli.run("explain", "TC-S001"));
    assertThat(cli.run("explain", "tc-s001").out()).startsWith("# TC-S001: ");
  }

  @Test
  void argumentsMayStandInAFile() throws IOException {
    cli.write("args", "# a comment\nrun " + cli.path("p.tc") + "\ntotal 'x=[[1, 2]]'\n");
    Outcome outcome = cli.runAsWritten("@" + cli.path("args"));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).isEqualTo("3.0 : f64\n");
  }

  private List<String> verbs() {
    return List.of(
        "run",
        "compile",
        "check",
        "test",
        "explain",
        "bench",
        "fmt",
        "repl",
        "import",
        "completion");
  }

  /** Files of the repository are named from its root, and written to the test's folder. */
  private String[] inFolder(String example) {
    return example
        .replaceAll("(?<=[ =])samples", "../samples")
        .replace("model.onnx", cli.path("model.onnx").toString())
        .replaceAll("(-[od]|--html) ", "$1 " + folder + "/")
        .replace("--seconds=0.2", "--seconds=0.01")
        .split(" ");
  }

  @Test
  void examplesOfHelpWork() throws IOException {
    Files.createDirectories(folder.resolve("target"));
    Files.write(cli.path("model.onnx"), HexFormat.of().parseHex(ImportCommandTest.MODEL));
    System.setIn(new ByteArrayInputStream(new byte[0])); // for repl: not the input of this JVM
    for (String verb : verbs()) {
      String help = cli.run(verb, "--help").out();
      List<String> examples =
          EXAMPLE.matcher(help).results().map((MatchResult r) -> r.group(1)).toList();
      assertThat(examples).as(verb).isNotEmpty();
      for (String example : examples) {
        String[] words = inFolder(example.replaceFirst(" > .*", ""));
        Outcome outcome = cli.run(words);
        assertThat(outcome.code()).as(example + "\n" + outcome.err()).isZero();
      }
    }
  }

  /** Texts below the options are lines as they are written: the help breaks none again. */
  @Test
  void helpFitsATerminal() {
    for (String verb : verbs()) {
      assertThat(belowOptions(help(verb, "80")))
          .as(verb)
          .isEqualTo(belowOptions(help(verb, "1000")));
    }
  }

  private String help(String verb, String width) {
    System.setProperty("picocli.usage.width", width);
    try {
      return cli.run(verb, "--help").out();
    } finally {
      System.clearProperty("picocli.usage.width");
    }
  }

  private static String belowOptions(String help) {
    return help.substring(help.indexOf("\n\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void completionKnowsVerbsAndOptions(String shell) {
    Outcome outcome = cli.run("completion", shell);
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("tensorc").contains(verbs()).contains("output-format");
  }

  /** The shells themselves read the scripts, where they are installed. */
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void shellsTakeTheScripts(String shell) throws IOException, InterruptedException {
    Path script = Files.writeString(cli.path("script"), cli.run("completion", shell).out());
    Process process;
    try {
      process = new ProcessBuilder(shell, "-n", script.toString()).inheritIO().start();
    } catch (IOException e) {
      assertThat(e.getMessage()).contains("No such file");
      return; // not installed
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
