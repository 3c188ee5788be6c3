package dev.tensorc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tensorc.maven.Consumer.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.shared.invoker.MavenInvocationException;
import org.junit.jupiter.api.Test;

/**
 * Programs that are compiled again, classes that are deleted, and those that stay when a
 * compilation fails.
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
            .write(TENSOR + "pricing.tc", "export fn f(x: f32[n]) -> f32[n] { return x + 1 }");

    assertThat(build(project)).contains("Compiling 4 of 4 array programs");
    Map<String, Long> first = project.classes("target/classes");
    assertThat(first)
        .containsKeys("com/acme/Quarter.class", "com/acme/risk/Var.class", "Pricing.class");
    assertThat(first.keySet()).noneMatch(name -> name.contains("Half"));

    String stubs = "target/tensorc/compile-default-cli-sources/com/acme/";
    assertThat(project.path(stubs + "risk/Var.java")).exists();

    FileTime later = FileTime.from(Instant.now().plusSeconds(60));
    Files.setLastModifiedTime(project.path(TENSOR + "pricing.tc"), later);
    assertThat(build(project)).contains("4 array programs: 0 compiled; 0 classes deleted");
    assertThat(project.classes("target/classes")).isEqualTo(first);

    project.write(TENSOR + "com/acme/half.tc", "fn half(x: f32[n]) -> f32[n] { return x * 0.5 }");
    assertThat(build(project)).contains("Compiling 2 of 4 array programs"); // the importer too
    Map<String, Long> second = project.classes("target/classes");
    assertThat(second.get("com/acme/Quarter.class"))
        .isGreaterThan(first.get("com/acme/Quarter.class"));
    assertThat(second.get("Pricing.class")).isEqualTo(first.get("Pricing.class"));

    Files.delete(project.path("target/classes/Pricing.class"));
    assertThat(build(project)).contains("Compiling 1 of 4 array programs");

    Files.delete(project.path(TENSOR + "com/acme/risk/var.tc"));
    assertThat(build(project))
        .contains("3 array programs: 0 compiled; ")
        .doesNotContain(" 0 classes deleted");
    assertThat(project.path("target/classes/com/acme/risk")).doesNotExist();
    assertThat(project.path(stubs + "risk")).doesNotExist();
    assertThat(project.path(stubs + "Quarter.java")).exists();
    assertThat(project.path("target/classes/com/acme/Quarter.class")).exists();

    assertThat(build(project, "-Dtensorc.broadcasting=strict"))
        .contains("Compiling 3 of 3 array programs");
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

  @Test
  void theGoalSaysHowLongItTook() throws Exception {
    Consumer project = Consumer.empty("fifty").write("pom.xml", POM);
    for (int i = 0; i < 50; i++) {
      project.write(TENSOR + "com/acme/k" + i + ".tc", program(i));
    }
    String cold = build(project);
    assertThat(cold).contains("50 array programs: 50 compiled");
    report("cold", cold);
    String again = build(project);
    assertThat(again).contains("50 array programs: 0 compiled");
    report("with no change", again);
  }

  /**
   * Prints the goal's time: 3 s cold and 0.1 s are its goals on a machine with nothing else to do.
   */
  private static void report(String what, String log) {
    System.out.println("tensorc:compile, 50 programs, " + what + ": " + milliseconds(log) + " ms");
  }

  private static String program(int i) {
    return """
    export fn call(s: f64, k: f64[n], t: f64, r: f64, sigma: f64) -> f64[n] {
        let sd = sigma * sqrt(t)
        let d1 = (log(s / k) + (r + sigma * sigma / %d) * t) / sd
        return s * cdf(d1) - k * exp(-r * t) * cdf(d1 - sd)
    }
    fn cdf[T: float](x: T[...]) -> T[...] { return 0.5 * (1 + erf(x / sqrt(2.0))) }
    export fn layer(x: f32[batch, k], w: f32[k, m], bias: f32[m]) -> f32[batch, m] {
        return relu(x @ w + bias)
    }
    """
        .formatted(i + 2);
  }

  /** The time that the goal took by its own word. */
  private static long milliseconds(String log) {
    Matcher time = Pattern.compile("array programs: .*, in (\\d+) ms").matcher(log);
    assertThat(time.find()).as(log).isTrue();
    return Long.parseLong(time.group(1));
  }

  /** The log at debug level. */
  private static String build(Consumer project, String... more)
      throws IOException, MavenInvocationException {
    var words = new java.util.ArrayList<>(java.util.List.of(GOAL, "-X"));
    words.addAll(java.util.List.of(more));
    return project.mvn(words.toArray(String[]::new)).succeeds().text();
  }
}
