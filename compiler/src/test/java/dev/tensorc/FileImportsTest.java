package dev.tensorc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tensorc.frontend.Diagnostic;
import dev.tensorc.frontend.DiagnosticRenderer;
import dev.tensorc.frontend.Imports;
import dev.tensorc.frontend.SourceText;
import dev.tensorc.runtime.BroadcastException;
import dev.tensorc.runtime.FloatTensor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that imports may read; no other file is read or shown. */
class FileImportsTest {

  private static final String SECRET = "the secret of another folder";
  private static final String TWICE = "fn twice(x: f32[n]) -> f32[n] { return x * 2 }\n";

  @TempDir private Path folder;
  private Path root;

  @BeforeEach
  void files() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectories(root.resolve("sub/deep"));
    Files.writeString(folder.resolve("secret.tc"), SECRET);
    Files.writeString(root.resolve("twice.tc"), TWICE);
  }

  private Path program(String name, String... imports) throws IOException {
    var text = new StringBuilder();
    for (String path : imports) {
      text.append("import \"").append(path).append("\"\n");
    }
    text.append("export fn f(x: f32[n]) -> f32[n] { return x }\n");
    return Files.writeString(root.resolve(name), text);
  }

  private List<Diagnostic> check(Path program, FileImports imports) throws IOException {
    return Tensorc.check(imports.program(program), Options.DEFAULT.withImports(imports));
  }

  private List<Diagnostic> check(Path program) throws IOException {
    return check(program, FileImports.beside(program, StandardCharsets.UTF_8));
  }

  /** The id of the only mistake, which shows nothing outside of the root. */
  private String refusal(Path program) throws IOException {
    List<Diagnostic> found = check(program);
    assertThat(DiagnosticRenderer.renderAll(found)).doesNotContain(SECRET).doesNotContain("root:");
    assertThat(found).hasSize(1);
    return found.getFirst().id();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.tc",
        "../none.tc",
        "sub/../../secret.tc",
        "../../../../../../../../../../etc/passwd",
        "/etc/passwd",
        "/no/such/file",
        "/proc/self/environ",
        "/dev/zero",
        ".."
      })
  void whatIsOutsideIsRefusedWhetherItExistsOrNot(String path) throws IOException {
    Path program = program("main.tc", path);
    assertThat(refusal(program)).isEqualTo("TC-P024");
    assertThat(DiagnosticRenderer.renderAll(check(program)))
        .contains("`" + root + "`", "--import-root=DIR", "importRoot", "new FileImports(root)");
  }

  @Test
  void linksThatLeadOutsideAreRefused() throws IOException {
    Files.createSymbolicLink(root.resolve("file.tc"), folder.resolve("secret.tc"));
    Files.createSymbolicLink(root.resolve("up"), folder);
    Files.createSymbolicLink(root.resolve("sub/again.tc"), root.resolve("file.tc"));
    for (String path : List.of("file.tc", "up/secret.tc", "sub/again.tc")) {
      assertThat(refusal(program("main.tc", path))).as(path).isEqualTo("TC-P024");
    }
    assertThat(DiagnosticRenderer.renderAll(check(program("main.tc", "file.tc"))))
        .contains("the path leads out of it through a symbolic link");
  }

  @Test
  void aFileIsOneHoweverItIsReached() throws IOException {
    Files.createSymbolicLink(root.resolve("sub/link.tc"), root.resolve("twice.tc"));
    Files.writeString(root.resolve("sub/a.tc"), "import \"link.tc\"\n");
    Files.writeString(root.resolve("sub/b.tc"), "import \"deep/../../twice.tc\"\n");
    Path program = program("main.tc", "sub/a.tc", "sub/b.tc", "twice.tc");
    assertThat(check(program)).isEmpty();
    FileImports imports = FileImports.beside(program, StandardCharsets.UTF_8);
    var from = new SourceText(root.resolve("sub/a.tc").toString(), "");
    for (String path : List.of("link.tc", "../twice.tc", root.resolve("twice.tc").toString())) {
      assertThat(imports.find(path, from).text())
          .as(path)
          .contains(new SourceText(root.resolve("twice.tc").toString(), "twice.tc", TWICE));
    }
  }

  @Test
  void aWiderRootAllowsMore() throws IOException {
    Files.writeString(folder.resolve("thrice.tc"), TWICE.replace("twice", "thrice"));
    Path program = program("main.tc", "../thrice.tc");
    assertThat(refusal(program)).isEqualTo("TC-P024");
    assertThat(check(program, new FileImports(folder))).isEmpty();
    Path deep = program("sub/deep/main.tc", "../../twice.tc");
    assertThat(refusal(deep)).isEqualTo("TC-P024");
    assertThat(check(deep, new FileImports(root))).isEmpty();
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void onlyRegularFilesAreRead() throws Exception {
    Path pipe = root.resolve("pipe.tc");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(refusal(program("main.tc", "pipe.tc"))).isEqualTo("TC-P025");
    assertThat(refusal(program("main.tc", "sub"))).isEqualTo("TC-P025");
    assertThat(refusal(program("sub/main.tc", "."))).isEqualTo("TC-P025");
    // a device below the root: only where the root is that wide
    var device = new FileImports(Path.of("/"));
    assertThat(check(program("main.tc", "/dev/zero"), device))
        .extracting(Diagnostic::id)
        .containsExactly("TC-P025");
  }

  @Test
  void largeFilesAreRefused() throws IOException {
    Path large = root.resolve("large.tc");
    try (var file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(FileImports.MAX_BYTES + 1L);
    }
    assertThat(refusal(program("main.tc", "large.tc"))).isEqualTo("TC-P026");
    assertThatThrownBy(() -> Tensorc.compile(large))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(large + ": not a program: the file has more than 16777216 bytes");
    assertThatThrownBy(() -> Tensorc.compile(Path.of("/dev/zero")))
        .hasMessageStartingWith("/dev/zero: not a program: the file has more than");
  }

  @Test
  void whatIsNotThereOrNoTextIsNotFound() throws IOException {
    Files.write(root.resolve("latin.tc"), "# é".getBytes(StandardCharsets.ISO_8859_1));
    Files.createSymbolicLink(root.resolve("loop.tc"), root.resolve("loop.tc"));
    for (String path : List.of("none.tc", "none/x.tc", "twice.tc/x.tc", "latin.tc", "loop.tc")) {
      assertThat(refusal(program("main.tc", path))).as(path).isEqualTo("TC-P021");
    }
  }

  /** A folder or a file when the path is compared, and a link when it is opened. */
  @Test
  void whatBecomesALinkMeanwhileIsNotOpened() throws IOException {
    Path top = root.toRealPath();
    var imports = new FileImports(root);
    assertThat(imports.open(top, Path.of("twice.tc")).text()).isPresent();
    Files.createSymbolicLink(root.resolve("sub/up"), folder);
    Files.createSymbolicLink(root.resolve("sub/file.tc"), folder.resolve("secret.tc"));
    for (String path : List.of("sub/up/secret.tc", "sub/up/root/twice.tc")) {
      assertThatThrownBy(() -> imports.open(top, Path.of(path)))
          .isInstanceOf(FileSystemException.class);
    }
    assertThat(imports.open(top, Path.of("sub/file.tc")))
        .isEqualTo(new Imports.NotAFile("a link that has just been made", root.toString()));
  }

  /** Messages at run time name files by their path below the root. */
  @Test
  void runTimeMessagesHaveNoPathOfTheMachine() throws IOException {
    Files.writeString(
        root.resolve("sub/add.tc"), "fn plus(a: f32[?], b: f32[?]) -> f32[?] { return a + b }\n");
    Path main =
        Files.writeString(
            root.resolve("main.tc"),
            """
            import "sub/add.tc"
            export fn sum_of(a: f32[?], b: f32[?]) -> f32[?] { return plus(a, b) }
            export fn times(a: f32[?], b: f32[?]) -> f32[?] { return a * b }
            """);
    for (EngineMode engine : List.of(EngineMode.INTERPRETER, EngineMode.SCALAR)) {
      CompiledProgram program = Tensorc.compile(main, Options.DEFAULT.withEngine(engine));
      FloatTensor two = FloatTensor.zeros(2);
      FloatTensor three = FloatTensor.zeros(3);
      assertThatThrownBy(() -> program.function("sum_of").invoke(two, three))
          .isInstanceOf(BroadcastException.class)
          .hasMessageContaining("sub/add.tc:1:")
          .hasMessageNotContaining(folder.toString());
      assertThatThrownBy(() -> program.function("times").invoke(two, three))
          .hasMessageContaining("main.tc:3:")
          .hasMessageNotContaining(root.toString());
    }
  }
}
