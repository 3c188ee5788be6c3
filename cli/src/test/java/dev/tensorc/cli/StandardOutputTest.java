package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that gets lost is a failure. */
class StandardOutputTest {

  @TempDir Path folder;
  private String program = "";

  @BeforeEach
  void program() throws IOException {
    program = new CommandLineFixture(folder).path("p.tc").toString();
  }

  private String[] words(String line) {
    return line.replace("@p.tc", program).split(" ");
  }

  /** A disk that takes a few bytes. */
  private static final class Full extends OutputStream {
    private int rest = 5;

    @Override
    public void write(int b) throws IOException {
      if (rest-- <= 0) {
        throw new IOException("No space left on device");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run @p.tc total x=[[1,2]]",
        "run @p.tc bounds x=[1,2]",
        "run @p.tc total x=[[1,2]] -o - --output-format=npy",
        "run @p.tc",
        "completion bash",
        "explain @p.tc",
        "explain @p.tc scale",
        "--help",
        "--version",
        "run --help",
        "compile --help",
        "check --help",
        "explain --help",
      })
  void commandsThatCannotPrintFail(String line) {
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            words(line),
            new PrintStream(new Full()),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .matches("tensorc: cannot write to standard output: [^\\n]+\\n");
    assertThat(code).isEqualTo(1);
  }

  @Test
  void commandsThatPrintNothingDoNotCare() {
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(words("check @p.tc"), new PrintStream(new Full()), new PrintStream(err, true));
    assertThat(err.size()).isZero();
    assertThat(code).isZero();
  }

  /** A process that runs a command line. */
  private ProcessBuilder process(String line) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(words(line)));
    return new ProcessBuilder(command);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNamed() throws IOException, InterruptedException {
    Process full =
        process("run @p.tc total x=[[1,2]] --engine=interpreter")
            .redirectOutput(Redirect.to(new File("/dev/full")))
            .start();
    assertThat(new String(full.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("tensorc: cannot write to standard output: No space left on device\n");
    assertThat(full.waitFor()).isEqualTo(1);
  }

  /** As with {@code | head -1}. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aReaderThatHasGoneIsNoNews() throws IOException, InterruptedException {
    Process unread = process("explain @p.tc").start();
    unread.getInputStream().close();
    assertThat(unread.getErrorStream().readAllBytes()).isEmpty();
    assertThat(unread.waitFor()).isEqualTo(1);
  }

  /** With {@code LC_ALL=C}, as in jobs of cron, a terminal takes ASCII. */
  @ParameterizedTest
  @ValueSource(strings = {"fmt -", "check - --diagnostics=json", "check - --diagnostics=sarif"})
  void documentsAreInUtf8(String line) throws IOException, InterruptedException {
    String text = "import \"größer 🎲.tc\"\n";
    Path input = Files.writeString(folder.resolve("input.tc"), text);
    ProcessBuilder process = process(line).redirectInput(input.toFile());
    process.command().add(1, "-Dstdout.encoding=US-ASCII");
    Process started = process.start();
    assertThat(new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("größer 🎲");
    assertThat(started.waitFor()).isEqualTo(line.startsWith("fmt") ? 0 : 1);
  }
}
