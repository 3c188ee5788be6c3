package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --timeout} ends a command that takes too long: one line, exit code 1, nothing written. */
@org.junit.jupiter.api.Timeout(value = 60, threadMode = SEPARATE_THREAD)
class TimeoutTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void programs() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write(
        "endless.tc",
        """
        export fn endless(x: f64) -> f64 {
            var y = x
            while y >= 0 { y = y + 0 }
            return y
        }
        """);
    String calls = "g1(x * 1.5)" + " + g1(x * 2.5)".repeat(40);
    cli.write(
        "long.tc",
        """
        export fn f(x: f64[n]) -> f64[n] { return %s }
        fn g1(x: f64[n]) -> f64[n] { return %s }
        fn g2(x: f64[n]) -> f64[n] { return exp(x) }
        """
            .formatted(calls, calls.replace("g1", "g2")));
  }

  @Test
  void endlessLoops() {
    assertThat(cli.run("run", "@endless.tc", "endless", "x=-1").code()).isZero(); // now compiled
    Outcome outcome = cli.run("run", "@endless.tc", "endless", "x=1", "--timeout", "1");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("tensorc: --timeout: the loop at ")
        .contains("endless.tc:3:5 was stopped")
        .hasLineCount(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void longCompilations() {
    for (String[] command :
        new String[][] {
          {"--timeout=0.05", "check", "@long.tc"},
          {"compile", "@long.tc", "@p.tc", "-d", "@out", "--timeout=0.05"},
          {"run", "@long.tc", "f", "x=[1]", "--timeout", "0.05"}
        }) {
      Outcome outcome = cli.run(command);
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err())
          .isEqualTo(
              "tensorc: --timeout: the program takes longer to compile" + System.lineSeparator());
      assertThat(Files.exists(folder.resolve("out"))).isFalse();
    }
  }

  @Test
  void enoughTime() {
    Outcome outcome = cli.run("run", "@p.tc", "negate", "b=true", "k=3", "--timeout=1000");
    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("-3");
  }

  @Test
  void whatIsNoTime() {
    for (String time : new String[] {"0", "-1", "NaN", "soon"}) {
      Outcome outcome = cli.run("check", "@p.tc", "--timeout=" + time);
      assertThat(outcome.code()).as(time).isEqualTo(2);
      assertThat(outcome.err()).contains("--timeout").doesNotContain("internal");
    }
  }
}
