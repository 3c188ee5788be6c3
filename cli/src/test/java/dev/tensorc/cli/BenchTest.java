package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench} and {@code run --stats}: what they say, and that it can be. */
class BenchTest {

  private static final Pattern ROW =
      Pattern.compile(
          "\"(\\w+)\": \\{\"median_ns\": ([\\d.]+), \"p5_ns\": ([\\d.]+), \"p95_ns\": ([\\d.]+),"
              + " \"gb_per_s\": ([\\d.]+), \"samples\": (\\d+)}");

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  @Test
  void measuresBothEnginesAndACopy() {
    Outcome outcome =
        cli.run("bench", "@p.tc", "scale", "x=ones:[1000]", "factor=2", "--seconds=0.05", "--json");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .startsWith(
            "{\"function\": \"scale(x: f32[n], factor: f32) -> f32[n]\", \"bytes\": 8000,\n"
                + " \"vector\"")
        .contains("\"scalar\"", "\"copy\"");
    Matcher row = ROW.matcher(outcome.out());
    int rows = 0;
    while (row.find()) {
      double median = Double.parseDouble(row.group(2));
      assertThat(Double.parseDouble(row.group(3))).isPositive().isLessThanOrEqualTo(median);
      assertThat(Double.parseDouble(row.group(4))).isGreaterThanOrEqualTo(median);
      assertThat(Double.parseDouble(row.group(5)))
          .isBetween(8000 / median * 0.99 - 1e-4, 8000 / median * 1.01 + 1e-4);
      assertThat(Integer.parseInt(row.group(6))).isGreaterThanOrEqualTo(5);
      rows++;
    }
    assertThat(rows).isEqualTo(3);
  }

  @Test
  void printsATable() {
    Outcome outcome = cli.run("bench", "@p.tc", "total", "x=ones:[3,4]", "--seconds=0.02");
    assertThat(outcome.out())
        .matches(
            "(?s)total\\(x: f64\\[\\?, \\?]\\) -> f64\n104 bytes of arguments and results\n"
                + " +median +5 % +95 % +GB/s\nvector .*\nscalar .*\ncopy .*\n");
    assertThat(outcome.out()).containsPattern("(?m)^vector +[\\d.e+]+ [num]?s ");
  }

  @Test
  void mistakesEndIt() {
    assertThat(cli.run("bench", "@p.tc", "scale", "x=[1]").err()).contains("`factor` is missing");
    assertThat(cli.run("bench", "@p.tc", "scale", "x=[1]", "factor=1", "--seconds=0").err())
        .contains("--seconds: from 0.01 to 3600");
    Outcome division = cli.run("bench", "@p.tc", "quotient", "a=[1]", "b=[0]");
    assertThat(division.err()).contains("integer division by zero");
    assertThat(division.code()).isEqualTo(1);
  }

  @Test
  void statsOfResults() {
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
  }
}
