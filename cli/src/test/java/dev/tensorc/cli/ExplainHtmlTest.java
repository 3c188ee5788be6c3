package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that {@code explain --html} writes, as text and in a browser where one is installed. */
class ExplainHtmlTest {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private static final String PROGRAM =
      """
      ## Layer normalisation: <&">.
      export fn layer_norm(x: f32[n, d], scale: f32[?], shift: f32[?]) -> f32[n, d] {
          let mu = mean(x, axis=-1, keepdims=true)
          let c = x - mu
          let v = mean(c * c, axis=-1, keepdims=true)
          return c / sqrt(v + 1e-5) * scale + shift
      }
      export fn divided(a: i64[n], b: i64[n]) -> i64[n] { return a // b }
      """;

  /** The effect of the mouse over a line, and whether the page is wider than the window. */
  private static final String PROBE =
      """
      <script>
      const lit = () => document.querySelectorAll(".card.lit").length;
      const line = document.getElementById("L3");
      line.dispatchEvent(new MouseEvent("mouseenter"));
      document.body.dataset.over = lit();
      line.dispatchEvent(new MouseEvent("mouseleave"));
      document.body.dataset.off = lit();
      document.body.dataset.wide = document.documentElement.scrollWidth > innerWidth;
      const heat = n => getComputedStyle(document.querySelector(`#L${n} .heat`)).backgroundColor;
      document.body.dataset.hot = heat(3) !== heat(1);
      </script>
      """;

  @TempDir Path folder;
  private CommandLineFixture cli;
  private String page = "";

  @BeforeEach
  void page() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write("e.tc", PROGRAM);
    Outcome outcome = cli.run("explain", "@e.tc", "--html", "@e.html");
    assertThat(outcome)
        .isEqualTo(new Outcome(0, "", "tensorc: wrote " + cli.path("e.html") + "\n"));
    page = Files.readString(cli.path("e.html"));
  }

  @Test
  void everyLinkLeadsSomewhereOnThePage() {
    List<String> ids = all(" id=\"([^\"]+)\"");
    List<String> links = all(" href=\"([^\"]+)\"");
    assertThat(ids).doesNotHaveDuplicates().contains("L1", "L8", "k0");
    assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(ids).contains(link.substring(1)));
    assertThat(page).doesNotContain("http:", "https:", " src=").contains("&lt;&amp;&quot;&gt;.");
  }

  /** Sizes that a version knows to be equal have one name in its shapes. */
  @Test
  void eachVersionHasItsShapesLoopsAndTime() {
    List<String> versions = List.of(page.split("<details"));
    assertThat(versions).hasSize(1 + 4);
    for (String version : versions.subList(1, versions.size())) {
      assertThat(version)
          .contains(
              ">mu: f32[n, 1]<", "ns x n * d</span>", "for i in 0:n0\n", "data-lines=\"3 4 5 6\"");
    }
    assertThat(versions.get(1)).contains("d == ?scale.0 and d == ?shift.0").contains(" open=");
    assertThat(versions.get(4)).contains("any sizes").contains("data-lines=\"8\"", "scalar code");
  }

  @Test
  void noPageWhereItsPlaceIsAFolder() throws IOException {
    Files.createDirectories(cli.path("there.html"));
    Outcome outcome = cli.run("explain", "@e.tc", "--html", "@there.html");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err()).contains("there.html");
  }

  /**
   * The script lights up the lines that belong together, and opens the version that a link leads
   * to.
   */
  @Test
  void aBrowserShowsIt() throws IOException, InterruptedException {
    if (!Files.exists(CHROMIUM)) { // .ci/run installs it
      System.out.println("left out: ExplainHtmlTest in a browser, which needs Chromium");
      assertThat(System.getenv("TENSORC_CI")).as("Chromium is missing").isNull();
      return;
    }
    Path probed = folder.resolve("probed.html");
    Files.writeString(probed, page.replace("</body>", PROBE + "</body>"));
    String shown = browser("--dump-dom", probed.toUri() + "#k3");
    assertThat(shown)
        .contains("data-over=\"4\"", "data-off=\"0\"", "data-wide=\"false\"", "data-hot=\"true\"")
        .containsPattern("<details class=\"version\" open=\"\"><summary><b>version 4</b>")
        .containsPattern("<details class=\"version\"><summary><b>version 3</b>");

    Path picture = folder.resolve("page.png");
    browser("--screenshot=" + picture, cli.path("e.html").toUri().toString());
    BufferedImage image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(1400);
    long colours =
        IntStream.range(0, image.getHeight())
            .flatMap(y -> IntStream.range(0, 1400).map(x -> image.getRGB(x, y)))
            .distinct()
            .count();
    assertThat(colours).isGreaterThan(50); // text, and not one blank colour
  }

  private List<String> all(String pattern) {
    return Pattern.compile(pattern)
        .matcher(page)
        .results()
        .map((MatchResult r) -> r.group(1))
        .toList();
  }

  /** The browser's output. */
  private String browser(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                CHROMIUM.toString(),
                "--headless",
                "--no-sandbox", // of a root user; the page is our own
                "--disable-gpu",
                "--hide-scrollbars",
                "--window-size=1400,1000",
                "--user-data-dir=" + folder.resolve("profile")));
    command.addAll(List.of(arguments));
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readString(printed);
  }
}
