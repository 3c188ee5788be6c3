package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.maven.Consumer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.shared.invoker.MavenInvocationException;
import org.junit.jupiter.api.Test;

/**
 * Programs that are compiled again, files of weights beside their classes, classes that are
 * deleted, and those that stay when a compilation fails.
 */
class IncrementalIT {

  private static final String POM =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>com.acme</groupId>
        <artifactId>kernels</artifactId>
        <version>1</version>
        <properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
      </project>
      """;

  private static final Path SAMPLES = Path.of("..", "samples");
  private static final String TENSOR = "src/main/tensor/";
  private static final String GOAL = Consumer.PLUGIN + "compile";

  @Test
  void onlyWhatChangedIsCompiled() throws Exception {
    Consumer project =
        Consumer.empty("incremental")
            .write("pom.xml", POM)
            .write(TENSOR + "com/acme/half.tc", "fn half(x: f32[n]) -> f32[n] { return x / 2 }")
            .write(
                TENSOR + "com/acme/quarter.tc",
                "import \"half.tc\"\n"
                    + "export fn quarter(x: f32[n]) -> f32[n] { return half(half(x)) }")
            .write(
                TENSOR + "com/acme/risk/var.tc",
                "export fn worst(x: f64[n]) -> f64 { return min(x) }")
            .write(TENSOR + "pricing.tc", "export fn f(x: f32[n]) -> f32[n] { return x + 1 }")
            .write(
                TENSOR + "com/acme/failures.tc", Files.readString(SAMPLES.resolve("failures.tc")));
    Path weights = project.path(TENSOR + "com/acme/failures.safetensors");
    Path copy = project.path("target/classes/com/acme/failures.safetensors");

    assertThat(build(project)).contains("Compiling 5 of 5 array programs");
    Map<String, Long> first = project.classes("target/classes");
    assertThat(first)
        .containsKeys("com/acme/Quarter.class", "com/acme/risk/Var.class", "Pricing.class")
        .containsKey("com/acme/Failures.class");
    assertThat(copy).doesNotExist(); // the class is the same without
    assertThat(first.keySet()).noneMatch(name -> name.contains("Half"));

    String stubs = "target/tensorc/compile-default-cli-sources/com/acme/";
    assertThat(project.path(stubs + "risk/Var.java")).exists();

    FileTime later = FileTime.from(Instant.now().plusSeconds(60));
    Files.setLastModifiedTime(project.path(TENSOR + "pricing.tc"), later);
    Files.copy(SAMPLES.resolve("failures.safetensors"), weights);
    assertThat(build(project))
        .containsPattern("5 array programs: 1 compiled; \\d+ classes deleted, in \\d+ ms");
    assertThat(project.classes("target/classes").keySet()).isEqualTo(first.keySet());
    assertThat(project.classes("target/classes").get("Pricing.class"))
        .isEqualTo(first.get("Pricing.class"));
    assertThat(copy).hasSameBinaryContentAs(weights);

    project.write(TENSOR + "com/acme/half.tc", "fn half(x: f32[n]) -> f32[n] { return x * 0.5 }");
    Files.delete(project.path("target/classes/Pricing.class"));
    assertThat(build(project)).contains("Compiling 3 of 5 array programs"); // the importer too
    Map<String, Long> second = project.classes("target/classes");
    assertThat(second.keySet()).isEqualTo(first.keySet());
    for (String again : List.of("com/acme/Quarter.class", "Pricing.class")) {
      assertThat(second.get(again)).as(again).isGreaterThan(first.get(again));
    }
    assertThat(second.get("com/acme/risk/Var.class"))
        .isEqualTo(first.get("com/acme/risk/Var.class"));

    Files.delete(project.path(TENSOR + "com/acme/risk/var.tc"));
    byte[] trained = Files.readAllBytes(weights);
    trained[trained.length - 1] ^= 1; // of the last element
    Files.write(weights, trained);
    assertThat(build(project))
        .contains("4 array programs: 1 compiled; ")
        .doesNotContain(" 0 classes deleted");
    assertThat(project.path("target/classes/com/acme/risk")).doesNotExist();
    assertThat(project.path(stubs + "risk")).doesNotExist();
    assertThat(project.path(stubs + "Quarter.java")).exists();
    assertThat(project.path("target/classes/com/acme/Quarter.class")).exists();
    assertThat(copy).hasBinaryContent(trained);

    assertThat(build(project, "-Dtensorc.broadcasting=strict"))
        .contains("Compiling 4 of 4 array programs");
  }

  @Test
  void whatDoesNotCompileChangesNothing() throws Exception {
    Consumer project =
        Consumer.empty("failing")
            .write("pom.xml", POM)
            .write(TENSOR + "a.tc", "export fn f(x: f32[n]) -> f32[n] { return x + 1 }")
            .write(TENSOR + "b.tc", "export fn g(x: f32[n]) -> f32[n] { return x + 1 }");
    build(project);
    Map<String, Long> before = project.classes("target/classes");

    project
        .write(TENSOR + "a.tc", "export fn f(x: f32[n]) -> f32[n] { return x + 2 }")
        .write(
            TENSOR + "b.tc",
            "export fn g(x: f32[n], y: f32[n, 3]) -> f32[n] {\n    return x + q\n}");
    Outcome outcome = project.mvn(GOAL).fails();

    String file = project.path(TENSOR + "b.tc").toString();
    assertThat(outcome.text())
        .contains("Array programs do not compile:")
        .contains(file + ":2:16: ")
        .contains("2 |     return x + q");
    assertThat(project.classes("target/classes")).isEqualTo(before);

    project.write(TENSOR + "b.tc", "export fn g(x: f32[n]) -> f32[n] { return x }");
    project.write("src/main/java/B.java", "class B {}");
    // a program that failed is compiled again, also where its text is that of its last success
    assertThat(project.mvn(GOAL).fails().text())
        .contains("Compiling 2 of 2 array programs", "B.java would both become class B: rename");
  }

  @Test
  void warningsFailTheBuildWhereTheyAreAskedTo() throws Exception {
    Consumer project =
        Consumer.empty("werror")
            .write("pom.xml", POM)
            .write(
                TENSOR + "w.tc",
                "export fn f(a: f32[n], b: f32[?]) -> f32[n] {\n    return a * b + a\n}");
    assertThat(project.mvn(GOAL, "-Dtensorc.werror").fails().text())
        .contains("[WARNING]", "w.tc:1:", "which are errors here (werror)");
    assertThat(project.path("target/classes")).doesNotExist();
    assertThat(build(project)).contains("w.tc:1:");
  }

  /** The log at debug level. */
  private static String build(Consumer project, String... more)
      throws IOException, MavenInvocationException {
    var words = new ArrayList<>(List.of(GOAL, "-X"));
    words.addAll(List.of(more));
    return project.mvn(words.toArray(String[]::new)).succeeds().text();
  }
}
