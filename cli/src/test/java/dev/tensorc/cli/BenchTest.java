package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench} and {@code run --stats}: their output is well-formed and plausible. */
class BenchTest {

  private static final String NORM =
      """
      export fn norm(x: f32[n, d], scale: f32[?]) -> f32[n, d] {
          let c = x - mean(x, axis=-1, keepdims=true)
          return c * scale
      }
      """;

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  @Test
  void measuresBothEnginesAndTheMachine() {
    Outcome outcome =
        cli.run("bench", "@p.tc", "scale", "x=ones:[1000]", "factor=2", "--seconds=0.05", "--json");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    JsonObject all = JsonParser.parseString(outcome.out()).getAsJsonObject();
    assertThat(all.get("function").getAsString())
        .isEqualTo("scale(x: f32[n], factor: f32) -> f32[n]");
    assertThat(all.get("bytes").getAsLong()).isEqualTo(8000);
    assertThat(all.get("operations").getAsDouble()).isEqualTo(1000); // a product for each element
    for (String engine : List.of("vector", "scalar", "copy")) {
      JsonObject row = all.getAsJsonObject(engine);
      double median = row.get("median_ns").getAsDouble();
      assertThat(row.get("p5_ns").getAsDouble()).isPositive().isLessThanOrEqualTo(median);
      assertThat(row.get("p95_ns").getAsDouble()).isGreaterThanOrEqualTo(median);
      assertThat(row.get("gb_per_s").getAsDouble()).isEqualTo(8000 / median, within(1e-9));
      assertThat(row.get("samples").getAsInt()).isGreaterThanOrEqualTo(5);
      assertThat(row.has("gflop_per_s")).isEqualTo(!engine.equals("copy"));
    }
    assertThat(all.get("fma_peak_gflop_per_s").getAsDouble()).isPositive();
    JsonObject kernel = all.getAsJsonArray("kernels").get(0).getAsJsonObject();
    assertThat(kernel.get("predicted_part").getAsDouble()).isEqualTo(1);
    assertThat(kernel.get("lines").getAsString()).isEqualTo("line 2");
  }

  /** Two sums of rows of 40, and two element-wise operations: 40 times 5 of each. */
  @Test
  void countsOperationsAndSaysWhichVersionRuns() throws IOException {
    cli.write("n.tc", NORM);
    String[] words = {"bench", "@n.tc", "norm", "x=ones:[5,40]", "scale=ones:[40]"};
    Outcome outcome = cli.run(with(words, "--seconds=0.01"));
    assertThat(outcome.out())
        .startsWith("norm(x: f32[n, d], scale: f32[?]) -> f32[n, d]\n1760 bytes of arguments and")
        .contains(", 605 floating-point operations\n")
        .containsPattern(
            "(?m)^vector +[\\d.]+ [num]?s +[\\d.]+ [num]?s +[\\d.]+ [num]?s +[\\d.]+ +")
        .containsPattern("(?m)^FMA peak +\\d+")
        .containsPattern("predicted: [\\d.]+ [num]?s on one thread, data in the cache; measured")
        .containsPattern("(?m)^kernel0 .*100 % +vector +lines 2, 3$")
        .contains("lines 2, 3: version 1 of 3, d == ?scale.0\n");
    words[4] = "scale=ones:[1]";
    assertThat(cli.run(with(words, "--seconds=0.01")).out())
        .contains("lines 2, 3: version 2 of 3, ?scale.0 == 1\n");
  }

  private static String[] with(String[] words, String option) {
    var all = new String[words.length + 1];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = option;
    return all;
  }

  /** A sum of two kernels; one of them does all of the work. */
  @Test
  void samplesTellTheKernelsApart() throws IOException {
    cli.write(
        "two.tc",
        "export fn f(x: f64[n, m]) -> (f64[m], f64[n, m]) { return (sum(x, axis=0), exp(sin(x)))"
            + " }");
    String[] words = {"bench", "@two.tc", "f", "x=random:[200,200]", "--seconds=0.2", "--json"};
    JsonObject all = JsonParser.parseString(cli.run(words).out()).getAsJsonObject();
    double most = 0;
    double sum = 0;
    for (var kernel : all.getAsJsonArray("kernels")) {
      double part = kernel.getAsJsonObject().get("part").getAsDouble();
      most = Math.max(most, part);
      sum += part;
    }
    assertThat(most).isGreaterThan(0.6);
    assertThat(sum).isBetween(0.7, 1.0);
  }

  @Test
  void whatOnlyTheRunKnowsIsNotPredicted() throws IOException {
    cli.write(
        "w.tc",
        "export fn f(x: f64[n], k: i64) -> f64[n] { var y = x\n for i in 0:k { y = y * 0.5 }\n"
            + " return y }\n"
            + "export fn g(x: f64[n]) -> f64[n] { var y = x\n while max(y) > 1 { y = y * 0.5 }\n"
            + " return y }\n");
    Outcome rounds = cli.run("bench", "@w.tc", "f", "x=ones:[100]", "k=7", "--seconds=0.01");
    assertThat(rounds.out()).contains(", 700 floating-point operations\n", "predicted: ");
    Outcome asked = cli.run("bench", "@w.tc", "g", "x=ones:[100]", "--seconds=0.01");
    assertThat(asked.out())
        .contains("not predicted: a loop of the program goes round as often as the run decides\n")
        .doesNotContain("floating-point");
  }

  @Test
  void mistakesEndIt() {
    assertThat(cli.run("bench", "@p.tc", "scale", "x=[1]").err()).contains("`factor` is missing");
    assertThat(cli.run("bench", "@p.tc", "scale", "x=[1]", "factor=1", "--seconds=0").err())
        .contains("--seconds: from 0.01 to 3600");
    assertThat(cli.run("bench", "@p.tc", "scale", "x=[1]", "factor=1", "--threads=0").err())
        .contains("--threads: ");
    Outcome division = cli.run("bench", "@p.tc", "quotient", "a=[1]", "b=[0]");
    assertThat(division.err()).contains("integer division by zero");
    assertThat(division.code()).isEqualTo(1);
  }

  @Test
  void statsOfResults() throws IOException {
    Outcome outcome = cli.run("run", "@p.tc", "bounds", "x=[3,nan,1]", "--stats", "--print=none");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .matches(
            "bounds: \\d+\\.\\d{3} ms, \\d+ bytes allocated, engine auto, the first call\n"
                + "  lo = f32: 1 NaN and nothing else\n"
                + "  result1 = f32\\[3]: 3 NaN and nothing else\n");
    assertThat(cli.run("run", "@p.tc", "scale", "x=[3,nan,1]", "factor=2", "--stats").err())
        .endsWith("\n  f32[3]: min 2.0, max 6.0, mean 4.00000, 1 NaN\n");
    assertThat(cli.run("run", "@p.tc", "quotient", "a=[7,-7]", "b=[2,2]", "--stats").err())
        .endsWith("\n  i32[2]: min -4, max 3, mean -0.500000\n");
    assertThat(cli.run("run", "@p.tc", "scale", "x=[]", "factor=2", "--stats").err())
        .endsWith("\n  f32[0]: no elements\n");
    cli.write("n.tc", NORM);
    assertThat(cli.run("run", "@n.tc", "norm", "x=[[1,2]]", "scale=[3]", "--stats").err())
        .contains("the first call\n  lines 2, 3: version 2 of 3, ?scale.0 == 1\n  f32[1, 2]: ");
  }
}
