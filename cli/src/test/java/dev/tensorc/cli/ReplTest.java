package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import dev.tensorc.cli.repl.Repl;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dialogue: its answers to lines of standard input, and its terminal, a virtual one. */
class ReplTest {

  private static final String TAB = "\t";
  private static final String UP = "\u001b[A";
  private static final String CTRL_C = "\u0003";
  private static final String END = ":quit\n";

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
  }

  private Outcome lines(String... lines) {
    InputStream before = System.in;
    System.setIn(
        new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
    try {
      return cli.run("repl", "@p.tc");
    } finally {
      System.setIn(before);
    }
  }

  private void prints(String expected, String... lines) {
    assertThat(lines(lines)).isEqualTo(new Outcome(0, expected, ""));
  }

  private void fails(String message, String... lines) {
    Outcome outcome = lines(lines);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void valuesHaveTypesAndNames() {
    prints("3 : i64\n", "1 + 2");
    prints("[2. 4.] : f64[2]\n[3. 5.] : f64[2]\n", "[1.0, 2] * 2", "it + 1");
    prints("x = [1. 2.] : f64[2]\nx = [2. 3.] : f64[2]\n", "let x = [1.0, 2]", "let x = x + 1");
    prints("y = [1. 2.] : f32[2]\n", "let y: f32[2] = [1, 2]");
    prints("z = [0 1 4] : i64[3]\n", "let z[i] = i * i for i in 0:3");
    prints("w: f64[100]\n", "let w = zeros((100,), f64)");
    prints("", "", "# nothing");
  }

  @Test
  void functionsAreKeptAndReplaced() {
    prints("[2. 4.] : f32[2]\n", "scale(astype([1, 2], f32), 2)"); // of the file
    prints(
        "10.0 : f64\n20.0 : f64\n",
        "fn f(x: f64) -> f64 {",
        "    return x * 10 # {",
        "}",
        "f(1.0)",
        "fn f(x: f64) -> f64 { return x * 20 }",
        "f(1.0)");
    prints(
        "lo = 1.0 : f32\nrest = [0. 2.] : f32[2]\n",
        "let (lo, rest) = bounds(astype([1, 3], f32))");
    prints("6 : i64\n", "const k = 3", "k * 2");
  }

  @Test
  void messagesShowTheEnteredText() {
    Outcome outcome = lines("let x = [1.0, 2, 3]", "let y = x + [1, 2]", "x");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).isEqualTo("x = [1. 2. 3.] : f64[3]\n[1. 2. 3.] : f64[3]\n");
    assertThat(outcome.err())
        .contains(" --> repl:1:9\n  |\n1 | let y = x + [1, 2]\n  |         ^^^^^^^^^^\n")
        .doesNotContain("repl_entry");
    fails("nothing named `zz` is in sight", "zz");
    fails("integer division by zero", "1 // zeros((1,), i64)");
    fails("write `let x = ...` for another value of that name", "let x = [1]", "x[0] = 3");
    fails("`for` is not supported yet outside of a function", "for i in 0:3 { }");
    fails("there is no command `:plto`; did you mean `:plot`?", ":plto x");
    fails("there is no value `y`", ":plot y");
    fails("expected", "fn g(a) { return b }");
    fails("missing.tc", "import \"missing.tc\"");
  }

  @Test
  void filesAreLoadedAndSaved() throws IOException {
    cli.write("t.csv", "a,b\n1,2\n3,4\n");
    String table = cli.path("t.csv").toString();
    String array = cli.path("x.npy").toString();
    prints(
        "x: f64[2, 2]\nz = [3. 7.] : f32[2]\nwrote %s: f32[2]\ny: f32[2]\n[3. 7.] : f32[2]\n"
            .formatted(array),
        ":load x=" + table,
        "let z: f32[2] = astype(sum(x, axis=1), f32)",
        ":save z=" + array,
        ":load y=" + array,
        "y");
    fails("no such file", ":load x=" + folder + "/missing.csv");
    prints("r: f64[2, 3]\n", ":load r=random:[2,3]:seed=1");
    fails("there is no value `r`", ":load r=ones:[2,3]", ":forget r", ":plot r");
  }

  @Test
  void typesAndExplanations() {
    prints("x = [1. 2.] : f64[2]\nf64[2]\n", "let x = [1.0, 2]", ":type x / 3");
    Outcome explained = lines("let x = [1.0, 2]", ":explain exp(x) + 1");
    assertThat(explained.out())
        .contains("\nexp(x) + 1: f64[2]\n  time      about ", "  slow      nothing\n");
    assertThat(lines("let x = [1.0, 2]", ":names").out()).contains("x: f64[2]\nimport \"p.tc\"\n");
    assertThat(lines(":help").out()).contains(":plot", ":load x=FILE");
  }

  @Test
  void plotsAreLinesAndPictures() throws IOException {
    String[] chart = lines("let x = [0.0, 1, 0, -1]", ":plot x").out().split("\n");
    assertThat(chart).hasSize(1 + 12 + 2);
    assertThat(chart[1]).startsWith(" 1 │");
    assertThat(chart[12]).startsWith("-1 │");
    assertThat(chart[1].codePoints().filter(c -> c > 0x2800 && c < 0x2900).count()).isPositive();
    assertThat(lines(":load m=zeros:[2,4]", "let n = m + [0, 1, 2, 3]", ":plot n").out())
        .endsWith(" -*@\n");

    String line = cli.path("line.png").toString();
    String grey = cli.path("grey.png").toString();
    lines(
        "let x = [0.0, 1, 0, -1]",
        ":plot x " + line,
        "let m = x[:, newaxis] * x",
        ":plot m " + grey);
    BufferedImage drawn = ImageIO.read(new File(line));
    assertThat(drawn.getWidth()).isEqualTo(900);
    assertThat(drawn.getRGB(450, 30) & 0xffffff).isNotEqualTo(0); // paper, not black
    BufferedImage picture = ImageIO.read(new File(grey));
    assertThat(picture.getWidth()).isEqualTo(4);
    assertThat(picture.getRGB(1, 1) & 0xff).isEqualTo(255); // the greatest element is white
    assertThat(picture.getRGB(1, 3) & 0xff).isZero();
    fails("a plot is a .png file", "let x = [1, 2]", ":plot x x.gif");
    fails("a vector is plotted as a line", "let x = 1", ":plot x");
  }

  // ---------------------------------------------------------------- a terminal

  /** The screen after these keys; each part is typed when the one before has been shown. */
  private String terminal(Path history, String... parts) throws IOException {
    var shown = new ByteArrayOutputStream();
    try (var input = new PipedInputStream(1 << 16);
        var typed = new PipedOutputStream(input);
        Terminal terminal =
            new ExternalTerminal("test", "ansi", input, shown, StandardCharsets.UTF_8)) {
      terminal.setSize(Size.of(100, 40));
      Thread fingers = Thread.ofPlatform().daemon().start(() -> type(typed, shown, parts));
      new Repl(Optional.of(cli.path("p.tc")), false).run(terminal, Optional.of(history), true);
      terminal.flush();
      fingers.interrupt();
    }
    return shown.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", "");
  }

  private static void type(OutputStream typed, ByteArrayOutputStream shown, String... parts) {
    try {
      for (String part : parts) {
        int before = -1;
        while (shown.size() == 0 || shown.size() != before) { // until nothing more is shown
          before = shown.size();
          Thread.sleep(150);
        }
        typed.write(part.getBytes(StandardCharsets.UTF_8));
        typed.flush();
      }
      typed.write(END.getBytes(StandardCharsets.UTF_8));
      typed.flush();
      Thread.sleep(60_000); // a pipe breaks when the thread that wrote to it ends
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt(); // the dialogue has ended
    }
  }

  @Test
  void aTerminalCompletesAndRemembers() throws IOException {
    Path history = cli.path("history");
    assertThat(terminal(history, "let number = 41\nnumb" + TAB + " + 1\n")).contains("42 : i64");
    assertThat(history).content().contains("let number = 41", "number + 1");
    assertThat(terminal(history, "let number = 1\n" + UP + UP + UP + "\n")).contains("2 : i64");
    assertThat(terminal(history, "1 +", CTRL_C, "40 + 4\n")).contains("44 : i64");
    assertThat(terminal(history, "[1,\n2,\n3] * 2\n")).contains("[2 4 6] : i64[3]");
    assertThat(terminal(history, ":he" + TAB + "\n"))
        .contains(":forget x: a value or a definition");
    assertThat(terminal(history, "sca" + TAB + "(astype([2], f32), 3)\n"))
        .contains("[6.] : f32[1]");
    Files.createFile(cli.path("data.csv"));
    String load = ":load x=" + folder + "/dat" + TAB + "\n";
    assertThat(terminal(history, load)).contains("data.csv");
  }

  @Test
  void aTerminalShowsPicturesInColours() throws IOException {
    var shown = new ByteArrayOutputStream();
    try (var input =
            new ByteArrayInputStream(
                ("let p = [[[1.0, 0, 0]], [[0.0, 0, 1]]]\n:plot p\n" + END)
                    .getBytes(StandardCharsets.UTF_8));
        Terminal terminal =
            new ExternalTerminal("test", "ansi", input, shown, StandardCharsets.UTF_8)) {
      terminal.setSize(Size.of(100, 40));
      new Repl(Optional.empty(), false).run(terminal, Optional.empty(), true);
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("\u001b[38;2;255;0;0m\u001b[48;2;0;0;255m\u2580\u001b[0m");
  }
}
