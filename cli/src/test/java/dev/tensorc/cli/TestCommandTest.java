package dev.tensorc.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tensorc test}: sections that hold are counted, and the others are shown. */
class TestCommandTest {

  private static final String PROGRAM =
      """
      export fn scaled(x: f32[n], k: f32) -> f32[n] { return x * k }
      export fn twice[T: f32 | i32](x: T[n]) -> T[n] { return x + x }
      export fn bounds(x: f32[n]) -> (lo: f32, hi: f32) { return (min(x), max(x)) }
      export fn both(x: f32[?], y: f32[?]) -> f32[?] { return x + y }
      export fn third(x: f64) -> f64 { return x / 3 }
      export fn bytes(x: u8[n]) -> u8[n] { return x }
      """;

  private static final String REFUSED = "export fn f(x: f32[1, 3]) -> f32[2, 3] { return x }\n\n";

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  private Outcome test(String text, String... options) throws IOException {
    cli.write("x.tc", text);
    var words = new String[options.length + 2];
    words[0] = "test";
    words[1] = "@x.tc";
    System.arraycopy(options, 0, words, 2, options.length);
    return cli.run(words);
  }

  /** The summary line where {@code count} sections do not hold. */
  private String fails(int count, String text, String... options) throws IOException {
    Outcome outcome = test(text, options);
    assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.out()).startsWith("1 file: " + count + " of ").contains("not hold\n");
    assertThat(outcome.err()).doesNotContain("\tat ").doesNotContain("internal error");
    return outcome.err();
  }

  @Test
  void callsThatHoldAreCounted() throws IOException {
    cli.write("one.tc", PROGRAM + "#> run third(x=3)\n1\n");
    Outcome outcome =
        test(
            PROGRAM
                + """

                #> run scaled(x=[1, 2], k=3)
                # the dtype is the result's
                [3, 6]

                # others in between
                #> run scaled(k=0.5, x=arange(3))
                [0, 0.5,
                 1]:f32
                #> run scaled(x=[], k=1)
                []
                #> run twice[i32](x=[1, 2])
                [2, 4]
                #> run bounds(x=[5, -1])
                (lo=-1, hi=5:f32)
                #> run third(x=1)
                0.33333333333333337 ~ulp 1
                #> error both(x=[1, 2], y=[1, 2, 3])
                BroadcastException:
                #> error scaled(x=zeros(100), k=1) limit 40
                AllocationException
                """);
    assertThat(outcome).isEqualTo(new Outcome(0, "1 file: 8 calls hold\n", ""));
    assertThat(cli.run("test", "@x.tc", "@one.tc"))
        .isEqualTo(new Outcome(0, "2 files: 9 calls hold\n", ""));
    assertThat(cli.run("test", "@one.tc").out()).isEqualTo("1 file: 1 call holds\n");
    for (String engine : new String[] {"vector", "scalar", "interpreter"}) {
      assertThat(cli.run("test", "@x.tc", "--engine", engine))
          .isEqualTo(new Outcome(0, "1 file: 8 calls hold\n", ""));
    }
  }

  @Test
  void anotherValueIsShownInItsPlace() throws IOException {
    assertThat(fails(1, PROGRAM + "\n#> run scaled(x=[1, 2], k=3)\n[3, 7]\n"))
        .isEqualTo(
            """
            error: `scaled` gives another value
             --> %s:8:1
              |
            8 | #> run scaled(x=[1, 2], k=3)
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              found:    [3.0, 6.0]:f32 (interpreter, scalar, vector)
              expected: [3.0, 7.0]:f32
              element 1 of [2] (row-major): expected 7.0, got 6.0
            """
                .formatted(cli.path("x.tc")));
    assertThat(
            fails(
                1, PROGRAM + "#> run third(x=1)\n0.33333333333333354 ~ulp 1\n", "--engine=scalar"))
        .contains("found:    0.3333333333333333:f64 (scalar)");
    assertThat(fails(1, PROGRAM + "#> run bounds(x=[1])\n(lo=1, hi=2)\n"))
        .contains("found:    (lo=1.0:f32, hi=1.0:f32)", "expected: (lo=1.0:f32, hi=2.0:f32)");
    assertThat(fails(1, PROGRAM + "#> run both(x=[1, 2], y=[1, 2, 3])\n[1]\n"))
        .contains(
            "`both` throws\n",
            "interpreter, scalar, vector:\n            BroadcastException: ",
            "expected: [1.0]:f32");
    assertThat(fails(1, PROGRAM + "#> run scaled(x=zeros(999), k=1)\nones(999)\n"))
        .contains(" ...", "element 0 of [999] (row-major): expected 1.0, got 0.0");
  }

  /** Each section that does not hold, among others that do. */
  @Test
  void allFailuresAreShown() throws IOException {
    assertThat(
            fails(
                3,
                PROGRAM
                    + """
                    #> run third(x=0)
                    1
                    #> run third(x=3)
                    1
                    #> error third(x=3)
                    Exception
                    #> error both(x=[1, 2], y=[1, 2, 3])
                    AllocationException
                    """))
        .contains(
            "x.tc:7:1",
            "x.tc:11:1",
            "`third` gives a value, and throws nothing",
            "found:    1.0:f64 (interpreter, scalar, vector)",
            "x.tc:13:1",
            "`both` throws another exception",
            "interpreter, scalar, vector:\n            BroadcastException: ",
            "expected: AllocationException")
        .doesNotContain("x.tc:9:1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "run scaled(x=[1], k=1)              |            | an expected value is missing",
        "run scaled(x=[1)                    | [1]        | expected `,` or `]` before `)`",
        "run scaled(x=[1], k=1               | [1]        | expected `,` or `)` behind"
            + " `scaled(x=[1], k=1`",
        "run scaled(x=[[1, 2], [3]], k=1)    | [1]        | the lists differ in length: shape [2]"
            + " beside [1]",
        "run scaled(x=[1:f3], k=1)           | [1]        | expected `,` or `]` before `:f3],"
            + " k=1)`",
        "run scaled(x=[1]:f3, k=1)           | [1]        | `f3` is no dtype",
        "run scaled(x=[one], k=1)            | [1]        | `one` is no f32",
        "run scaled(x=[1e39], k=1)           | [1]        | 1e39 is beyond f32: write inf",
        "run scaled(x=[1]:f64, k=1)          | [1]        | `x` is f32[n], but is written as f64",
        "run scaled(x=1, k=1)                | [1]        | `x` is f32[n], but is written as a"
            + " single value",
        "run scaled(x=[1], k=[1])            | [1]        | `k` is f32, but is written as a list",
        "run scaled(x=[1], k=1, x=[2])       | [1]        | `x` is given twice",
        "run scaled(x=[1])                   | [1]        | `k` is missing, a parameter of"
            + " scaled(x: f32[n], k: f32)",
        "run scaled(x=[1], k=1, j=2)         | [1]        | has no parameter `j`",
        "run scaled(x=[1], k=1)              | [1] [2]    | nothing may follow here: `[2]`",
        "run scaled(x=[1], k=1)              | [1]:f64    | the result is f32[n], but is written as"
            + " f64",
        "run scaled(x=[1], k=1)              | [1] ~ulp x | `~ulp x` is no distance",
        "run scaled(x=[1], k=1)              | (a=1, b=2) | gives one value",
        "run bounds(x=[1])                   | 1          | gives 2 values: write (lo=..., hi=...)",
        "run scaled(x=[1], k=1) limit 4X     | [1]        | limit: ",
        "run scaled(x=full(3), k=1)          | [1]        | `full` makes no values here",
        "run scaled(x=zeros(9999999999), k=1)| [1]        | too many elements",
        "run bytes(x=[256])                  | [1]        | 256 is no u8: 0 to 255",
        "run scale(x=[1], k=1)               | [1]        | exports no function `scale`; did you"
            + " mean `scaled`?",
        "run twice(x=[1])                    | [1]        | `twice` is generic",
        "run                                 | [1]        | a call is missing",
        "rum scaled(x=[1], k=1)              | [1]        | no section `#> rum`; did you mean `#>"
            + " run`?",
        "loops scaled                        | x          | no section `#> loops`",
      })
  void sectionsThatCannotBeReadAreFailures(String header, String body, String message)
      throws IOException {
    String text = PROGRAM + "#> " + header + "\n" + (body == null ? "" : body) + "\n";
    assertThat(fails(1, text)).contains(message, "x.tc:7:1\n", "7 | #> ");
  }

  @Test
  void programsThatAreRefused() throws IOException {
    assertThat(test(REFUSED + "#> error\nTC-S003\n"))
        .isEqualTo(new Outcome(0, "1 file: 0 calls hold, 1 refusal\n", ""));
    String printed = cli.run("check", "@x.tc").err();
    assertThat(test(REFUSED + "#> error\n" + printed).code()).isZero();
    String elsewhere = printed.replace(folder.toString(), "/another/folder");
    assertThat(test(REFUSED + "#> error\n" + elsewhere).code()).isZero();
    assertThat(test(REFUSED + "#> error\nthe result of f has\n  size 1\n\nhint: a declared").code())
        .isZero();
    assertThat(fails(1, REFUSED + "#> error\nTC-S003\n\nTC-S004\n"))
        .contains("the program has another error", "error[TC-S003]: ", "expected: TC-S004\n");
    assertThat(fails(2, REFUSED + "#> error\nTC-S004\n#> run f(x=[[1, 2, 3]])\n1\n"))
        .contains("nothing can be called: the program does not compile");
    assertThat(fails(1, PROGRAM + "#> error\nTC-S003\n"))
        .contains("the program compiles, but is expected not to", "expected: TC-S003\n");
    assertThat(fails(2, REFUSED + "#> run f(x=[[1, 2, 3]])\n1\n#> run f(x=[[1, 2, 3]])\n1\n"))
        .startsWith("error[TC-S003]: ")
        .contains("x.tc:1:49");
  }

  /** Limits of class files show when these are made, which the interpreter needs none of. */
  @Test
  void programsThatAreTooLargeForClassFiles() throws IOException {
    String parameters =
        IntStream.range(0, 256).mapToObj(i -> "x" + i + ": f64").collect(joining(", "));
    String text = "export fn f(%s) -> f64 { return x0 }\n#> error\nTC-U100\n".formatted(parameters);
    assertThat(test(text)).isEqualTo(new Outcome(0, "1 file: 0 calls hold, 1 refusal\n", ""));
    assertThat(fails(1, text, "--engine=interpreter")).contains("the program compiles");
  }

  /** The options of programs hold; a section may ask for one itself. */
  @Test
  void optionsOfPrograms() throws IOException {
    String text = "export fn f(a: f32[3], b: f32[1]) -> f32[3] { return a + b }\n";
    String call = "#> run f(a=[1, 2, 3], b=[1])\n[2, 3, 4]\n";
    assertThat(test(text + call).code()).isZero();
    assertThat(test(text + "#> error\nTC-S001\n", "--broadcasting=strict").code()).isZero();
    assertThat(fails(1, text + call, "--broadcasting=strict")).contains("error[TC-S001]");
    String open = "export fn f(a: f32[?]) -> f32[3] { return a }\n";
    String strict = "#> error --strict-results\nTC-S041\n";
    assertThat(test(open + strict + "#> run f(a=[1, 2, 3])\n[1, 2, 3]\n"))
        .isEqualTo(new Outcome(0, "1 file: 1 call holds, 1 refusal\n", ""));
    assertThat(fails(1, text + strict)).contains("the program compiles");
  }

  @Test
  void programsWithoutSectionsAreErrors() throws IOException {
    Outcome outcome = cli.run("test", "@p.tc");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith(
            "tensorc: nothing to test in " + cli.path("p.tc") + ": write `#> run f(x=[1])`");
    assertThat(test(REFUSED).err()).startsWith("error[TC-S003]").contains("nothing to test in ");
  }

  @Test
  void usage() throws IOException {
    assertThat(cli.run("test").code()).isEqualTo(2);
    assertThat(cli.run("test", "@missing.tc"))
        .isEqualTo(cli.run("check", "@missing.tc"))
        .extracting(Outcome::code)
        .isEqualTo(1);
    assertThat(test(PROGRAM, "--engine=gpu").code()).isEqualTo(2);
    assertThat(cli.run("--help").out()).contains("  test ");
    assertThat(cli.run("test", "--help").out()).contains("#> run", "#> error", "--engine");
  }

  /** A loop that goes on is stopped, and no failure of a section. */
  @Test
  void timeoutEndsIt() throws IOException {
    String program =
        """
        export fn f(x: i64) -> i64 {
            var y = x
            while y > 0 { y = y + 0 }
            return y
        }
        #> run f(x=1)
        0
        """;
    cli.write("x.tc", program);
    // the program is known then: the call alone takes long
    assertThat(cli.run("run", "@x.tc", "f", "x=0", "--engine=interpreter").out())
        .isEqualTo("0 : i64\n");
    Outcome outcome = test(program, "--engine=interpreter", "--timeout=0.5");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("tensorc: --timeout: the loop at x.tc:3:5 was stopped");
  }
}
