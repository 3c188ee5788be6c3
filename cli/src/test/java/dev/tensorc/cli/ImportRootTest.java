package dev.tensorc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.cli.CommandLineFixture.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files the commands read beside those that are named, and the names that they give them. */
class ImportRootTest {

  private static final String SECRET = "the secret of another folder";

  @TempDir Path folder;
  private CommandLineFixture cli;

  @BeforeEach
  void folder() throws IOException {
    cli = new CommandLineFixture(folder);
    cli.write("secret.tc", SECRET);
    cli.write("half.tc", "fn half(x: f32) -> f32 { return x / 2 }");
    Files.createDirectories(cli.path("src/acme"));
  }

  private Outcome refuses(String... words) {
    Outcome outcome = cli.run(words);
    assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err()).doesNotContain(SECRET).contains("error[TC-P024]", "--import-root");
    return outcome;
  }

  @Test
  void everyCommandReadsBelowTheRootAlone() throws IOException {
    String use = "export fn f(x: f32) -> f32 { return half(x) }";
    cli.write("src/q.tc", "import \"../half.tc\"\n" + use);
    cli.write("src/s.tc", "import \"../secret.tc\"\nexport fn f(x: f32) -> f32 { return x }");
    for (String program : List.of("@src/q.tc", "@src/s.tc")) {
      refuses("check", program);
      refuses("explain", program);
      refuses("run", program, "f", "x=1");
      refuses("compile", program, "-d", "@out");
      refuses("compile", "--source-root=@src", program, "-d", "@out");
    }
    assertThat(cli.path("out")).doesNotExist();

    String wider = "--import-root=@";
    assertThat(cli.run("check", "@src/q.tc", wider)).isEqualTo(new Outcome(0, "", ""));
    assertThat(cli.run("explain", "@src/q.tc", wider).code()).isZero();
    assertThat(cli.run("run", "@src/q.tc", "f", "x=1", wider).out()).isEqualTo("0.5 : f32\n");
    assertThat(cli.run("compile", "@src/q.tc", "-d", "@out", wider).code()).isZero();
    assertThat(cli.run("compile", "--source-root=@src", "@src/q.tc", "-d", "@out", wider).code())
        .isZero();
    assertThat(cli.run("check", "@src/q.tc", "--import-root=@none"))
        .isEqualTo(
            new Outcome(2, "", "tensorc: --import-root: " + folder + "/none is not a folder\n"));
  }

  /** The user has named the folder, not the target of a link in it. */
  @Test
  void programsThatWereFoundLieBelowTheSourceRoot() throws IOException {
    Files.createSymbolicLink(cli.path("src/acme/found.tc"), cli.path("secret.tc"));
    Outcome outcome = cli.run("compile", "--source-root=@src", "-d", "@out");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("found.tc: a symbolic link leads out of " + cli.path("src"), "--import-root=DIR")
        .doesNotContain(SECRET);
    Files.delete(cli.path("src/acme/found.tc"));
    Files.createSymbolicLink(cli.path("src/acme/found.tc"), cli.path("p.tc"));
    assertThat(cli.run("compile", "--source-root=@src", "-d", "@out", "--import-root=@").code())
        .isZero();
    assertThat(cli.path("out/acme/Found.class")).isNotEmptyFile();
  }

  private Map<String, String> compiled(String root, boolean asTheMavenPluginDoes)
      throws IOException {
    Path source = Files.createDirectories(cli.path(root + "/src/acme/lib"));
    Files.writeString(
        source.resolve("join.tc"),
        """
        fn join(a: f32[?], b: f32[?]) -> f32[?] { return a + b }
        fn ratio(a: i64, b: i64) -> i64 { return a // b }
        fn pick(x: f32[n], i: i64[m]) -> f32[m] { return take(x, i) }
        """);
    Files.writeString(
        source.resolve("../main.tc"),
        """
        import "lib/join.tc"
        export fn f(a: f32[?], b: f32[?], i: i64[m]) -> f32[m] {
            let c = join(a, b) * b
            let d: f32[?] = c[1:]
            return pick(d, i // i) + astype(ratio(i[0], i[1]), f32)
        }
        """);
    String out = "@" + root + "/out";
    Outcome outcome =
        asTheMavenPluginDoes
            ? cli.run(
                "compile",
                "--source-root=@" + root + "/src",
                "--directory=" + out,
                "--sources=" + out,
                "@" + root + "/src/acme/main.tc",
                "@" + root + "/src/acme/lib/join.tc",
                "--report=@" + root + "/report")
            : cli.run("compile", "@" + root + "/src/acme/main.tc", "-d", out);
    assertThat(outcome.code()).as(outcome.err()).isZero();
    var files = new TreeMap<String, String>();
    Path written = cli.path(root + "/out");
    try (var all = Files.walk(written)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        files.put(
            written.relativize(file).toString(),
            Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  @Test
  void theSameSourcesElsewhereGiveTheSameBytes() throws IOException {
    for (boolean plugin : List.of(false, true)) {
      Map<String, String> here = compiled("here" + plugin, plugin);
      Map<String, String> there = compiled("another/place/" + plugin, plugin);
      assertThat(here).hasSizeGreaterThan(5).isEqualTo(there);
      assertThat(String.join("\n", here.values()))
          .doesNotContain(folder.toString())
          .contains((plugin ? "acme/" : "") + "lib/join.tc:1:");
    }
  }
}
