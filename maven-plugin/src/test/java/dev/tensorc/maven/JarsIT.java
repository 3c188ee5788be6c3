package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files packed beside classes: licenses, and lists of the dependencies of each module. */
class JarsIT {

  private static final Path ROOT = Path.of("..");
  private static final Path DIST = ROOT.resolve("cli/target/dist");
  private static final String VERSION = System.getProperty("it.version");

  /** The modules that are published, by their folders. */
  static Stream<String> modules() {
    return Stream.of(
        "frontend",
        "runtime",
        "io",
        "shape-infer",
        "codegen",
        "compiler",
        "adapters/arrow",
        "adapters/ejml",
        "adapters/ojalgo",
        "adapters/spark",
        "onnx",
        "lsp",
        "models/embeddings",
        "adapters/langchain4j",
        "cli",
        "maven-plugin");
  }

  private static String artifact(String module) {
    return "tensorc-" + module.replaceFirst("^(adapters|models)/", "");
  }

  private static Path jar(String module) {
    return module.equals("cli")
        ? DIST.resolve("lib/tensorc.jar")
        : ROOT.resolve(module + "/target/" + artifact(module) + "-" + VERSION + ".jar");
  }

  private static void assertHolds(Path jar, String entry, Path original) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      ZipEntry found = zip.getEntry(entry);
      assertThat(found).as(entry + " of " + jar).isNotNull();
      try (InputStream in = zip.getInputStream(found)) {
        assertThat(in.readAllBytes()).as(entry).isEqualTo(Files.readAllBytes(original));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("modules")
  void everyJarHasItsLicense(String module) throws IOException {
    for (String file : List.of("LICENSE", "NOTICE")) {
      assertHolds(jar(module), "META-INF/" + file, ROOT.resolve(file));
    }
  }

  @Test
  void theTableOfCharactersHasItsLicense() throws IOException {
    Path text = ROOT.resolve("licenses/unicode.txt");
    assertHolds(jar("models/embeddings"), "META-INF/licenses/unicode.txt", text);
  }

  @Test
  void theCommandLineHasTheLicensesOfWhatItBrings() throws IOException {
    for (String text :
        List.of(
            "antlr4.txt",
            "asm.txt",
            "fastcsv.txt",
            "jackson-core.txt",
            "jline.txt",
            "lsp4j.txt",
            "slf4j.txt")) {
      Path original = ROOT.resolve("licenses").resolve(text);
      assertHolds(jar("cli"), "META-INF/licenses/" + text, original);
      assertThat(DIST.resolve("licenses").resolve(text)).hasSameBinaryContentAs(original);
    }
    assertThat(DIST.resolve("LICENSE")).hasSameBinaryContentAs(ROOT.resolve("LICENSE"));
    String notice = Files.readString(DIST.resolve("NOTICE"));
    try (Stream<Path> jars = Files.list(DIST.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".jar") && !name.startsWith("tensorc"))
          .hasSizeGreaterThan(2)
          .allSatisfy(
              name -> assertThat(notice).contains(name.replaceFirst("(-tree)?-[0-9].*", "-*.jar")));
    }
  }

  /**
   * The plugin that writes them runs with {@code -Pfull} and only where Maven is online. Each build
   * looks at the list of the distribution.
   */
  @EnabledIfSystemProperty(named = "tensorc.full", matches = "true")
  @ParameterizedTest
  @MethodSource("modules")
  void everyModuleSaysWhatItDependsOn(String module) throws IOException {
    Path list = ROOT.resolve(module + "/target/bom.json");
    boolean offline = System.getProperty("it.maven").equals("offline: true");
    assertThat(offline || Files.exists(list)).as(list + " exists").isTrue();
    if (Files.exists(list)) {
      String text = Files.readString(list);
      assertThat(text)
          .contains("\"bomFormat\" : \"CycloneDX\"")
          .contains("pkg:maven/dev.tensorc/" + artifact(module) + "@" + VERSION);
      boolean compiles =
          List.of("codegen", "compiler", "lsp", "cli", "maven-plugin").contains(module);
      assertThat(text.contains("pkg:maven/org.ow2.asm/asm@")).isEqualTo(compiles);
      assertThat(text).doesNotContain("junit", "errorprone");
    }
  }
}
