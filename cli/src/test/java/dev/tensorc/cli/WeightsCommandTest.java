package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.cli.error.ExitCodes;
import dev.tensorc.runtime.FloatTensor;
import dev.tensorc.runtime.io.Safetensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs with weights at the command line. */
class WeightsCommandTest {

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void program() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write(
        "model.tc",
        """
        weights "model.safetensors" {
            w: f32[d]
        }
        export fn score(x: f32[d]) -> f32 { return sum(x * w) }

        #> run score(x=[1, 1])
        3
        """);
    weights("model.safetensors", 1, 2);
    weights("other.safetensors", 10, 20);
  }

  private void weights(String name, float... w) throws IOException {
    Safetensors.write(cli.path(name), Map.of("w", FloatTensor.of(w, w.length)));
  }

  private void runs(String expected, String... words) {
    Outcome outcome = cli.run(words);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out().strip()).isEqualTo(expected);
  }

  private void fails(int code, String message, String... words) {
    Outcome outcome = cli.run(words);
    assertThat(outcome.code()).isEqualTo(code);
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void weightsLieBesideTheProgram() {
    runs("3.0 : f32", "run", "@model.tc", "score", "x=[1,1]");
    runs("3.0 : f32", "run", "@model.tc", "score", "x=[1,1]", "--engine=interpreter");
    runs("1 file: 1 call holds", "test", "@model.tc");
  }

  @Test
  void anotherFileMayBeNamed() {
    runs("30.0 : f32", "run", "@model.tc", "score", "x=[1,1]", "--weights=@other.safetensors");
    fails(
        ExitCodes.ERROR, "found:    30.0:f32", "test", "@model.tc", "--weights=@other.safetensors");
  }

  @Test
  void benchMeasuresWithThem() {
    String[] words = {"bench", "@model.tc", "score", "x=[1,1]", "--seconds=0.01"};
    Outcome outcome = cli.run(words);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith("score(x: f32[d]) -> f32\n12 bytes of arguments and results");
    words[4] = "--weights=@missing.safetensors";
    fails(ExitCodes.ERROR, "missing.safetensors: no such file", words);
  }

  @Test
  void aFileThatIsMissingIsNamed() throws IOException {
    Files.delete(cli.path("model.safetensors"));
    String message = "tensorc: " + cli.path("model.safetensors") + ": no such file";
    fails(ExitCodes.ERROR, message, "run", "@model.tc", "score", "x=[1,1]");
    fails(ExitCodes.ERROR, message, "test", "@model.tc");
  }

  @Test
  void programsWithoutWeightsTakeNone() {
    fails(
        ExitCodes.USAGE,
        "--weights: " + cli.path("p.tc") + " declares no weights",
        "run",
        "@p.tc",
        "scale",
        "x=[1]",
        "factor=2",
        "--weights=@model.safetensors");
  }

  @Test
  void compiledClassesHaveTheFileBesideThem() throws IOException {
    runs("", "compile", "@model.tc", "-d", "@out", "--package=com.acme", "--report=@report");
    assertThat(cli.path("out/com/acme/model.safetensors"))
        .hasSameBinaryContentAs(cli.path("model.safetensors"));
    assertThat(cli.path("report"))
        .content()
        .contains("import\t" + cli.path("model.safetensors") + "\n");
    Files.delete(cli.path("model.safetensors"));
    runs("", "compile", "@model.tc", "-d", "@without");
    assertThat(cli.path("without/Model.class")).exists();
    assertThat(cli.path("without/model.safetensors")).doesNotExist();
  }
}
