package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FmtTest {

  private static final String UNTIDY = "fn f(x:f32)->f32 { return x }\n";
  private static final String TIDY = "fn f(x: f32) -> f32 { return x }\n";

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  @Test
  void filesAndFoldersAreWrittenInTheLayout() throws IOException {
    Files.createDirectories(folder.resolve("sub/deep"));
    String one = cli.write("one.tc", UNTIDY);
    String two = cli.write("sub/deep/two.tc", UNTIDY);
    Outcome outcome = cli.run("fmt", "@one.tc", "@sub", "@p.tc");
    assertThat(outcome.code()).isZero();
    assertThat(outcome.err())
        .isEqualTo("tensorc: formatted %s%ntensorc: formatted %s%n".formatted(one, two));
    assertThat(cli.path("one.tc")).hasContent(TIDY);
    assertThat(cli.path("sub/deep/two.tc")).hasContent(TIDY);
    assertThat(cli.run("fmt", folder.toString())).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void checkNamesFilesAndWritesNothing() throws IOException {
    String one = cli.write("one.tc", UNTIDY);
    Outcome outcome = cli.run("fmt", "--check", "@p.tc", "@one.tc");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out().strip()).isEqualTo(one);
    assertThat(cli.path("one.tc")).hasContent(UNTIDY);
    assertThat(cli.run("fmt", "--check", "@p.tc")).isEqualTo(new Outcome(0, "", ""));
  }

  @Test
  void whereOneFileHasAMistakeNoneIsWritten() throws IOException {
    cli.write("one.tc", UNTIDY);
    cli.write("wrong.tc", "fn f(x: f32 { return x }\n");
    Outcome outcome = cli.run("fmt", "@one.tc", "@wrong.tc");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("this `(` is never closed", "wrong.tc:1:5");
    assertThat(cli.path("one.tc")).hasContent(UNTIDY);
  }

  @Test
  void standardInputGoesToStandardOutput() {
    assertThat(piped(UNTIDY, "fmt", "-")).isEqualTo(new Outcome(0, TIDY, ""));
    assertThat(piped(TIDY, "fmt", "--check", "-")).isEqualTo(new Outcome(0, "", ""));
    Outcome wrong = piped("fn (", "fmt", "-");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).contains("--> <stdin>:1");
  }

  @Test
  void lineEndsOfWindowsStay() throws IOException {
    cli.write("one.tc", UNTIDY.replace("\n", "\r\n") + "#> run f(x=1)\r\n1\r\n");
    assertThat(cli.run("fmt", "@one.tc").code()).isZero();
    assertThat(Files.readString(cli.path("one.tc")))
        .isEqualTo(TIDY.replace("\n", "\r\n") + "#> run f(x=1)\r\n1\r\n");
  }

  @Test
  void whatIsNoTextIsRefused() throws IOException {
    Files.write(cli.path("one.tc"), new byte[] {'#', (byte) 0xff, '\n'});
    assertThat(cli.run("fmt", "@one.tc").err()).contains("one.tc: not a program: not UTF-8 text");
    assertThat(cli.run("fmt", "@none.tc").err()).contains("none.tc: no such file");
  }

  private Outcome piped(String text, String... words) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      return cli.run(words);
    } finally {
      System.setIn(before);
    }
  }
}
