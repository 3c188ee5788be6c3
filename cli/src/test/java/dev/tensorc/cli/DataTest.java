package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.io.Sound;
import dev.tensorc.io.Wav;
import dev.tensorc.runtime.DoubleTensor;
import dev.tensorc.runtime.ElementType;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.io.Npy;
import dev.tensorc.runtime.io.Npz;
import dev.tensorc.runtime.io.Safetensors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments from files of every format, from standard input and from words; results to them. */
class DataTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write(
        "d.tc",
        """
        export fn same(x: f64[n]) -> f64[n] { return x }
        export fn rows(x: f64[n, k]) -> f64[n, k] { return x }
        export fn whatever(x: f64[...]) -> f64[...] { return x }
        export fn one(x: f64) -> f64 { return x }
        export fn counts(x: i32[n]) -> i32[n] { return x }
        export fn play(x: f32[n, c]) -> f32[n, c] { return x }
        export fn mono(x: f32[n]) -> f32[n] { return x }
        export fn both(x: f64[n]) -> (total: f64, x: f64[n]) { return (sum(x), x) }
        export fn gen[T: f32 | f64](x: T[n]) -> T[n] { return x }
        export fn cube(x: f64[a, b, c]) -> f64[a, b, c] { return x }
        """);
    cli.write("t.csv", "day,price\n1,2.5\n2,\n");
  }

  private Outcome run(String function, String... words) {
    var all = new String[words.length + 3];
    all[0] = "run";
    all[1] = "@d.tc";
    all[2] = function;
    System.arraycopy(words, 0, all, 3, words.length);
    return cli.run(all);
  }

  private void gives(String expected, String function, String... words) {
    Outcome outcome = run(function, words);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().strip()).isEqualTo(expected);
    assertThat(outcome.code()).isZero();
  }

  private void fails(int code, String message, String function, String... words) {
    Outcome outcome = run(function, words);
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.code()).isEqualTo(code);
  }

  private void withInput(byte[] bytes, Runnable body) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(bytes));
    try {
      body.run();
    } finally {
      System.setIn(before);
    }
  }

  private void withInput(String text, Runnable body) {
    withInput(text.getBytes(StandardCharsets.UTF_8), body);
  }

  @Test
  void tablesAndTheirColumns() throws IOException {
    gives("[2.5 nan] : f64[2]", "same", "x=@t.csv:price");
    gives("[[1.  2.5]\n [2.  nan]] : f64[2, 2]", "rows", "x=@t.csv");
    gives("[[2.5 1. ]\n [nan 2. ]] : f64[2, 2]", "rows", "x=@t.csv:price,day");
    gives("[1. 2.] : f64[2]", "whatever", "x=@t.csv:1");
    gives("[[1. ]\n [2.5]] : f64[2, 1]", "rows", "x=@" + name("c.tsv", "1\n2.5\n"));
    gives("[1. 2.] : f64[2]", "same", "x=@" + name("r.csv", "1;2\n"));
    gives("[2.] : f64[1]", "same", "x=@" + name("h.csv", "1\n2\n"), "--header=yes");
    gives("7.0 : f64", "one", "x=@" + name("s.csv", "7\n"));
    gives("[1 2] : i32[2]", "counts", "x=@t.csv:day");
    gives("[1 2] : i32[2]", "counts", "x=@" + name("f.csv", "1.9\n2.1\n"), "--cast");
    fails(1, "t.csv gives 2 rows of 2 columns, but the parameter is f64[n]", "same", "x=@t.csv");
    fails(1, "line 2, column 2 (`price`): `2.5` is no integer", "counts", "x=@t.csv:price");
    fails(1, "there is no column `prize`; there are `day`, `price`", "same", "x=@t.csv:prize");
  }

  @Test
  void columnsOfArrow() throws IOException {
    assertThat(run("both", "x=[1,2.5]", "-o", "x=@a.arrow", "--print=none").err())
        .isEqualTo("tensorc: wrote %s: f64[2]\n".formatted(cli.path("a.arrow")));
    gives("[1.  2.5] : f64[2]", "same", "x=@a.arrow");
    gives("[1.  2.5] : f64[2]", "same", "x=@a.arrow:x");
    gives("[1 2] : i32[2]", "counts", "x=@a.arrow:x", "--cast");
    fails(1, "a.arrow: there is no column `y`; there are `x`", "same", "x=@a.arrow:y");
    fails(1, "a.arrow:x holds f64, but the parameter is i32[n]", "counts", "x=@a.arrow:x");
    assertThat(run("rows", "x=[[1,2],[3,4]]", "-o", "@m.feather").code()).isZero();
    gives("[[1. 2.]\n [3. 4.]] : f64[2, 2]", "rows", "x=@m.feather:result");
    fails(
        1,
        "a column has at least 1 axes, but the result of one is f64",
        "one",
        "x=1",
        "-o",
        "@s.arrow");
    assertThat(cli.path("s.arrow")).doesNotExist();
    withInput(
        Files.readAllBytes(cli.path("a.arrow")),
        () -> fails(1, "standard input: Arrow's file format is read from its end", "same", "x=-"));
    cli.write("t.arrow", "day,price");
    fails(1, "t.arrow: it is no Arrow file, or a damaged one", "same", "x=@t.arrow");
  }

  private String name(String name, String text) throws IOException {
    cli.write(name, text);
    return name;
  }

  @Test
  void membersAndArrays() throws IOException {
    gives("[1. 2.] : f64[2]", "same", "x=@" + name("a.json", "[1, 2]"));
    gives("[3.] : f64[1]", "same", "x=@" + name("o.json", "{\"x\": [3], \"y\": 1}") + ":x");
    DoubleTensor x = DoubleTensor.of(new double[] {1, 2}, 2);
    Npz.write(cli.path("z.npz"), Map.of("w", x));
    gives("[1. 2.] : f64[2]", "same", "x=@z.npz:w");
    gives("[1. 2.] : f64[2]", "same", "x=@z.npz");
    fails(1, "there is no array 'v'; there are: w", "same", "x=@z.npz:v");
    Safetensors.write(cli.path("s.safetensors"), Map.of("v", x, "w", x));
    gives("[1. 2.] : f64[2]", "same", "x=@s.safetensors:w");
    fails(1, "it holds several arrays; name one", "same", "x=@s.safetensors");
    Npy.write(cli.path("n.npy"), x);
    fails(1, "holds one array: leave out `:w`", "same", "x=@n.npy:w");
    fails(1, "no.csv: no such file", "same", "x=@no.csv");
  }

  @Test
  void arraysThatWordsMake() {
    gives("[0. 0.] : f64[2]", "same", "x=zeros:[2]");
    gives("[[1. 1.]] : f64[1, 2]", "rows", "x=ones:f64[1,2]");
    String random = run("same", "x=random:[3]:seed=7").out();
    assertThat(run("same", "x=random:f64[3]:seed=7").out()).isEqualTo(random);
    assertThat(run("same", "x=random:f64[3]:seed=8").out()).isNotEqualTo(random);
    fails(1, "holds f32, but the parameter is f64[n]", "same", "x=random:f32[3]");
    fails(1, "is not of the form", "same", "x=zeros:3");
    fails(1, "there is no element type `f33`", "same", "x=zeros:f33[3]");
    fails(1, "takes 8000 bytes", "same", "x=zeros:[1000]", "--allocation-limit=7999");
  }

  @Test
  void standardInputByItsContent() throws IOException {
    withInput("x\n1\n2\n", () -> gives("[1. 2.] : f64[2]", "same", "x=-"));
    withInput("[1, 2]", () -> gives("[1. 2.] : f64[2]", "same", "x=-"));
    withInput("a,b\n1,2\n", () -> gives("[2.] : f64[1]", "same", "x=-:b"));
    withInput("[5]\n7\n", () -> gives("[7.] : f64[1]", "same", "x=-", "--format=csv"));
    Npy.write(cli.path("n.npy"), DoubleTensor.of(new double[] {1, 2}, 2));
    withInput(
        Files.readAllBytes(cli.path("n.npy")), () -> gives("[1. 2.] : f64[2]", "same", "x=-"));
    withInput("[0.1]", () -> gives("[0.1] : f32[1]", "gen", "x=-"));
    withInput("[1e300]", () -> gives("[1.e+300] : f64[1]", "gen", "x=-")); // read twice
    withInput("", () -> fails(1, "standard input: there is no row in it", "same", "x=-"));
    withInput(
        "export fn f(x: f64[n]) -> f64[n] { return -x }",
        () -> assertThat(cli.run("run", "-", "f", "x=[1]").out()).isEqualTo("[-1.] : f64[1]\n"));
    withInput(
        "export fn f(x: f64[n] { }",
        () -> assertThat(cli.run("check", "-").err()).contains("stdin.tc:1:"));
    assertThat(cli.run("run", "-", "f", "x=-").err())
        .contains("standard input is the program, and cannot be an argument too");
    Outcome twice = cli.run("run", "@p.tc", "scale", "x=-", "factor=-");
    assertThat(twice.err()).contains("`x` and `factor`: standard input can be read once");
  }

  /** The message has the list of the code. */
  @Test
  void helpAndPageNameAllFormats() throws IOException {
    String message = run("same", "x=nothing").err();
    List<String> formats =
        Pattern.compile("\\.[a-z]+")
            .matcher(message.substring(message.indexOf("or file (")))
            .results()
            .map(MatchResult::group)
            .toList();
    String help = cli.run("run", "--help").out();
    String page = Files.readString(Path.of("..", "docs", "cli.md"));
    assertThat(formats).contains(".npy", ".wav");
    assertThat(formats)
        .allSatisfy(
            format -> {
              assertThat(help).contains(format);
              assertThat(page).contains("`" + format);
            });
  }

  @Test
  void soundKeepsItsRate() throws IOException {
    Wav.write(cli.path("s.wav"), new Sound(FloatTensor.of(new float[] {0.5f, -1}, 2, 1), 8000));
    assertThat(run("play", "x=@s.wav", "-o", "@t.wav").err())
        .isEqualTo("tensorc: wrote %s: f32[2, 1]\n".formatted(cli.path("t.wav")));
    assertThat(Wav.read(cli.path("t.wav"), ElementType.F32).rate()).isEqualTo(8000f);
    gives("[ 0.5 -1. ] : f32[2]", "mono", "x=@s.wav");
    assertThat(run("mono", "x=[0.5]", "-o", "@u.wav", "--rate=16000").code()).isZero();
    assertThat(Wav.read(cli.path("u.wav"), ElementType.F32).rate()).isEqualTo(16_000f);
    fails(2, "--rate: from 1", "mono", "x=[0.5]", "-o", "@u.wav", "--rate=0");
    Wav.write(cli.path("w.wav"), new Sound(FloatTensor.zeros(2, 2), 8000));
    fails(1, "has 2 channels, but f32[n] has no axis", "mono", "x=@w.wav");
  }

  @ParameterizedTest
  @CsvSource({"y.npy", "y.csv", "y.tsv", "y.json"})
  void resultsAreReadBack(String file) {
    Outcome outcome = run("rows", "x=[[1, nan], [0.1, inf]]", "-o", "@" + file);
    assertThat(outcome.err()).isEqualTo("tensorc: wrote %s: f64[2, 2]\n".formatted(cli.path(file)));
    assertThat(outcome.out()).isEmpty();
    gives("[[1.  nan]\n [0.1 inf]] : f64[2, 2]", "rows", "x=@" + file);
  }

  @Test
  void resultsGoToStandardOutput() {
    gives("1.0\n2.0", "same", "x=[1, 2]", "-o", "-");
    gives("[1.0, 2.0]", "same", "x=[1, 2]", "-o", "-", "--output-format=json");
    gives("[[[1.0]]]", "cube", "x=[[[1]]]", "-o", "-");
    fails(1, "a table has at most 2 axes", "cube", "x=[[[1]]]", "-o", "@c.csv");
    fails(2, "the other results would be printed into it", "both", "x=[1]", "-o", "total=-");
    Outcome both = run("both", "x=[1, 2]", "-o", "total=-", "-o", "x=@x.csv");
    assertThat(both.out()).isEqualTo("3.0\n");
    assertThat(both.err()).isEqualTo("tensorc: wrote %s: f64[2]\n".formatted(cli.path("x.csv")));
  }

  @Test
  void largeResultsArePrintedInFullWhereAskedFor() {
    assertThat(run("same", "x=zeros:[2000]").out())
        .isEqualTo("[0. 0. 0. ... 0. 0. 0.] : f64[2000]\n");
    String all = run("same", "x=zeros:[2000]", "--print=all").out();
    assertThat(all).doesNotContain("...").endsWith("0.] : f64[2000]\n");
    assertThat(all.split("0\\.", -1)).hasSize(2001);
    gives("", "same", "x=[1]", "--print=none");
  }

  @Test
  void instancesOfGenericFunctions() {
    gives("[0.1] : f32[1]", "gen", "x=[0.1]");
    gives("[0.1] : f64[1]", "gen[f64]", "x=[0.1]");
    gives("[16777217.] : f64[1]", "gen", "x=[16777217]"); // 2^24 + 1 is no f32
    gives("[1.e+300] : f64[1]", "gen", "x=[1e300]");
    fails(2, "`gen` is generic: name its dtypes, one of: f32; f64", "gen[i32]", "x=[1]");
    fails(2, "`same` is not generic", "same[f64]", "x=[1]");
    fails(
        1,
        "9007199254740993 as f32 would be 9.007199E15; name the instance, as in 'f[f64]'",
        "gen",
        "x=[9007199254740993]");
  }

  /** Files of 16 MiB and more are mapped; their values are those of files that are read. */
  @Test
  void largeArraysAreMapped() throws IOException {
    Npy.write(cli.path("large.npy"), DoubleTensor.zeros(1 << 21));
    Outcome outcome = run("same", "x=@large.npy", "--print=none", "--allocation-limit=17M");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
  }
}
