package dev.tensorc.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Unpacks the archive that users download, and calls the command from a folder of theirs. */
class DistributionIT {

  /** The zip, and with {@code -Pdist} the image. */
  static Stream<Path> archives() {
    return Stream.of(System.getProperty("dist.zip"), System.getProperty("dist.image"))
        .filter(name -> !name.isEmpty())
        .map(Path::of);
  }

  private static final Map<Path, Distribution> UNPACKED = new HashMap<>();

  @TempDir private static Path folders;
  @TempDir private Path folder;
  private Path user;

  @BeforeEach
  void makeFolderOfUser() throws IOException {
    user = Files.createDirectory(folder.resolve("a user's folder"));
  }

  private static Distribution unpacked(Path archive) throws IOException, InterruptedException {
    if (!UNPACKED.containsKey(archive)) {
      Path folder = Files.createDirectory(folders.resolve("folder " + UNPACKED.size()));
      UNPACKED.put(archive, Distribution.unpacked(archive, folder));
    }
    return UNPACKED.get(archive);
  }

  @ParameterizedTest
  @MethodSource("archives")
  void checksAndRunsProgramsOfTheUser(Path archive) throws Exception {
    Distribution tensorc = unpacked(archive);
    assertThat(tensorc.call(user, "--version").output()).startsWith("tensorc ").contains("Java ");

    Files.writeString(user.resolve("bad.tc"), "export fn f(x: f64[n]) -> f64[n] { return y }\n");
    Distribution.Outcome bad = tensorc.call(user, "check", "bad.tc");
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.output()).contains("TC-N001", "bad.tc:1:");
    String tour = tensorc.home().resolve("samples/tour.tc").toString();
    assertThat(tensorc.call(user, "check", tour)).isEqualTo(new Distribution.Outcome(0, ""));

    String edges = tensorc.home().resolve("samples/edges.tc").toString();
    Path cat = tensorc.home().resolve("samples/data/chelsea.png");
    var run = tensorc.call(user, "run", edges, "edges", "img=" + cat, "-o", "edges.png");
    assertThat(run.output()).isEqualTo("tensorc: wrote edges.png: f32[298, 449]\n");
    assertThat(ImageIO.read(user.resolve("edges.png").toFile()).getWidth()).isEqualTo(449);
    var vector = tensorc.call(user, "run", edges, "edges", "img=ones:[3,4,1]", "--engine=vector");
    assertThat(vector).isEqualTo(new Distribution.Outcome(0, "[[0. 0.]] : f32[1, 2]\n"));
    try (Stream<Path> left = Files.list(user)) {
      assertThat(left).hasSize(2);
    }
  }

  /** A cache is made the same way for each kind: one of the three, unless tests run all cases. */
  static Stream<Arguments> commands() {
    List<String> kinds = Distribution.drawn(List.of("check", "compile", "run"));
    return archives().flatMap(archive -> kinds.stream().map(kind -> Arguments.of(archive, kind)));
  }

  /**
   * Of the zip the first call makes the cache; an image comes with it, and was packed elsewhere.
   * Picocli's classes are of a version that the JVM caches only after the build changed them.
   */
  @ParameterizedTest
  @MethodSource("commands")
  void startsFromTheCacheOfClasses(Path archive, String kind) throws Exception {
    Distribution tensorc = unpacked(archive);
    Path cache = tensorc.home().resolve("lib/tensorc-" + kind + ".cache");
    assertThat(Files.exists(cache)).isEqualTo(tensorc.hasRuntime());
    Files.writeString(user.resolve("f.tc"), "export fn f(x: f64[n]) -> f64[n] { return 2 * x }\n");
    tensorc.cachedWith("-Xlog:class+load:file=loaded.txt").call(user, kind, "f.tc");
    assertThat(cache).isNotEmptyFile();
    List<String> loaded = Files.readAllLines(user.resolve("loaded.txt"));
    for (String name : List.of("dev.tensorc.cli.Main", "picocli.CommandLine")) {
      assertThat(loaded)
          .filteredOn(line -> line.contains(" " + name + " "))
          .singleElement()
          .asString()
          .contains("source: shared objects file");
    }
    assertThat(loaded)
        .filteredOn(line -> line.contains("$$Lambda") && line.contains("dev.tensorc.infer."))
        .isNotEmpty()
        .allMatch(line -> line.contains("source: shared objects file"));
    assertThat(loaded).noneMatch(line -> line.contains("$$TypeSwitch"));
  }

  /** The jars in {@code lib} are those of the bill of materials, and the notice names each. */
  @Test
  void listsItsParts() throws Exception {
    Distribution tensorc = unpacked(Path.of(System.getProperty("dist.zip")));
    Path home = tensorc.home();
    assertThat(home.resolve("NOTICE")).hasSameTextualContentAs(Path.of("../NOTICE"));
    assertThat(home.resolve("licenses/asm.txt"))
        .hasSameTextualContentAs(Path.of("../licenses/asm.txt"));
    for (String shell : List.of("bash", "fish")) {
      assertThat(tensorc.call(user, "completion", shell).output())
          .isEqualTo(Files.readString(home.resolve("completion/tensorc." + shell)));
    }
    Path list = home.resolve("bom.json");
    boolean offline = System.getProperty("it.maven").equals("offline: true");
    assertThat(offline || Files.exists(list)).as(list + " exists").isTrue();
    if (Files.exists(list)) {
      assertThat(jars(list)).containsExactlyInAnyOrderElementsOf(jarsIn(home.resolve("lib")));
    }
  }

  private static List<String> jars(Path list) throws IOException {
    JsonArray parts =
        JsonParser.parseString(Files.readString(list))
            .getAsJsonObject()
            .getAsJsonArray("components");
    return parts.asList().stream()
        .map(JsonElement::getAsJsonObject)
        .map(part -> part.get("name").getAsString() + "-" + part.get("version").getAsString())
        .map(name -> name.startsWith("tensorc-cli-") ? "tensorc.jar" : name + ".jar")
        .toList();
  }

  private static List<String> jarsIn(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> n.endsWith(".jar"))
          .toList();
    }
  }

  /** Arrow needs more of the JVM than other formats do. */
  @ParameterizedTest
  @MethodSource("archives")
  void readsAndWritesColumnsOfArrow(Path archive) throws Exception {
    Distribution tensorc = unpacked(archive);
    Files.writeString(
        user.resolve("t.tc"), "export fn twice(x: f64[n]) -> f64[n] { return x + x }\n");
    assertThat(tensorc.call(user, "run", "t.tc", "twice", "x=[1,2]", "-o", "t.arrow").exit())
        .isZero();
    assertThat(tensorc.call(user, "run", "t.tc", "twice", "x=t.arrow:result").output())
        .isEqualTo("[4. 8.] : f64[2]\n");
  }

  /** The runtime of an image has the modules that each verb asks for. */
  @ParameterizedTest
  @MethodSource("archives")
  void hasWhatEachVerbNeeds(Path archive) throws Exception {
    Distribution tensorc = unpacked(archive);
    if (!tensorc.hasRuntime()) {
      return; // its JDK has all modules
    }
    Path program =
        Files.writeString(
            user.resolve("k.tc"), "export fn f(x: f64[n]) -> f64[n] { return exp(x) }\n");
    Files.writeString(user.resolve("x.csv"), "a\n0\n0\n");
    Files.writeString(user.resolve("lines.txt"), "1 + 1\n");
    String k = program.getFileName().toString();
    assertThat(tensorc.call(user, "compile", k, "-d", "classes").exit()).isZero();
    assertThat(tensorc.call(user, "run", k, "f", "x=x.csv").output())
        .isEqualTo("[1. 1.] : f64[2]\n");
    assertThat(tensorc.call(user, "run", k, "f", "x=x.csv", "--stats").exit()).isZero();
    assertThat(tensorc.call(user, "explain", k).output()).contains("f(x: f64[n])");
    assertThat(tensorc.call(user, "explain", k, "--html", "k.html").exit()).isZero();
    assertThat(tensorc.call(user, "check", "--diagnostics=sarif", k).exit()).isZero();
    assertThat(
            tensorc
                .call(user, "bench", k, "f", "x=random:[64]", "--seconds=0.05", "--json")
                .output())
        .contains("\"predicted_part\": 1.0");
    assertThat(tensorc.withInput(user.resolve("lines.txt")).call(user, "repl").output())
        .contains("2");
    assertThat(tensorc.withInput(user.resolve("x.csv")).call(user, "lsp").output())
        .doesNotContain("NoClassDef");
  }
}
