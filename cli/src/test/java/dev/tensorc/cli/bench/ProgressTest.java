package dev.tensorc.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final StringWriter written = new StringWriter();

  /** The line as a terminal shows it: a carriage return goes back to its beginning. */
  private String shown() {
    var line = new StringBuilder();
    for (String part : written.toString().split("\r")) {
      line.replace(0, Math.min(part.length(), line.length()), part);
    }
    return line.toString().stripTrailing();
  }

  private static String bar(int done) {
    return "[" + "#".repeat(done) + ".".repeat(40 - done) + "] ";
  }

  @Test
  void eachPartHasItsNameAloneFromItsBeginningOn() {
    try (var progress = new Progress(new PrintWriter(written), 4)) {
      progress.begin("scalar");
      assertThat(shown()).isEqualTo(bar(0) + "scalar");
      progress.at(1);
      progress.begin("copy");
      assertThat(shown()).isEqualTo(bar(10) + "copy");
      progress.at(0.5);
      assertThat(shown()).isEqualTo(bar(15) + "copy");
      progress.begin("FMA peak");
      progress.at(2);
      assertThat(shown()).isEqualTo(bar(30) + "FMA peak");
    }
    assertThat(shown()).isEmpty();
  }
}
