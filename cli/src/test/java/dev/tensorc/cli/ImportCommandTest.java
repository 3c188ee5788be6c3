package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tensorc import}: the files that it writes, and its messages where it writes none. */
class ImportCommandTest {
  /** A node {@code act} that computes y of x, f32 of size n, in opset 13, as protobuf writes it. */
  static final String MODEL =
      "08083a3a0a110a01781201791a03616374220452656c751201675a100a0178120b0a09080112050a"
          + "0312016e62100a0179120b0a09080112050a0312016e42040a00100d";

  private static final String RELU =
      HexFormat.of().formatHex("Relu".getBytes(StandardCharsets.UTF_8));
  private static final String SELU =
      HexFormat.of().formatHex("Selu".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path folder;
  private CommandLineFixture commands;

  @BeforeEach
  void writeModels() throws IOException {
    commands = new CommandLineFixture(folder);
    Files.write(folder.resolve("my-relu.onnx"), HexFormat.of().parseHex(MODEL));
    Files.write(folder.resolve("selu.onnx"), HexFormat.of().parseHex(MODEL.replace(RELU, SELU)));
  }

  @Test
  void writesAProgramThatRuns() throws IOException {
    Outcome imported = commands.run("import", "@my-relu.onnx", "-d", "@made/here");
    assertThat(imported.err()).isEmpty();
    assertThat(imported.out()).isEqualTo("wrote " + commands.path("made/here/my_relu.tc") + "\n");
    assertThat(Files.readString(commands.path("made/here/my_relu.tc")))
        .isEqualTo(
            """
            # Imported from my-relu.onnx (opset 13).

            export fn forward(x: f32[n]) -> f32[n] {
                return relu(x)
            }
            """);
    Outcome run = commands.run("run", "@made/here/my_relu.tc", "forward", "x=[-1, 2]");
    assertThat(run.out()).isEqualTo("[0. 2.] : f32[2]\n");
  }

  @Test
  void takesANameAndSizes() throws IOException {
    Outcome imported =
        commands.run("import", "@my-relu.onnx", "-d", "@", "--name", "act", "--size", "n=3");
    assertThat(imported.code()).isZero();
    assertThat(Files.readString(commands.path("act.tc"))).contains("forward(x: f32[3]) -> f32[3]");
  }

  @Test
  void refusesWithoutWriting() {
    Outcome refused = commands.run("import", "@selu.onnx", "-d", "@made");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("tensorc: " + commands.path("selu.onnx") + ": node 'act' (Selu), opset 13: ")
        .contains("not supported yet")
        .hasLineCount(1);
    assertThat(commands.path("made")).doesNotExist();
    Outcome noModel = commands.run("import", "@p.tc", "-d", "@made");
    assertThat(noModel.code()).isEqualTo(1);
    assertThat(noModel.err()).contains("p.tc: no ONNX model, or damaged").hasLineCount(1);
    Outcome missing = commands.run("import", "@none.onnx", "-d", "@made");
    assertThat(missing.err())
        .isEqualTo("tensorc: " + commands.path("none.onnx") + ": no such file\n");
    Outcome directory = commands.run("import", "@", "-d", "@made");
    assertThat(directory.err()).contains("is no regular file");
    assertThat(commands.path("made")).doesNotExist();
  }

  @Test
  void refusesOptionsThatMakeNoSense() {
    Outcome name = commands.run("import", "@my-relu.onnx", "--name", "my-relu");
    assertThat(name.code()).isEqualTo(2);
    assertThat(name.err()).contains("--name my-relu: a name has letters, digits and underscores");
    Outcome zero = commands.run("import", "@my-relu.onnx", "-d", "@", "--size", "n=0");
    assertThat(zero.code()).isEqualTo(2);
    assertThat(zero.err()).contains("--size n=0: a size is at least 1");
    Outcome unknown = commands.run("import", "@my-relu.onnx", "-d", "@", "--size", "m=2");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("there is no size 'm'; the sizes are n");
    assertThat(commands.path("my_relu.tc")).doesNotExist();
  }
}
